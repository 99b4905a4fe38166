// What the slot editor may do with slots: draw one, find room for another, and merge those that overlap.

import { minutesOf, type Weekday } from '../../time.ts';
import { newSlot, type ScheduledSlot } from '../bot.ts';
import { canOpen } from './schedule.ts';

type Slots = readonly ScheduledSlot[];

const dayMinutes = 1440;
const weekMinutes = 7 * dayMinutes;
/** Drawn and moved slots snap to steps of this size. */
export const slotStepMinutes = 15;

const inWeek = (minute: number): number => ((minute % weekMinutes) + weekMinutes) % weekMinutes;
const timeOf = (minute: number): string => {
  const inDay = ((minute % dayMinutes) + dayMinutes) % dayMinutes;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
};

/** A stretch of the week in minutes since Sunday 00:00. It may run past the end of the week into the next one. */
type Stretch = { from: number; to: number };

/** Whether a typed time can be read, as 9:30 or 21:30. */
export const isTime = (time: string): boolean => /^([01]?\d|2[0-3]):[0-5]\d$/.test(time);

/** The stretches in which a slot is open, whether it is on or off. A slot over midnight belongs to the day on which it starts. */
function stretchesOf({ startTime, endTime, daysOfWeek }: ScheduledSlot): Stretch[] {
  if (!isTime(startTime) || !isTime(endTime)) return [];
  const start = minutesOf(startTime);
  const length = (minutesOf(endTime) - start + dayMinutes) % dayMinutes;
  if (length === 0) return [];
  return daysOfWeek.map((day) => ({ from: day * dayMinutes + start, to: day * dayMinutes + start + length }));
}

/** Even if one of them continues past the end of the week. Slots that only touch don't overlap. */
const meet = (a: Stretch, b: Stretch): boolean =>
  [-weekMinutes, 0, weekMinutes].some((shift) => a.from < b.to + shift && b.from + shift < a.to);

const overlap = (one: ScheduledSlot, other: ScheduledSlot): boolean =>
  stretchesOf(one).some((a) => stretchesOf(other).some((b) => meet(a, b)));

/** The days and minutes that a pointer covered, in any direction. Days that were only touched count whole. */
export type Drawing = { days: readonly [Weekday, Weekday]; minutes: readonly [number, number] };

/** The slot for a drawing: in whole steps, at least one step long, within the day. */
export function drawnSlot({ days, minutes }: Drawing): ScheduledSlot {
  const [early, late] = [Math.min(...minutes), Math.max(...minutes)].map((minute) =>
    Math.min(Math.max(minute, 0), dayMinutes),
  ) as [number, number];
  const start = Math.min(Math.floor(early / slotStepMinutes) * slotStepMinutes, dayMinutes - slotStepMinutes);
  // A whole day can't be a slot, because its end would be its start.
  const longest = start === 0 ? dayMinutes - slotStepMinutes : dayMinutes;
  const end = Math.min(Math.max(Math.ceil(late / slotStepMinutes) * slotStepMinutes, start + slotStepMinutes), longest);
  const [first, last] = [Math.min(...days), Math.max(...days)];
  return {
    startTime: timeOf(start),
    endTime: timeOf(end),
    enabled: true,
    daysOfWeek: everyDay.filter((day) => day >= first && day <= last),
  };
}
const everyDay: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

/** When sellers usually share, the specification's default first. After these, every hour is tried. */
const usualStarts = [9, 12, 18, 21, 15, 7];
const everyHour = Array.from({ length: 24 }, (_, hour) => hour);
const dayChoices: readonly Weekday[][] = [newSlot.daysOfWeek, [0, 6], ...everyDay.map((day) => [day])];

/** An hour for one more slot at the next usual time that no slot covers, on or off; null if the week has no free hour. */
export function nextFreeSlot(slots: Slots): ScheduledSlot | null {
  for (const days of dayChoices)
    for (const hour of [...usualStarts, ...everyHour]) {
      const slot = { ...newSlot, startTime: timeOf(hour * 60), endTime: timeOf(hour * 60 + 60), daysOfWeek: [...days] };
      if (!slots.some((other) => overlap(slot, other))) return slot;
    }
  return null;
}

/** Groups of slots that are on and overlap, by their places in the list. */
export function overlappingSlots(slots: Slots): number[][] {
  const groups: number[][] = [];
  for (const [index, slot] of slots.entries()) {
    if (!isOpen(slot)) continue;
    const touched = groups.filter((group) => group.some((other) => overlap(slot, slots[other] as ScheduledSlot)));
    const rest = groups.filter((group) => !touched.includes(group));
    groups.splice(
      0,
      groups.length,
      ...rest,
      [...touched.flat(), index].sort((a, b) => a - b),
    );
  }
  return groups.filter(({ length }) => length > 1).sort(([a = 0], [b = 0]) => a - b);
}

const isOpen = (slot: ScheduledSlot): boolean => isTime(slot.startTime) && isTime(slot.endTime) && canOpen(slot);

/**
 * The same sharing hours without overlaps. The combined hours of overlapping slots replace the first slot of the group, and all
 * other slots stay as they are. Days with the same hours share a slot.
 */
export function mergeOverlaps(slots: Slots): ScheduledSlot[] {
  const groups = overlappingSlots(slots);
  return slots.flatMap((slot, index) => {
    const group = groups.find((members) => members.includes(index));
    if (group === undefined) return [slot];
    return group[0] === index
      ? covering(union(group.flatMap((member) => stretchesOf(slots[member] as ScheduledSlot))))
      : [];
  });
}

/** Merges stretches that overlap or touch. One that continues past the end of the week meets the week's beginning. */
function union(stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = [];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const open = merged.at(-1);
    if (open && from <= open.to) open.to = Math.max(open.to, to);
    else merged.push({ from, to });
  }
  const [first] = merged;
  const last = merged.at(-1);
  if (!first || !last || last.to < first.from + weekMinutes) return merged;
  if (first === last) return [{ from: 0, to: weekMinutes }];
  return union([...merged.slice(1, -1), { from: last.from, to: Math.max(last.to, first.to + weekMinutes) }]);
}

/** Slots for these stretches. A stretch of 24 hours or more is cut at noons and midnights, because no slot can be that long. */
function covering(stretches: readonly Stretch[]): ScheduledSlot[] {
  const half = dayMinutes / 2;
  const pieces = stretches.flatMap(({ from, to }) => {
    if (to - from < dayMinutes) return [{ from, to }];
    const cuts: Stretch[] = [];
    for (let at = from; at < to; at = cuts.at(-1)?.to ?? to)
      cuts.push({ from: at, to: Math.min((Math.floor(at / half) + 1) * half, to) });
    return cuts;
  });
  const byHours = new Map<string, ScheduledSlot>();
  for (const { from, to } of pieces) {
    const [startTime, endTime] = [timeOf(from), timeOf(to)];
    const day = everyDay[Math.floor(inWeek(from) / dayMinutes)] ?? 0;
    const known = byHours.get(`${startTime}-${endTime}`);
    const daysOfWeek = everyDay.filter((each) => each === day || known?.daysOfWeek.includes(each));
    byHours.set(`${startTime}-${endTime}`, { startTime, endTime, enabled: true, daysOfWeek });
  }
  return [...byHours.values()];
}
