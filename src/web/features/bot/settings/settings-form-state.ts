// The state of the settings form, which outlives the screen.
import { zodResolver } from '@hookform/resolvers/zod';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import { createFormControl, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { BotSettingsChange } from '#contract/schemas/bot.ts';
import { type BotSettings, standardSettings } from '#domain/bot/bot.ts';
import { botKeys } from '../queries.ts';

/** The form holds the settings themselves; what is not filled in is told by the contract's own messages. */
export type SettingsForm = UseFormReturn<BotSettings, unknown, BotSettings>;

const resolver = zodResolver<BotSettings, unknown, BotSettings>(
  BotSettingsChange as unknown as z.ZodType<BotSettings, BotSettings>,
);

const options = { resolver, resetOptions: { keepDirtyValues: true } };

const createForm = () =>
  createFormControl<BotSettings, unknown, BotSettings>({ ...options, defaultValues: standardSettings });

/**
 * The form outlives the dashboard: what was typed is there when the seller comes back from another screen. It is held
 * among what was read of the account, so that it goes with it, whichever way the session ends.
 */
const heldForm = (client: QueryClient): ReturnType<typeof createForm> => {
  const held = client.getQueryData<ReturnType<typeof createForm>>(botKeys.settingsForm);
  if (held !== undefined) return held;
  const form = createForm();
  client.setQueryDefaults(botKeys.settingsForm, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(botKeys.settingsForm, form);
  const ask = (event: BeforeUnloadEvent) => {
    if (client.getQueryData(botKeys.settingsForm) === form) event.preventDefault();
    else removeEventListener('beforeunload', ask);
  };
  // A page that listens all the time is not kept for the browser's Back by every browser.
  form.subscribe({
    formState: { dirtyFields: true },
    callback: ({ dirtyFields = {} }) =>
      (Object.keys(dirtyFields).length > 0 ? addEventListener : removeEventListener)('beforeunload', ask),
  });
  return form;
};

/** The one form of the dashboard: Start sends it, Update Settings saves it. Saved settings flow in where nothing was changed. */
export const useSettingsForm = (saved: BotSettings | undefined): SettingsForm => {
  const client = useQueryClient();
  const [{ formControl }] = useState(() => heldForm(client));
  return useForm<BotSettings, unknown, BotSettings>({
    ...options,
    formControl,
    ...(saved === undefined ? {} : { values: saved }),
  });
};

/** Fills the form with settings as the server has them, whatever was typed: by itself a reset would keep that, as `resetOptions` say. */
export const fillWith = (form: SettingsForm, saved: BotSettings): void => form.reset(saved, { keepDirtyValues: false });

/** The server has `saved` of what was `sent`. What the seller changed while it was on its way is newer, and still unsaved. */
export const settle = (form: SettingsForm, sent: BotSettings, saved: BotSettings): void => {
  const typed = form.getValues();
  const names = Object.keys(sent) as (keyof BotSettings)[];
  const newer = names.filter((name) => JSON.stringify(typed[name]) !== JSON.stringify(sent[name]));
  const values = newer.map((name) => [name, typed[name]] as const);
  fillWith(form, saved);
  for (const [name, value] of values) form.setValue(name, value, { shouldDirty: true });
};

const Context = createContext<SettingsForm | null>(null);
export const SettingsFormProvider = Context.Provider;

export const useSharedSettingsForm = (): SettingsForm => {
  const form = useContext(Context);
  if (form === null) throw new Error('The settings form is used outside its provider');
  return form;
};
