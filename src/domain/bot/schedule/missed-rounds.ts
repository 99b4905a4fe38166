// Counts the rounds that were due while nothing ran, because the computer was asleep or off.
import type { Instant } from '../../ports/clock.ts';
import { nextRound } from './schedule.ts';

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
