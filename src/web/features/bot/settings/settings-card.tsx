// Shares the settings form with the Start button, which is far above it and drawn before the form has loaded.
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { BotStatus } from '#contract/bot/bot.ts';
import { BotSettingsChange } from '#contract/bot/settings.ts';
import type { BotSettings } from '#domain/bot/bot.ts';

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
export const settle = (form: SettingsForm, sent: BotSettings, saved: BotSettings): void => {
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
