// What the form's settings will make, saved or not.
import { useWatch } from 'react-hook-form';
import { BotSettingsChange, type BotStatus } from '#contract/schemas/bot.ts';
import type { BotSettings } from '#domain/bot/bot.ts';
import { estimateSchedule, type ScheduleEstimate } from '#domain/bot/schedule-estimate.ts';
import { adviseLimit, type LimitAdvice } from '#domain/bot/share-jail.ts';
import { useSharedSettingsForm } from './settings-form-state.ts';

/** Follows every change in the form. While the form holds a mistake, the saved settings count. */
export const useEstimate = (status: BotStatus): { estimate: ScheduleEstimate; advice: LimitAdvice } => {
  const { control } = useSharedSettingsForm();
  const typed = useWatch({ control, compute: (values: BotSettings) => values });
  const settings = BotSettingsChange.safeParse(typed).success ? { ...status.settings, ...typed } : status.settings;
  const estimate = estimateSchedule({
    settings,
    timezone: status.timezone,
    now: Date.parse(status.now),
    listings: status.roundListings,
    meanPauseMs: status.meanPauseMs,
  });
  const { dailyShareLimit } = settings;
  return { estimate, advice: adviseLimit({ dailyShareLimit, reachable: estimate.reachable }) };
};
