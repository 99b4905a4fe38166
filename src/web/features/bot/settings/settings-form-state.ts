// The state of the settings form, which outlives the screen. Loaded with the form, after the first view.
import { zodResolver } from '@hookform/resolvers/zod';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState } from 'react';
import { createFormControl, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { BotSettingsChange } from '#contract/bot/bot.ts';
import { type BotSettings, standardSettings } from '#domain/bot/bot.ts';
import { botKeys } from '../queries.ts';
import { type SettingsForm, useSharedSettings } from './shared-settings.ts';

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
export const useSettingsForm = (saved: BotSettings): SettingsForm => {
  const client = useQueryClient();
  const [{ formControl }] = useState(() => heldForm(client));
  const form = useForm<BotSettings, unknown, BotSettings>({ ...options, formControl, values: saved });
  const { share } = useSharedSettings();
  // The Start button is drawn before the form, and outside it.
  useEffect(() => {
    share(form);
    return () => share(null);
  }, [share, form]);
  return form;
};

const Context = createContext<SettingsForm | null>(null);
export const SettingsFormProvider = Context.Provider;

/** The form, for its fields. */
export const useFieldsForm = (): SettingsForm => {
  const form = useContext(Context);
  if (form === null) throw new Error('A field of the settings form is used outside it');
  return form;
};
