import { zodResolver } from '@hookform/resolvers/zod';
import { createContext, useContext } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { BotSettingsChange } from '#contract/bot.ts';
import { type BotSettings, standardSettings } from '#domain/bot.ts';

/** The form holds the settings themselves; what is not filled in is told by the contract's own messages. */
export type SettingsForm = UseFormReturn<BotSettings, unknown, BotSettings>;

const resolver = zodResolver<BotSettings, unknown, BotSettings>(
  BotSettingsChange as unknown as z.ZodType<BotSettings, BotSettings>,
);

/** The one form of the dashboard: Start sends it, Update Settings saves it. Saved settings flow in where nothing was changed. */
export const useSettingsForm = (saved: BotSettings | undefined): SettingsForm =>
  useForm<BotSettings, unknown, BotSettings>({
    resolver,
    defaultValues: standardSettings,
    ...(saved === undefined ? {} : { values: saved }),
    resetOptions: { keepDirtyValues: true },
  });

/** Fills the form with settings as the server has them, whatever was typed: by itself a reset would keep that, as `resetOptions` say. */
export const fillWith = (form: SettingsForm, saved: BotSettings): void => form.reset(saved, { keepDirtyValues: false });

const Context = createContext<SettingsForm | null>(null);
export const SettingsFormProvider = Context.Provider;

export const useSharedSettingsForm = (): SettingsForm => {
  const form = useContext(Context);
  if (form === null) throw new Error('The settings form is used outside its provider');
  return form;
};
