// The lines about clock changes and next starts, below the week of slots.
import type { ScheduledSlot } from '#domain/bot/bot.ts';
import { clockTime, longDay, zonePlace } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';

import { Time } from '#web/ui/time.tsx';
import { clockChanges, nextStarts, openUntil } from './week-ahead.ts';

const messages = {
  longer: (day: string, hours: number) =>
    `Clocks go back on ${day}, so that day has ${hours} hours. Each slot opens once.`,
  shorter: (day: string, hours: number) =>
    `Clocks go forward on ${day}, so that day has ${hours} hours. A slot in the skipped hour opens right after it.`,
} as const;

/** Days with clock changes, and the next three starts of the slots as currently typed. */
export const WeekAhead = ({ slots, timezone }: { slots: readonly ScheduledSlot[]; timezone: string }) => {
  const now = useNow(60_000);
  const starts = nextStarts(slots, { timezone, now });
  const closesAt = openUntil(slots, { timezone, now });
  return (
    <div className="week-ahead small">
      {clockChanges(now, timezone).map(({ startsAt, hours }) => (
        <p key={startsAt} className="week-clocks">
          {(hours > 24 ? messages.longer : messages.shorter)(longDay(startsAt, timezone), hours)}
        </p>
      ))}
      {closesAt !== null && (
        <p>
          <b>
            {closesAt === 'always'
              ? 'Your slots leave no gap, so sharing is open around the clock.'
              : `Open now, until ${`${longDay(closesAt, timezone)}, ${clockTime(closesAt, timezone)}`}`}
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
