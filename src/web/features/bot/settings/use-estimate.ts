// Estimates how many rounds and shares a day settings lead to.
import { useMemo } from 'react';
import type { BotStatus } from '#contract/bot/bot.ts';
import type { BotSettings } from '#domain/bot/bot.ts';
import { adviseLimit, type LimitAdvice } from '#domain/bot/limit/share-jail.ts';
import { estimateSchedule, type ScheduleEstimate } from '#domain/bot/schedule/timeline.ts';
import { shareDay } from '#domain/time.ts';

/** The one source of every statement about how much settings make, and of every warning about it. */
export type Estimate = ScheduleEstimate & { advice: LimitAdvice };

const estimateOf = (settings: BotSettings, { timezone, now, roundListings, meanPauseMs }: BotStatus): Estimate => {
  const estimate = estimateSchedule({
    settings,
    timezone,
    now: Date.parse(now),
    listings: roundListings,
    meanPauseMs,
  });
  const { dailyShareLimit } = settings;
  return { ...estimate, advice: adviseLimit({ dailyShareLimit, reachable: estimate.reachable }) };
};

/** Drawn again only if something about it changes: a status comes with every share. */
export const useEstimateOf = (settings: BotSettings, status: BotStatus): Estimate => {
  const today = shareDay(Date.parse(status.now), status.timezone);
  const key = JSON.stringify([settings, status.timezone, today, status.roundListings, status.meanPauseMs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that the estimate depends on
  return useMemo(() => estimateOf(settings, status), [key]);
};

/** Of the settings that the bot goes by now, with the limit in force. */
export const useSavedEstimate = (status: BotStatus): Estimate =>
  useEstimateOf({ ...status.settings, dailyShareLimit: status.effectiveLimit }, status);
