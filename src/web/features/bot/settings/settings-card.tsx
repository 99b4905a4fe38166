// What the settings form shares with the rest of the screen: its values, for the Start button far above it, which is drawn before
// the form has loaded, and the estimate of what settings lead to.
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { BotStatus } from '#contract/bot/bot.ts';
import { BotSettingsChange } from '#contract/bot/settings.ts';
import type { BotSettings } from '#domain/bot/bot.ts';
import { adviseLimit, type LimitAdvice } from '#domain/bot/limit/share-jail.ts';
import { estimateSchedule, type ScheduleEstimate } from '#domain/bot/schedule/timeline.ts';
import { shareDay } from '#domain/time.ts';

/** The form's values have the shape of the settings, so the contract's error messages fit its fields. */
export type SettingsForm = UseFormReturn<BotSettings, unknown, BotSettings>;

type SharedSettings = {
  /** Null until the form has loaded. Nothing was typed then, so the saved settings count. */
  form: SettingsForm | null;
  share: (form: SettingsForm | null) => void;
};

const Context = createContext<SharedSettings | null>(null);

export const SettingsCard = ({ children }: { children: ReactNode }) => {
  const [form, share] = useState<SettingsForm | null>(null);
  const shared = useMemo(() => ({ form, share }), [form]);
  return <Context.Provider value={shared}>{children}</Context.Provider>;
};

export const useSharedSettings = (): SharedSettings => {
  const shared = useContext(Context);
  if (shared === null) throw new Error('The settings form is used outside its card');
  return shared;
};

/** Replaces everything typed. A plain reset would keep typed values because of the form's `resetOptions`. */
export const fillWith = (form: SettingsForm, saved: BotSettings): void => form.reset(saved, { keepDirtyValues: false });

/** The server saved `sent` as `saved`. Fields that the seller has changed since then stay as unsaved changes. */
export const takeSaved = (form: SettingsForm, sent: BotSettings, saved: BotSettings): void => {
  const typed = form.getValues();
  const names = Object.keys(sent) as (keyof BotSettings)[];
  const newer = names.filter((name) => JSON.stringify(typed[name]) !== JSON.stringify(sent[name]));
  const values = newer.map((name) => [name, typed[name]] as const);
  fillWith(form, saved);
  for (const [name, value] of values) form.setValue(name, value, { shouldDirty: true });
};

export const isValid = (typed: BotSettings): boolean => BotSettingsChange.safeParse(typed).success;

/** What is typed, saved or not. While the form holds a mistake, the saved settings count. */
export const validOrSaved = (typed: BotSettings | undefined, { settings }: BotStatus): BotSettings =>
  typed !== undefined && isValid(typed) ? { ...settings, ...typed } : settings;

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
