// The timeline as every part of a screen shows it.
import type { BotStatus, Timeline } from '#contract/bot/bot.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { timelineQuery } from '../queries.ts';
import { dayOf, type TimelineDay } from './rail-geometry.ts';

/** With the numbers of the status that is shown beside it. */
export const useTimeline = (status: BotStatus | undefined) => {
  const { data, error, isPending, refetch } = useSteadyQuery(timelineQuery);
  return { data: data && status ? withStatus(data, status) : data, error, isPending, refetch };
};

type Round = TimelineDay['rounds'][number];

type Figures = Pick<BotStatus, 'sharesToday' | 'shareStatus' | 'now' | 'meanPauseMs'>;

/**
 * The timeline with the numbers of the status. Both are read on their own, so the plan may be a few shares or a round ahead or
 * behind. What has happened today comes from the status alone, so no two places on the screen differ.
 */
export const withStatus = (timeline: Timeline, status: Figures): Timeline => {
  const now = Date.parse(status.now);
  const today = dayOf(timeline, now);
  const days = timeline.days.map((day) => {
    // A round ahead that the limit will cut is as planned as the others.
    const rounds = day.rounds.map((round): Round => {
      const isAhead = round.state === 'cut' && Date.parse(round.startsAt) >= now;
      return isAhead ? { ...round, state: 'planned' } : round;
    });
    return day === today
      ? { ...day, shares: status.sharesToday, rounds: withRunningRound(rounds, day, status) }
      : { ...day, rounds };
  });
  return { ...timeline, days };
};

const withRunningRound = (
  drawn: Round[],
  day: Pick<TimelineDay, 'startsAt'>,
  { shareStatus, now, meanPauseMs }: Figures,
): Round[] => {
  const { completedShares: shares, notConfirmed, refused, totalListings: planned, left, startedAt } = shareStatus;
  const figures = { shares, notConfirmed, refused };
  const [begun, present] = [Date.parse(startedAt ?? ''), Date.parse(now)];
  const isMissing =
    shareStatus.isUnderWay &&
    begun >= Date.parse(day.startsAt) &&
    drawn.every((round) => Date.parse(round.startsAt) !== begun);
  const rounds = drawn.flatMap((round): Round[] => {
    const startsAt = Date.parse(round.startsAt);
    if (startsAt === begun && shareStatus.isUnderWay) return [{ ...round, ...figures, state: 'running' }];
    if (startsAt === begun && round.state === 'running')
      return [{ ...round, ...figures, state: left === 0 ? 'done' : 'cut' }];
    // It has ended since, or the status does not know it yet.
    if (round.state === 'running')
      return [startsAt < begun ? { ...round, state: 'done' } : { ...round, ...none, state: 'planned' }];
    // This is the round that has begun since.
    return isMissing && round.state === 'planned' && startsAt <= present ? [] : [round];
  });
  if (!isMissing || startedAt === undefined) return rounds;
  const endsAt = new Date(present + left * meanPauseMs).toISOString();
  const { kind, party } = shareStatus;
  const running: Round = {
    kind,
    ...(party && { party }),
    startsAt: startedAt,
    endsAt,
    ...figures,
    planned,
    state: 'running',
  };
  return [...rounds, running].toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
};

const none = { shares: 0, notConfirmed: 0, refused: 0 };
