// When the bot may share: the windows of the time slots, the next round, when a running round is cut, when it will share to the parties
// that it knows of, and which rounds were missed because the computer was asleep or off.

import type { Instant } from '../../ports/clock.ts';
import { addDays, dayBounds, instantOf, minutesOf, shareDay, weekdayOf } from '../../time.ts';
import type { BotSettings, NextRound, ScheduledSlot } from '../bot.ts';

/** A period in which sharing is allowed. `slot` is the index of the earliest of its slots. */
export type Window = { opensAt: Instant; closesAt: Instant; slot: number };

type Scheduling = Pick<BotSettings, 'shareFrequency' | 'scheduledSlots' | 'useScheduledSlots'>;

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Every slot opens within a week. One more day covers days when the clocks change. */
const horizonMs = 8 * dayMs;

/**
 * All windows that are open at some time between `from` and `to`, in order, each in full length. Slots that overlap or touch form
 * one window, which opens once. A slot over midnight belongs to the day on which it starts. Each slot opens exactly once on each
 * of its days, even on days when the clocks change. A start that the clocks skip moves to the time of the change, and a slot
 * entirely inside the skipped time keeps its length after it. If a start occurs twice, the first counts. Slots without a gap form
 * one endless window, which is returned for a week around the requested time.
 */
export function windowsBetween(given: {
  slots: readonly ScheduledSlot[];
  timezone: string;
  from: Instant;
  to: Instant;
}): Window[] {
  const { slots, timezone, from, to } = given;
  const opening = slots.flatMap((slot, index) => (canOpen(slot) ? [{ ...slot, index }] : []));
  if (opening.length === 0) return [];

  const found: Window[] = [];
  const last = shareDay(to + horizonMs, timezone);
  for (let date = shareDay(from - 3 * dayMs, timezone); date <= last; date = addDays(date, 1)) {
    const weekday = weekdayOf(date);
    for (const slot of opening)
      if (slot.daysOfWeek.includes(weekday)) {
        const window = windowOf(slot, slot.index, date, timezone);
        if (window) found.push(window);
      }
  }
  return union(found).filter(({ opensAt, closesAt }) => closesAt > from && opensAt < to);
}

export const canOpen = (slot: ScheduledSlot): boolean =>
  slot.enabled && slot.daysOfWeek.length > 0 && minutesOf(slot.startTime) !== minutesOf(slot.endTime);

function windowOf(slot: ScheduledSlot, index: number, date: string, timezone: string): Window | null {
  const bounds = dayBounds(date, timezone);
  // A zone skips a date when it crosses the date line.
  if (bounds.endsAt <= bounds.startsAt) return null;
  const opensAt = instantOf(date, slot.startTime, timezone);
  const length = minutesOf(slot.endTime) - minutesOf(slot.startTime);
  const closesAt = instantOf(length < 0 ? addDays(date, 1) : date, slot.endTime, timezone);
  if (closesAt > opensAt) return { opensAt, closesAt, slot: index };
  return { opensAt, closesAt: opensAt + (length < 0 ? length + 1440 : length) * minuteMs, slot: index };
}

function union(windows: Window[]): Window[] {
  windows.sort((a, b) => a.opensAt - b.opensAt || a.slot - b.slot);
  const merged: Window[] = [];
  for (const window of windows) {
    const open = merged.at(-1);
    if (open && window.opensAt <= open.closesAt) open.closesAt = Math.max(open.closesAt, window.closesAt);
    else merged.push({ ...window });
  }
  return merged;
}

/**
 * When the next round starts if none is running. It is never in the past: rounds missed during a pause or an outage are skipped,
 * and at most one starts at once. Null if no slot can ever open. `lastRoundAt` is the start of the last round; if it is null, a
 * round starts as soon as it is allowed.
 */
export function nextRound(given: {
  settings: Scheduling;
  timezone: string;
  now: Instant;
  lastRoundAt: Instant | null;
}): NextRound | null {
  const { settings, timezone, now, lastRoundAt } = given;
  if (!settings.useScheduledSlots) return nextByFrequency(settings, now, lastRoundAt);
  const windows = windowsBetween({ slots: settings.scheduledSlots, timezone, from: now, to: now + horizonMs });
  return nextInWindows(windows, settings, now, lastRoundAt);
}

/** Whether the new settings have a time slot open now and the old ones did not. */
export const opensSlot = ({
  before,
  after,
  timezone,
  now,
}: {
  before: Scheduling;
  after: Scheduling;
  timezone: string;
  now: Instant;
}): boolean => isSlotOpen(after, timezone, now) && !isSlotOpen(before, timezone, now);

const isSlotOpen = (settings: Scheduling, timezone: string, now: Instant): boolean =>
  settings.useScheduledSlots && (cutAt({ settings, timezone, now }) ?? now) > now;

export const nextByFrequency = (
  { shareFrequency }: Pick<Scheduling, 'shareFrequency'>,
  now: Instant,
  lastRoundAt: Instant | null,
): NextRound => ({
  startsAt: lastRoundAt === null ? now : Math.max(lastRoundAt + shareFrequency * minuteMs, now),
  closesAt: null,
});

/** `nextRound` in slot mode, for given windows: all that are open at `now` or later, in order. */
export function nextInWindows(
  windows: Iterable<Window>,
  { shareFrequency }: Pick<Scheduling, 'shareFrequency'>,
  now: Instant,
  lastRoundAt: Instant | null,
): NextRound | null {
  for (const { opensAt, closesAt, slot } of windows) {
    const isFollowing = lastRoundAt !== null && lastRoundAt >= opensAt;
    const startsAt = Math.max(isFollowing ? lastRoundAt + shareFrequency * minuteMs : opensAt, now);
    if (startsAt < closesAt) return { startsAt, closesAt, slot };
  }
  return null;
}

/**
 * When a running round must end: at the end of the open window, `now` if none is open, or null in frequency mode. Must be called
 * again after every change of settings or time zone.
 */
export function cutAt(given: { settings: Scheduling; timezone: string; now: Instant }): Instant | null {
  const { settings, timezone, now } = given;
  if (!settings.useScheduledSlots) return null;
  const [open] = windowsBetween({ slots: settings.scheduledSlots, timezone, from: now, to: now + 1 });
  return open?.closesAt ?? now;
}

/** Mistakes in settings whose fields are each valid, by field. */
export function checkSettings(settings: Scheduling): Record<string, string> {
  if (settings.scheduledSlots.some(({ startTime, endTime }) => minutesOf(startTime) === minutesOf(endTime)))
    return { scheduledSlots: 'Start and end can’t be the same' };
  if (settings.useScheduledSlots && !settings.scheduledSlots.some(canOpen))
    return { scheduledSlots: 'Turn on at least one slot and pick a day for it' };
  return {};
}

/** A party that isn't over, with the listings that match it and had no attempt in it. */
export type PlannedParty = { title: string; startsAt: Instant; endsAt: Instant; left: number };

/** The time slots while there are parties; null: any time is right. */
export const slotsOf = (
  parties: readonly PlannedParty[],
  { settings, timezone, now }: { settings: Scheduling; timezone: string; now: Instant },
): readonly Window[] | null => {
  if (!settings.useScheduledSlots) return null;
  const to = Math.max(now, ...parties.map(({ endsAt }) => endsAt));
  return to === now ? [] : windowsBetween({ slots: settings.scheduledSlots, timezone, from: now, to });
};

type Opening = { party: PlannedParty; startsAt: Instant; closesAt: Instant };

/** The first visit that may begin at `from` or later, of the party that ends first. */
export function nextPartyVisit(
  parties: readonly PlannedParty[],
  slots: readonly Window[] | null,
  from: Instant,
): Opening | null {
  const openings = parties.flatMap((party) => (party.left > 0 ? (openingOf(party, slots, from) ?? []) : []));
  return openings.toSorted((a, b) => a.startsAt - b.startsAt || a.party.endsAt - b.party.endsAt)[0] ?? null;
}

function openingOf(party: PlannedParty, slots: readonly Window[] | null, from: Instant): Opening | null {
  const at = Math.max(from, party.startsAt);
  const slot = slots?.find(({ closesAt }) => closesAt > at);
  const startsAt = Math.max(at, slot?.opensAt ?? at);
  if (startsAt >= party.endsAt || (slots !== null && slot === undefined)) return null;
  return { party, startsAt, closesAt: Math.min(slot?.closesAt ?? party.endsAt, party.endsAt) };
}

export type Span = { from: Instant; to: Instant };
type Ask = Omit<Parameters<typeof nextRound>[0], 'now' | 'lastRoundAt'> & {
  /** When the last round started, or the bot did. */
  since: Instant;
  now: Instant;
};

/** A round that starts this late was due before. Steps are a moment late, and readings of closets take a minute. */
const lateMs = 5 * 60_000;

/** Whether a round that starts now should have started before. */
export const isLate = ({ since, now, ...schedule }: Ask): boolean =>
  now - (nextRound({ ...schedule, now: since, lastRoundAt: since })?.startsAt ?? now) > lateMs;

/** How many rounds were due since then in one of these times, each at its place in the schedule. */
export function missedRounds({ since, now, ...schedule }: Ask, off: readonly Span[]): number {
  let missed = 0;
  for (let at = since; ; ) {
    const next = nextRound({ ...schedule, now: at, lastRoundAt: at });
    // A slot that is open now opened before: only its next opening counts.
    if (next === null || next.startsAt <= at || next.startsAt >= now) return missed;
    at = next.startsAt;
    if (off.some(({ from, to }) => at >= from && at < to)) missed += 1;
  }
}
