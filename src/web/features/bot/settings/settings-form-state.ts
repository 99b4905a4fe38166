// The state of the settings form, which outlives the screen.
import { zodResolver } from '@hookform/resolvers/zod';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import { createFormControl, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { BotSettingsChange } from '#contract/schemas/bot.ts';
import { type BotSettings, standardSettings } from '#domain/bot/bot.ts';
import { botKeys } from '../queries.ts';

/** The form's values have the shape of the settings, so the contract's error messages fit its fields. */
export type SettingsForm = UseFormReturn<BotSettings, unknown, BotSettings>;

const resolver = zodResolver<BotSettings, unknown, BotSettings>(
  BotSettingsChange as unknown as z.ZodType<BotSettings, BotSettings>,
);

const options = { resolver, resetOptions: { keepDirtyValues: true } };

const createForm = () =>
  createFormControl<BotSettings, unknown, BotSettings>({ ...options, defaultValues: standardSettings });

/**
 * Typed values are still there when the seller returns from another screen. The form is kept in the query cache with the
 * account's data, so it is dropped with that data when the session ends.
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
  // With a `beforeunload` listener some browsers don't use their back/forward cache, so it is set only while needed.
  form.subscribe({
    formState: { dirtyFields: true },
    callback: ({ dirtyFields = {} }) =>
      (Object.keys(dirtyFields).length > 0 ? addEventListener : removeEventListener)('beforeunload', ask),
  });
  return form;
};

/** Start and Update Settings both submit this form. Newly saved settings appear in fields that the seller has not changed. */
export const useSettingsForm = (saved: BotSettings | undefined): SettingsForm => {
  const client = useQueryClient();
  const [{ formControl }] = useState(() => heldForm(client));
  return useForm<BotSettings, unknown, BotSettings>({
    ...options,
    formControl,
    ...(saved === undefined ? {} : { values: saved }),
  });
};

/** Replaces everything typed. A plain reset would keep typed values because of `resetOptions`. */
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

const Context = createContext<SettingsForm | null>(null);
export const SettingsFormProvider = Context.Provider;

export const useSharedSettingsForm = (): SettingsForm => {
  const form = useContext(Context);
  if (form === null) throw new Error('The settings form is used outside its provider');
  return form;
};
