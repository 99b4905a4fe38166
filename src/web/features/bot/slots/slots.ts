// Computes with slots: moves them, reads typed times, places them in the week, and finds when they open.
import type { ScheduledSlot } from '#domain/bot/bot.ts';
import { windowsBetween } from '#domain/bot/schedule/schedule.ts';
import { isTime } from '#domain/bot/schedule/slot-editing.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { plainText } from '#domain/text/visible-text.ts';
import { addDays, dayBounds, minutesOf, shareDay, type Weekday, weekdayOf } from '#domain/time.ts';
import { clockOfMinutes } from '#web/format/format.ts';

type Slots = readonly ScheduledSlot[];

export const removeSlot = (slots: Slots, index: number): ScheduledSlot[] => slots.filter((_, at) => at !== index);

export const changeSlot = (slots: Slots, index: number, change: Partial<ScheduledSlot>): ScheduledSlot[] =>
  slots.map((slot, at) => (at === index ? { ...slot, ...change } : slot));

export const toggleDay = (slots: Slots, index: number, day: Weekday): ScheduledSlot[] => {
  const days = slots[index]?.daysOfWeek ?? [];
  const next = days.includes(day) ? days.filter((other) => other !== day) : [...days, day].sort((a, b) => a - b);
  return changeSlot(slots, index, { daysOfWeek: next });
};

export const weekdays: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];
export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export const dayMinutes = 1440;
const timeText = (minutes: number): string => {
  const inDay = ((minutes % dayMinutes) + dayMinutes) % dayMinutes;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
};

/** Moves a slot and keeps its length. A slot moved past midnight wraps around the day. */
export const shiftSlot = (slots: Slots, index: number, minutes: number): ScheduledSlot[] => {
  const slot = slots[index];
  if (!slot || !isTime(slot.startTime) || !isTime(slot.endTime)) return [...slots];
  return changeSlot(slots, index, {
    startTime: timeText(minutesOf(slot.startTime) + minutes),
    endTime: timeText(minutesOf(slot.endTime) + minutes),
  });
};

/** Turns 9:30pm, 9 p.m., 21:30, 9, 9:5, 930, or 9.30 into HH:MM. Leaves anything else as it is, so that the error shows. */
export const tidyTime = (typed: string): string => {
  const [, digits = '', half] = /^([^apm]*?)\s*([ap])\.?\s?m?\.?$/i.exec(plainText(typed)) ?? ['', plainText(typed)];
  const text = digits.replace(/[.h]/i, ':');
  const parts = /^(\d{1,2})(?::(\d{1,2}))?$/.exec(text) ?? /^(\d{1,2})(\d{2})$/.exec(text);
  if (!parts) return typed;
  const [hour, minute] = [Number(parts[1]), Number((parts[2] ?? '0').padEnd(parts[2]?.length === 1 ? 2 : 0, '0'))];
  if (minute > 59 || hour > 23) return typed;
  if (half === undefined) return timeText(hour * 60 + minute);
  if (hour < 1 || hour > 12) return typed;
  return timeText(((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 60 + minute);
};

/** 9:30 PM for 21:30, or 21:30 if the browser's clock has 24 hours. Text that is not a time stays as it was typed. */
export const shownTime = (time: string): string => (isTime(time) ? clockOfMinutes(minutesOf(time)) : time);

/** The part of a slot on one day, in percent of 24 hours. Overlapping slots get different lanes. */
export type WeekBlock = {
  slot: number;
  day: Weekday;
  from: number;
  to: number;
  lane: 0 | 1;
  isShared: boolean;
  isTail: boolean;
};

export const weekBlocks = (slots: Slots): WeekBlock[] => {
  const parts = slots.flatMap((slot, index) => {
    if (!isTime(slot.startTime) || !isTime(slot.endTime)) return [];
    const [start, end] = [minutesOf(slot.startTime), minutesOf(slot.endTime)];
    const part = (day: Weekday, from: number, to: number, isTail = false) =>
      to > from ? [{ slot: index, day, from: (from / dayMinutes) * 100, to: (to / dayMinutes) * 100, isTail }] : [];
    return slot.daysOfWeek.flatMap((day) => {
      if (start === end) return [];
      if (start < end) return part(day, start, end);
      return [...part(day, start, dayMinutes), ...part(((day + 1) % 7) as Weekday, 0, end, true)];
    });
  });
  return parts.map((part, index) => {
    const overlapping = parts.filter(
      (other, at) => at !== index && other.day === part.day && other.from < part.to && other.to > part.from,
    );
    const lane = parts.slice(0, index).some((other) => overlapping.includes(other)) ? 1 : 0;
    return { ...part, lane, isShared: overlapping.length > 0 };
  });
};

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The days of the coming week that are shorter or longer than 24 hours. */
export const clockChanges = (now: Instant, timezone: string) => {
  const today = shareDay(now, timezone);
  return Array.from({ length: 7 }, (_, ahead) => addDays(today, ahead)).flatMap((date) => {
    const { startsAt, endsAt } = dayBounds(date, timezone);
    return endsAt - startsAt === dayMs ? [] : [{ day: weekdayOf(date), startsAt, hours: (endsAt - startsAt) / hourMs }];
  });
};

export const nextStarts = (
  slots: readonly ScheduledSlot[],
  { timezone, now }: { timezone: string; now: Instant },
): Instant[] =>
  windowsBetween({ slots: complete(slots), timezone, from: now, to: now + 8 * dayMs })
    .map(({ opensAt }) => opensAt)
    .filter((opensAt) => opensAt > now)
    .slice(0, 3);

/** When the slot that is open now closes; null if none is. Slots without a gap never close. */
export const openUntil = (
  slots: readonly ScheduledSlot[],
  { timezone, now }: { timezone: string; now: Instant },
): Instant | 'always' | null => {
  const [open] = windowsBetween({ slots: complete(slots), timezone, from: now, to: now + 1 });
  if (open === undefined) return null;
  return open.closesAt - now >= 7 * dayMs ? 'always' : open.closesAt;
};

const complete = (slots: readonly ScheduledSlot[]): ScheduledSlot[] =>
  slots.filter(({ startTime, endTime }) => isTime(startTime) && isTime(endTime));
