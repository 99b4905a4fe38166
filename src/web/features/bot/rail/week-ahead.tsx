// The lines about clock changes and next starts, below the week of slots.
import type { ScheduledSlot } from '#domain/bot/bot.ts';
import { windowsBetween } from '#domain/bot/schedule/schedule.ts';
import { isTime } from '#domain/bot/schedule/slot-editing.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { addDays, dayBounds, shareDay, type Weekday, weekdayOf } from '#domain/time.ts';
import { clockTime, longDay, zonePlace } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { Time } from '#web/ui/time.tsx';

const longerText = (day: string, hours: number) =>
  `Clocks go back on ${day}, so that day has ${hours} hours. Each slot opens once.`;
const shorterText = (day: string, hours: number) =>
  `Clocks go forward on ${day}, so that day has ${hours} hours. A slot in the skipped hour opens right after it.`;

export const WeekAhead = ({ slots, timezone }: { slots: readonly ScheduledSlot[]; timezone: string }) => {
  const now = useNow(60_000);
  const starts = nextStarts(slots, { timezone, now });
  const closesAt = openUntil(slots, { timezone, now });
  return (
    <div className="week-ahead small lines-tight">
      {clockChanges(now, timezone).map(({ startsAt, hours }) => (
        <p key={startsAt} className="week-clocks">
          {(hours > 24 ? longerText : shorterText)(longDay(startsAt, timezone), hours)}
        </p>
      ))}
      {closesAt !== null && (
        <p>
          <b>
            {closesAt === 'always'
              ? 'Your slots leave no gap, so sharing is open around the clock.'
              : `Open now, until ${longDay(closesAt, timezone)}, ${clockTime(closesAt, timezone)}`}
          </b>
        </p>
      )}
      {closesAt !== 'always' && <h3 className="lab">Next starts, {zonePlace(timezone)} time</h3>}
      {starts.length === 0 ? (
        closesAt === null && <p className="mute">Nothing scheduled. Turn on a slot and pick at least one day.</p>
      ) : (
        <ol>
          {starts.map((start) => (
            <li key={start}>
              <Time at={start} zone={timezone}>
                {`${longDay(start, timezone)}, ${clockTime(start, timezone)}`}
              </Time>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
};

const dayMs = 86_400_000;
const hourMs = 3_600_000;

type ClockChange = { day: Weekday; startsAt: Instant; hours: number };

export const clockChanges = (now: Instant, timezone: string): ClockChange[] => {
  const today = shareDay(now, timezone);
  return Array.from({ length: 7 }, (_, ahead) => addDays(today, ahead)).flatMap((date) => {
    const { startsAt, endsAt } = dayBounds(date, timezone);
    return endsAt - startsAt === dayMs ? [] : [{ day: weekdayOf(date), startsAt, hours: (endsAt - startsAt) / hourMs }];
  });
};

export const nextStarts = (
  slots: readonly ScheduledSlot[],
  { timezone, now, most = 3 }: { timezone: string; now: Instant; most?: number },
): Instant[] =>
  windowsBetween({ slots: complete(slots), timezone, from: now, to: now + 8 * dayMs })
    .map(({ opensAt }) => opensAt)
    .filter((opensAt) => opensAt > now)
    .slice(0, most);

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
