// Formats times, dates, counts, and durations as the screens show them.
import type { ActivityAction } from '#domain/activity.ts';
import { knownZone } from '#domain/time.ts';

/** Whether times of day show as 6:00 PM or as 18:00. */
let hours: 12 | 24 = 12;

/**
 * Follows the language of the browser, like the clocks around it: the texts stay English, but a seller whose browser says 24 hours
 * sees 18:00. The app calls it once when it starts. The public pages, which the build renders, show 6:00 PM.
 */
export const followClock = (locale?: string): void => {
  const cycle = hourCycleOf(locale);
  hours = cycle === 'h23' || cycle === 'h24' ? 24 : 12;
};

const hourCycleOf = (locale?: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hourCycle;
  } catch {
    // Some browsers name a language that `Intl` refuses, such as en-US@posix.
    return undefined;
  }
};

/** How `Intl` formats an hour and minute. */
const clockOptions = (): Intl.DateTimeFormatOptions =>
  hours === 24
    ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
    : { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' };

const two = (value: number): string => String(value).padStart(2, '0');
const half = (hour: number): string => (hour % 24 < 12 ? 'AM' : 'PM');
const onDial = (hour: number): number => (hour % 12 === 0 ? 12 : hour % 12);

/** 9:30 PM or 21:30, of minutes since midnight. */
export const clockOfMinutes = (minutes: number): string => {
  const [hour, minute] = [Math.floor(minutes / 60), two(minutes % 60)];
  return hours === 24 ? `${two(hour)}:${minute}` : `${onDial(hour)}:${minute} ${half(hour)}`;
};

/** The name of a whole hour from 0 to 24 on an axis: 9 AM, Noon, or 09:00. */
export const hourName = (hour: number): string => {
  if (hours === 24) return `${two(hour)}:00`;
  return hour === 12 ? 'Noon' : `${onDial(hour)} ${half(hour)}`;
};

/** 6 PM of 6:00 PM, where space is short. */
export const withoutZeroMinutes = (time: string): string => time.replace(/:00(?= [AP]M)/, '');

const formats = new Map<string, Intl.DateTimeFormat>();

/** In a zone that this browser doesn't know, times are in UTC, and say so. */
const formatIn = (zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${zone} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { ...options, timeZone: knownZone(zone) });
  formats.set(key, made);
  return made;
};

type Moment = number | string;
const dateOf = (at: Moment): Date => new Date(at);
/** Browsers use different spaces before AM and PM. */
const plain = (text: string): string => text.replace(/\u202f/g, ' ');

/** 6:00 PM, or 18:00 if the browser's clock has 24 hours. The same is true for all times below. */
export const clockTime = (at: Moment, zone: string): string => plain(formatIn(zone, clockOptions()).format(dateOf(at)));

/** 6:00:41 PM */
export const clockSeconds = (at: Moment, zone: string): string =>
  plain(formatIn(zone, { ...clockOptions(), second: '2-digit' }).format(dateOf(at)));

/** Thursday, March 6 */
export const longDay = (at: Moment, zone: string): string =>
  formatIn(zone, { weekday: 'long', month: 'long', day: 'numeric' }).format(dateOf(at));

/** Thu, Mar 6 */
export const weekdayAndDay = (at: Moment, zone: string): string =>
  formatIn(zone, { weekday: 'short', month: 'short', day: 'numeric' }).format(dateOf(at));

/** Thursday */
const weekdayName = (at: Moment, zone: string): string => formatIn(zone, { weekday: 'long' }).format(dateOf(at));

/** Mar 6, of a calendar date */
export const shortDate = (date: string): string =>
  formatIn('UTC', { month: 'short', day: 'numeric' }).format(new Date(`${date}T00:00:00Z`));

/** Mar 6, 2026, of a calendar date that may be years ago */
export const fullDate = (date: string): string =>
  formatIn('UTC', { year: 'numeric', month: 'short', day: 'numeric' }).format(new Date(`${date}T00:00:00Z`));

/** Mar 6, of a moment in the seller's zone */
export const shortDay = (at: Moment, zone: string): string =>
  formatIn(zone, { month: 'short', day: 'numeric' }).format(dateOf(at));

/** March 6, 2026, of a moment in the seller's zone */
export const wholeDay = (at: Moment, zone: string): string => formatIn(zone, { dateStyle: 'long' }).format(dateOf(at));

/** "6:00 PM" today, "Friday 9:00 AM" within a week, and "Mar 14, 9:00 AM" beyond that. */
export const clockTimeNear = (at: Moment, now: Moment, zone: string): string => {
  const time = clockTime(at, zone);
  switch (distance(at, now, zone)) {
    case 'today':
      return time;
    case 'near':
      return `${weekdayName(at, zone)} ${time}`;
    case 'far':
      return `${shortDay(at, zone)}, ${time}`;
  }
};

const distance = (at: Moment, now: Moment, zone: string): 'today' | 'near' | 'far' => {
  const day = (moment: Moment) =>
    formatIn(zone, { year: 'numeric', month: 'numeric', day: 'numeric' }).format(dateOf(moment));
  if (day(at) === day(now)) return 'today';
  return Math.abs(dateOf(at).getTime() - dateOf(now).getTime()) < 6 * 86_400_000 ? 'near' : 'far';
};

/** The city of a zone's name: New York for America/New_York, and UTC for a zone that this browser doesn't know. */
export const zonePlace = (zone: string): string => (knownZone(zone).split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** Eastern Time (New York) */
export const zoneTitle = (zone: string): string => {
  const parts = formatIn(zone, { timeZoneName: 'longGeneric' }).formatToParts(0);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const place = zonePlace(zone);
  return name.startsWith(place) ? name : `${name} (${place})`;
};

const zoneIsFreshMs = 1_000;
const lastZone = { zone: '', readAt: Number.NEGATIVE_INFINITY };
/** Asking the browser takes longer than formatting a time, and a screen shows many. A device rarely moves to another zone. */
const deviceZone = (): string => {
  if (Math.abs(Date.now() - lastZone.readAt) >= zoneIsFreshMs)
    Object.assign(lastZone, { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, readAt: Date.now() });
  return lastZone.zone;
};

/** " ET" or " Berlin time" after a time in a sentence. Empty if the device is in the same zone. */
export const zoneNote = (zone: string, device: string = deviceZone()): string => {
  if (zone === device) return '';
  const parts = formatIn(zone, { timeZoneName: 'shortGeneric' }).formatToParts(0);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const letters = [name, zonePlace(zone)].find((text) => /^[A-Z]{1,4}$/.test(text));
  return ` ${letters ?? `${zonePlace(zone)} time`}`;
};

/** A time of day in a sentence: "6:00 PM", and "6:00 PM ET" on a device in another zone. */
export const placedTime = (at: Moment, zone: string, device?: string): string =>
  `${clockTime(at, zone)}${zoneNote(zone, device)}`;

/** "at 6:00 PM" today, "at 9:00 AM Friday" within a week, "on Mar 14 at 9:00 AM" beyond. */
export const formatWhen = (at: Moment, now: Moment, zone: string, device?: string): string => {
  const time = placedTime(at, zone, device);
  switch (distance(at, now, zone)) {
    case 'today':
      return `at ${time}`;
    case 'near':
      return `at ${time} ${weekdayName(at, zone)}`;
    case 'far':
      return `on ${shortDay(at, zone)} at ${time}`;
  }
};

/** Thursday, March 6, 2026, 6:00:41 PM New York */
export const fullTime = (at: Moment, zone: string): string => {
  const day = formatIn(zone, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }).format(dateOf(at));
  return `${day}, ${clockSeconds(at, zone)} ${zonePlace(zone)}`;
};

const numbers = new Intl.NumberFormat('en-US');
/** 10,000 */
export const count = (value: number): string => numbers.format(value);

/** "1 share", "1,204 shares" */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** Minutes and seconds of a countdown: 0:02, 12:40, 3:05:00. */
export const countdown = (ms: number): string => {
  const seconds = Math.max(Math.ceil(ms / 1000), 0);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

/** "about a minute", "about 25 minutes", "about 3 hours" */
export const roughly = (ms: number): string => {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes === 1) return 'about a minute';
  if (minutes < 90) return `about ${minutes} minutes`;
  return `about ${Math.round(minutes / 60)} hours`;
};

/** "just now", "2 minutes ago", "yesterday" */
export const ago = (at: Moment, now: number): string => {
  const seconds = Math.max(Math.round((now - dateOf(at).getTime()) / 1000), 0);
  if (seconds < 10) return 'just now';
  if (seconds < 60) return `${seconds} seconds ago`;
  if (seconds < 3600) return `${counted(Math.floor(seconds / 60), 'minute')} ago`;
  if (seconds < 86_400) return `${counted(Math.floor(seconds / 3600), 'hour')} ago`;
  return `${counted(Math.floor(seconds / 86_400), 'day')} ago`;
};

/** An entry's name: its action with spaces instead of underscores, as the specification requires. The list shows it in capitals. */
export const activityName = (action: ActivityAction): string =>
  `${action.charAt(0)}${action.slice(1).replaceAll('_', ' ').toLowerCase()}`;
