// The timeline as every part of a screen shows it.
import type { BotStatus } from '#contract/bot/bot.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { timelineQuery } from '../queries.ts';
import { withStatus } from './timeline-with-status.ts';

/** With the numbers of the status that is shown beside it. */
export const useTimeline = (status: BotStatus | undefined) => {
  const { data, error, isPending, refetch } = useSteadyQuery(timelineQuery);
  return { data: data && status ? withStatus(data, status) : data, error, isPending, refetch };
};
