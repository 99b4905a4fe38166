import { useWatch } from 'react-hook-form';
import type { BotStatus } from '#contract/bot.ts';
import type { BotSettings } from '#domain/bot.ts';
import { failureMessage } from '#web/lib/api.ts';
import { showFieldFailures } from '#web/lib/form-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { FrequencyField } from './frequency-field.tsx';
import { LimitField } from './limit-field.tsx';
import { OfferField } from './offer-field.tsx';
import { useChangeSettings } from './queries.ts';
import { fillWith, useSharedSettingsForm } from './settings-form-state.ts';
import { changeWords } from './settings-words.ts';
import { SlotsField } from './slot-editor.tsx';
import './settings-form.css';
import { whenDone } from '#web/lib/when-done.ts';

const names = [
  'shareFrequency',
  'scheduledSlots',
  'useScheduledSlots',
  'offerShippingDiscount',
  'offerPercent',
  'dailyShareLimit',
] as const;

export const SettingsForm = ({ id, saved, status }: { id: string; saved: BotSettings; status: BotStatus }) => {
  const form = useSharedSettingsForm();
  const change = useChangeSettings();
  const send = form.handleSubmit((settings) =>
    whenDone(change.mutateAsync({ body: settings }), {
      onSuccess: (next) => {
        fillWith(form, next.settings);
        toastDone(
          'Settings Updated',
          status.isRunning ? 'They hold from the next share on.' : 'They hold from the next start on.',
        );
      },
      onError: (error) => {
        showFieldFailures(form, error, names);
        toastFailed('Update Failed', failureMessage(error, 'Failed to update settings'));
      },
    }),
  );
  return (
    <form onSubmit={send} noValidate aria-label="Bot settings">
      <Panel
        title="Settings"
        isLarge
        id={id}
        className="set"
        aside={<span className="small mute">Changes apply from the next share</span>}
        foot={
          <div className="setfoot">
            <Unsaved saved={saved} />
            <Button type="submit" look="primary" isPending={change.isPending} pendingText="Updating…">
              Update Settings
            </Button>
          </div>
        }
      >
        <FrequencyField />
        <LimitField status={status} />
        <SlotsField timezone={status.timezone} />
        <OfferField />
      </Panel>
    </form>
  );
};

const Unsaved = ({ saved }: { saved: BotSettings }) => {
  const form = useSharedSettingsForm();
  const current = useWatch({ control: form.control, compute: (values: BotSettings) => values });
  const words = changeWords(saved, { ...saved, ...current });
  return (
    <span className="small mute" role="status">
      {words === '' ? 'All saved.' : words}
      {words !== '' && (
        <button type="button" className="btn bare sm" onClick={() => fillWith(form, saved)}>
          Undo
        </button>
      )}
    </span>
  );
};
