// Finds the next starts of slots, and the days when the clocks change.
import type { ScheduledSlot } from '#domain/bot/bot.ts';
import { windowsBetween } from '#domain/bot/schedule/schedule.ts';
import { isTime } from '#domain/bot/schedule/slot-editing.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { addDays, dayBounds, shareDay, type Weekday, weekdayOf } from '#domain/time.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

type ClockChange = { day: Weekday; startsAt: Instant; hours: number };

/** The days of the coming week when the clocks change, with their real length. */
export const clockChanges = (now: Instant, timezone: string): ClockChange[] => {
  const today = shareDay(now, timezone);
  return Array.from({ length: 7 }, (_, ahead) => addDays(today, ahead)).flatMap((date) => {
    const { startsAt, endsAt } = dayBounds(date, timezone);
    return endsAt - startsAt === dayMs ? [] : [{ day: weekdayOf(date), startsAt, hours: (endsAt - startsAt) / hourMs }];
  });
};

/** When slots open next, including clock changes. Leaves out incomplete slots. */
export const nextStarts = (
  slots: readonly ScheduledSlot[],
  { timezone, now, most = 3 }: { timezone: string; now: Instant; most?: number },
): Instant[] => {
  return windowsBetween({ slots: complete(slots), timezone, from: now, to: now + 8 * dayMs })
    .map(({ opensAt }) => opensAt)
    .filter((opensAt) => opensAt > now)
    .slice(0, most);
};

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
