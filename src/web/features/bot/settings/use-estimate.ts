// What settings will make: those in the form, saved or not, and the saved ones.
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { BotSettingsChange, type BotStatus } from '#contract/schemas/bot.ts';
import type { BotSettings } from '#domain/bot/bot.ts';
import { adviseLimit, type LimitAdvice } from '#domain/bot/limit/share-jail.ts';
import { estimateSchedule, type ScheduleEstimate } from '#domain/bot/schedule/schedule-estimate.ts';
import { shareDay } from '#domain/time.ts';
import { useSharedSettingsForm } from './settings-form-state.ts';

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
const useEstimateOf = (settings: BotSettings, status: BotStatus): Estimate => {
  const today = shareDay(Date.parse(status.now), status.timezone);
  const key = JSON.stringify([settings, status.timezone, today, status.roundListings, status.meanPauseMs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that the estimate depends on
  return useMemo(() => estimateOf(settings, status), [key]);
};

/** Follows every change in the form. While the form holds a mistake, the saved settings count. */
export const useEstimate = (status: BotStatus): { estimate: Estimate; settings: BotSettings } => {
  const { control } = useSharedSettingsForm();
  const typed = useWatch({ control, compute: (values: BotSettings) => values });
  const settings = BotSettingsChange.safeParse(typed).success ? { ...status.settings, ...typed } : status.settings;
  return { estimate: useEstimateOf(settings, status), settings };
};

/** Of the settings that the bot goes by now, with the limit in force. */
export const useSavedEstimate = (status: BotStatus): Estimate =>
  useEstimateOf({ ...status.settings, dailyShareLimit: status.effectiveLimit }, status);
