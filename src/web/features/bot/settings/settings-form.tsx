// The settings form.
import { useWatch } from 'react-hook-form';
import type { BotStatus } from '#contract/bot/bot.ts';
import type { BotSettings } from '#domain/bot/bot.ts';
import { showFieldFailures } from '#web/lib/form-field.ts';
import { failureText, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useChangeSettings } from '../queries.ts';
import { FrequencyField } from './frequency-field.tsx';
import { LimitField } from './limit-field.tsx';
import { OfferField } from './offer-field.tsx';
import { ResumeDailyField } from './resume-daily-field.tsx';
import { SettingsFormProvider, useFieldsForm, useSettingsForm } from './settings-form-state.ts';
import { describeChanges, savedText } from './settings-messages.ts';
import { fillWith, settle } from './shared-settings.ts';
import { SlotsField } from './slots-field.tsx';
import './settings-form.css';

import { settingsFormMessages as messages } from '#web/messages/bot/bot.ts';

const names = [
  'shareFrequency',
  'scheduledSlots',
  'useScheduledSlots',
  'offerShippingDiscount',
  'offerPercent',
  'dailyShareLimit',
  'resumeDaily',
] as const;

const SettingsForm = ({ id, saved, status }: { id: string; saved: BotSettings; status: BotStatus }) => {
  const form = useSettingsForm(saved);
  const change = useChangeSettings();
  const send = form.handleSubmit((settings) => {
    const sent = structuredClone(form.getValues());
    return whenDone(change.mutateAsync({ body: settings }), {
      onSuccess: (next) => {
        settle(form, sent, next.settings);
        toastDone(messages.updated, savedText(next));
      },
      onError: (error) => {
        showFieldFailures(form, error, names);
        const { text, detail } = failureText(error, messages.failedText);
        toastFailed(messages.failed, text, { error, detail });
      },
    });
  });
  return (
    <SettingsFormProvider value={form}>
      <form onSubmit={send} noValidate aria-label={messages.form}>
        <Panel
          title={messages.title}
          isLarge
          id={id}
          className="set"
          aside={<span className="small mute">{messages.applies(status.isRunning)}</span>}
          foot={
            <div className="setfoot">
              <Unsaved saved={saved} />
              <Button type="submit" look="primary" isPending={change.isPending} pendingText={messages.updating}>
                {messages.update}
              </Button>
            </div>
          }
        >
          <FrequencyField />
          <LimitField status={status} />
          <ResumeDailyField />
          <SlotsField timezone={status.timezone} />
          <OfferField />
        </Panel>
      </form>
    </SettingsFormProvider>
  );
};

export default SettingsForm;

const Unsaved = ({ saved }: { saved: BotSettings }) => {
  const form = useFieldsForm();
  const current = useWatch({ control: form.control, compute: (values: BotSettings) => values });
  const change = describeChanges(saved, { ...saved, ...current });
  return (
    <span className="small mute" role="status">
      {change === '' ? messages.saved : change}
      {change !== '' && (
        <button type="button" className="btn bare sm" onClick={() => fillWith(form, saved)}>
          {messages.undo}
        </button>
      )}
    </span>
  );
};
