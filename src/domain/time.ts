// The seller's calendar: share days, weekdays, and local times in an IANA time zone.

import type { Instant } from './ports/clock.ts';

/**
 * Uses cached `Intl.DateTimeFormat`s instead of a polyfill of Temporal: the same results (tests compare them in every zone), nothing
 * to load in the browser, and 2 to 3 µs instead of 5 to 8 per conversion. Two caches make most of them faster: the share day of a
 * zone is kept until it ends (0.02 µs), and an offset is looked up once per date (0.2 µs for the instant of a local time).
 */

/** A calendar date, `YYYY-MM-DD`. Dates can be compared as text. */
export type DateText = string;

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Cache limit, far above the number of zones and days in use. A full cache is cleared. */
const mostCached = 1000;

type Zone = {
  format: Intl.DateTimeFormat;
  /** Offsets in ms by UTC midnight, as a day number. */
  offsets: Map<number, number>;
  today: { startsAt: Instant; endsAt: Instant; date: DateText };
};
const zones = new Map<string, Zone>();

/**
 * Whether it is an IANA time zone. Offsets such as `+02:00` are refused, because they have no daylight saving, and so are the names
 * that stand for an unknown zone, which some engines know and others don't.
 */
export function isTimeZone(zone: string): boolean {
  if (!/^[a-z]/i.test(zone) || /^(etc\/unknown|factory)$/i.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Zones by the name that they had before, or have since: a browser, and a server, know only the names of their own year. */
const renamed: readonly (readonly [string, string])[] = [
  ['Europe/Kyiv', 'Europe/Kiev'],
  ['America/Nuuk', 'America/Godthab'],
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['Asia/Ho_Chi_Minh', 'Asia/Saigon'],
  ['Asia/Yangon', 'Asia/Rangoon'],
  ['Asia/Kathmandu', 'Asia/Katmandu'],
  ['Atlantic/Faroe', 'Atlantic/Faeroe'],
  ['Pacific/Kanton', 'Pacific/Enderbury'],
  ['America/Ciudad_Juarez', 'America/Denver'],
  ['America/Coyhaique', 'America/Punta_Arenas'],
  ['Asia/Qostanay', 'Asia/Almaty'],
];

const knownZones = new Map<string, string>();

/** The zone, if it is known here; else by its other name; else UTC. Screens say which one they show. */
export function knownZone(zone: string): string {
  const found = knownZones.get(zone);
  if (found !== undefined) return found;
  if (knownZones.size >= mostCached) knownZones.clear();
  const names = [zone, ...renamed.filter((pair) => pair.includes(zone)).flat()];
  const known = names.find(isTimeZone) ?? 'UTC';
  knownZones.set(zone, known);
  return known;
}

export function shareDay(now: Instant, zone: string): DateText {
  const cached = zoneOf(zone);
  const known = cached.today;
  if (now >= known.startsAt && now < known.endsAt) return known.date;
  const date = dateOf(Math.floor((now + offsetAt(cached, now)) / dayMs));
  cached.today = { date, ...dayBounds(date, zone) };
  return date;
}

const months = 'January February March April May June July August September October November December'.split(' ');

/** A date as a sentence names it: "December 4". */
export const dateInWords = (date: DateText): string =>
  `${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`;

/** The share day never moves backward, whatever the clock or a new time zone says. */
export const laterDay = (previous: DateText | null, computed: DateText): DateText =>
  previous !== null && previous > computed ? previous : computed;

/** Start and end of a date in a zone: 24 hours apart except on days with a clock change. */
export function dayBounds(date: DateText, zone: string): { startsAt: Instant; endsAt: Instant } {
  const cached = zoneOf(zone);
  const day = dayNumber(date);
  return { startsAt: instantAt(cached, day, 0), endsAt: instantAt(cached, day + 1, 0) };
}

export const addDays = (date: DateText, days: number): DateText => dateOf(dayNumber(date) + days);

/** Negative if `to` is before `from`. */
export const daysBetween = (from: DateText, to: DateText): number => dayNumber(to) - dayNumber(from);

/** Sunday is 0 and Saturday 6. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export const weekdayOf = (date: DateText): Weekday => weekdays[(((dayNumber(date) + 4) % 7) + 7) % 7] ?? 0;
const weekdays: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

/**
 * The instant of a local time (`HH:MM`) on a date. If a clock change skips that time, it is the instant of the change; if the
 * time occurs twice, it is the first one.
 */
export const instantOf = (date: DateText, time: string, zone: string): Instant =>
  instantAt(zoneOf(zone), dayNumber(date), minutesOf(time));

export function wallTime(now: Instant, zone: string): { date: DateText; hour: number; minute: number } {
  const wall = now + offsetAt(zoneOf(zone), now);
  const day = Math.floor(wall / dayMs);
  const minutes = Math.floor((wall - day * dayMs) / minuteMs);
  return { date: dateOf(day), hour: Math.floor(minutes / 60), minute: minutes % 60 };
}

/** Minutes since midnight of `HH:MM`, or of `H:MM`. */
export function minutesOf(time: string): number {
  const colon = time.indexOf(':');
  return Number(time.slice(0, colon)) * 60 + Number(time.slice(colon + 1));
}

const dayNumber = (date: DateText): number =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / dayMs;

const dateOf = (day: number): DateText => new Date(day * dayMs).toISOString().slice(0, 10);

function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  if (zones.size >= mostCached) zones.clear();
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: knownZone(name),
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const zone: Zone = { format, offsets: new Map(), today: { startsAt: 0, endsAt: 0, date: '' } };
  zones.set(name, zone);
  return zone;
}

function offsetAt(zone: Zone, at: Instant): number {
  const second = Math.floor(at / 1000) * 1000;
  // The format is always `MM/DD/YYYY, HH:MM:SS`. Slicing is twice as fast as formatToParts.
  const text = zone.format.format(second);
  const wall = Date.UTC(
    Number(text.slice(6, 10)),
    Number(text.slice(0, 2)) - 1,
    Number(text.slice(3, 5)),
    Number(text.slice(12, 14)),
    Number(text.slice(15, 17)),
    Number(text.slice(18, 20)),
  );
  return wall - second;
}

function offsetAtMidnight(zone: Zone, day: number): number {
  const known = zone.offsets.get(day);
  if (known !== undefined) return known;
  if (zone.offsets.size >= mostCached) zone.offsets.clear();
  const offset = offsetAt(zone, day * dayMs);
  zone.offsets.set(day, offset);
  return offset;
}

function instantAt(zone: Zone, day: number, minutes: number): Instant {
  const wall = day * dayMs + minutes * minuteMs;
  // No zone is more than 14 hours from UTC, so the date lies between these two instants. No zone changes its clocks twice
  // within three days.
  const before = offsetAtMidnight(zone, day - 1);
  const after = offsetAtMidnight(zone, day + 2);
  if (before === after) return wall - before;

  const first = wall - Math.max(before, after);
  const second = wall - Math.min(before, after);
  if (first + offsetAt(zone, first) === wall) return first;
  if (second + offsetAt(zone, second) === wall) return second;
  return changeBetween(zone, first, second);
}

/** The first instant after `low`, up to `high`, with another offset than at `low`. Found to the second. */
function changeBetween(zone: Zone, low: Instant, high: Instant): Instant {
  const offset = offsetAt(zone, low);
  let still = low;
  let changed = high;
  while (changed - still > 1000) {
    const middle = Math.floor((still + changed) / 2000) * 1000;
    if (offsetAt(zone, middle) === offset) still = middle;
    else changed = middle;
  }
  return changed;
}
