// The settings form, whose state outlives the screen. Loaded after the first view.
import { zodResolver } from '@hookform/resolvers/zod';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createFormControl, FormProvider, useController, useForm, useFormContext, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { BotStatus } from '#contract/bot/bot.ts';
import { BotSettingsChange } from '#contract/bot/settings.ts';
import { type BotSettings, settingNames, standardSettings } from '#domain/bot/bot.ts';
import { zonePlace } from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { showFieldFailures } from '#web/lib/form-field.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import { toastDone, toastFixedText } from '#web/ui/toast-store.ts';
import { botKeys, useChangeSettings } from '../queries.ts';
import type { AllSlotErrors } from '../slots/slot-editor.tsx';
import { type SettingsForm as Form, fillWith, takeSaved, useSharedSettings } from './settings-card.tsx';
import { FrequencyField, LimitField, OfferField } from './settings-fields.tsx';
import { describeChanges, savedText } from './settings-messages.ts';
import './settings.css';

const resolver = zodResolver<BotSettings, unknown, BotSettings>(
  BotSettingsChange as unknown as z.ZodType<BotSettings, BotSettings>,
);

const options = { resolver, resetOptions: { keepDirtyValues: true } };

const createForm = () =>
  createFormControl<BotSettings, unknown, BotSettings>({ ...options, defaultValues: standardSettings });

/** Kept in the query cache with the account's data, so that it outlives the screen, and is dropped when the session ends. */
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
const useSettingsForm = (saved: BotSettings): Form => {
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

const SettingsForm = ({ status }: { status: BotStatus }) => {
  const saved = status.settings;
  const form = useSettingsForm(saved);
  const change = useChangeSettings();
  const send = form.handleSubmit((settings) => {
    const sent = structuredClone(form.getValues());
    return whenDone(change.mutateAsync({ body: settings }), {
      onSuccess: (next) => {
        takeSaved(form, sent, next.settings);
        toastDone('Settings Updated', savedText(next));
      },
      onError: (error) => {
        showFieldFailures(form, error, settingNames);
        toastFixedText(error, 'Update Failed', 'Failed to update settings');
      },
    });
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={send} noValidate aria-label="Bot settings">
        <Panel
          title="Settings"
          isLarge
          id="settings"
          className="set"
          aside={
            <span className="small mute">{`Changes apply ${status.isRunning ? 'from the next share' : 'at the next start'}`}</span>
          }
          foot={
            <div className="pfoot spread">
              <Unsaved saved={saved} />
              <Button type="submit" look="primary" isPending={change.isPending} pendingText="Updating…">
                Update Settings
              </Button>
            </div>
          }
        >
          <FrequencyField />
          <LimitField status={status} />
          <div>
            <SwitchField
              name="resumeDaily"
              title="Resume every day at midnight"
              text="After the bot reaches your daily limit, it starts again when your next day begins. Off: it waits for Start Bot."
            />
          </div>
          <SlotsField timezone={status.timezone} />
          <div className="offers">
            <SwitchField
              name="offerShippingDiscount"
              title="Offer shipping discount"
              text="Sends likers an offer after each round, and never below your floor price."
            />
            <OfferField />
          </div>
        </Panel>
      </form>
    </FormProvider>
  );
};

export default SettingsForm;

const Unsaved = ({ saved }: { saved: BotSettings }) => {
  const form = useFormContext<BotSettings>();
  const current = useWatch({ control: form.control, compute: (values: BotSettings) => values });
  const change = describeChanges(saved, { ...saved, ...current });
  return (
    <span className="small mute" role="status">
      {change === '' ? 'All changes saved.' : change}
      {change !== '' && (
        <button type="button" className="btn bare sm" onClick={() => fillWith(form, saved)}>
          Undo
        </button>
      )}
    </span>
  );
};

/** Most sellers share without slots. Until the editor is there its place is kept, so that little moves when it comes. */
const SlotEditor = later(() => import('../slots/slot-editor.tsx'), {
  waiting: ({ slots }) => <div className="slots-waiting" style={properties({ slots: slots.length })} />,
});

const SlotsField = ({ timezone }: { timezone: string }) => {
  const { clearErrors } = useFormContext<BotSettings>();
  const isOn = useWatch<BotSettings, 'useScheduledSlots'>({ name: 'useScheduledSlots' });
  const { field, fieldState } = useController<BotSettings, 'scheduledSlots'>({ name: 'scheduledSlots' });
  return (
    <div>
      <SwitchField
        name="useScheduledSlots"
        title="Scheduled slots"
        text={`Share only inside your slots (${zonePlace(timezone)} time). Off: share around the clock.`}
        onChange={() => clearErrors('scheduledSlots')}
      />
      {(isOn || field.value.length > 0) && (
        <SlotEditor
          slots={field.value}
          isOn={isOn}
          timezone={timezone}
          errors={fieldState.error as AllSlotErrors | undefined}
          onChange={(next) => {
            clearErrors('scheduledSlots');
            field.onChange(next);
          }}
        />
      )}
    </div>
  );
};

type OnOff = { [K in keyof BotSettings]: BotSettings[K] extends boolean ? K : never }[keyof BotSettings];

type SwitchProps = { name: OnOff; title: string; text: string; onChange?: () => void };

const SwitchField = ({ name, onChange, ...words }: SwitchProps) => {
  const { field } = useController<BotSettings, OnOff>({ name });
  return (
    <SwitchRow
      id={`${name}-switch`}
      {...words}
      checked={field.value}
      onChange={({ target }) => {
        onChange?.();
        field.onChange(target.checked);
      }}
      onBlur={field.onBlur}
      name={field.name}
      ref={field.ref}
    />
  );
};
