// The settings of party shares and share-backs: on or off, and how many a day.
import { zodResolver } from '@hookform/resolvers/zod';
import { type Control, useController, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { BotStatus } from '#contract/bot/bot.ts';
import { BotSettingsChange } from '#contract/bot/settings.ts';
import { type BotSettings, partyShares, shareBacks } from '#domain/bot/bot.ts';
import { count } from '#web/format/format.ts';
import { showFieldFailures } from '#web/lib/form-field.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { sharesByKindText } from '#web/messages/bot/limit.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import { toastDone, toastFixedText } from '#web/ui/toast-store.ts';
import { useChangeSettings } from './queries.ts';

const names = ['partySharing', 'partySharesPerDay', 'shareBack', 'shareBackPerDay'] as const;
type Sharing = Pick<BotSettings, (typeof names)[number]>;

const resolver = zodResolver<Sharing, unknown, Sharing>(BotSettingsChange as unknown as z.ZodType<Sharing, Sharing>);

const sharingOf = ({ partySharing, partySharesPerDay, shareBack, shareBackPerDay }: BotSettings): Sharing => {
  return { partySharing, partySharesPerDay, shareBack, shareBackPerDay };
};

export const SharingForm = ({ status }: { status: BotStatus }) => {
  const form = useForm<Sharing, unknown, Sharing>({
    resolver,
    values: sharingOf(status.settings),
    resetOptions: { keepDirtyValues: true },
  });
  const { control, formState } = form;
  const change = useChangeSettings();
  const save = form.handleSubmit((sharing) =>
    whenDone(change.mutateAsync({ body: sharing }), {
      onSuccess: ({ settings, isRunning }) => {
        form.reset(sharingOf(settings));
        toastDone('Saved', isRunning ? 'Changes apply from the next share.' : 'Changes apply at the next start.');
      },
      onError: (error) => {
        showFieldFailures(form, error, names);
        toastFixedText(error, 'Not saved', 'Failed to save');
      },
    }),
  );
  const byKind = sharesByKindText(status);
  return (
    <form onSubmit={save} noValidate aria-label="Party shares and share-backs">
      <Panel
        title="Parties and share-backs"
        isLarge
        className="sharing-form"
        foot={
          <div className="pfoot spread">
            <span className="small mute" role="status">
              {formState.isDirty ? 'Not saved yet.' : 'All changes saved.'}
            </span>
            <Button type="submit" look="primary" isPending={change.isPending} pendingText="Saving…">
              Save
            </Button>
          </div>
        }
      >
        <Kind
          control={control}
          switchName="partySharing"
          title="Share to parties"
          text="While a party is on, Hangtag shares each listing that matches to it once, between your rounds. Listings that don’t surely match are left out."
          numberName="partySharesPerDay"
          label="Party shares a day, at most"
          bounds={partyShares}
        />
        <Kind
          control={control}
          switchName="shareBack"
          title="Share back"
          text="Whoever shared one of your listings in the last 24 hours gets one share: their newest listing, once a day. Hangtag follows nobody, and keeps only their closet’s name in your activity."
          numberName="shareBackPerDay"
          label="Share-backs a day, at most"
          bounds={shareBacks}
        />
        <p className="small mute">
          {`Both count toward your daily limit of ${count(status.effectiveLimit)}, like every share. Today so far: ${count(status.sharesToday)}${byKind === null ? '' : `, of them ${byKind}`}.`}
        </p>
      </Panel>
    </form>
  );
};

type KindProps = {
  control: Control<Sharing, unknown, Sharing>;
  switchName: 'partySharing' | 'shareBack';
  title: string;
  text: string;
  numberName: 'partySharesPerDay' | 'shareBackPerDay';
  label: string;
  bounds: { least: number; most: number };
};

const Kind = ({ control, switchName, title, text, numberName, label, bounds }: KindProps) => {
  const { value: isOn, ...toggle } = useController({ control, name: switchName }).field;
  const { field, fieldState } = useController({ control, name: numberName });
  return (
    <div>
      <SwitchRow
        {...toggle}
        id={`${switchName}-switch`}
        title={title}
        text={text}
        checked={isOn}
        onChange={({ target }) => toggle.onChange(target.checked)}
      />
      {isOn && (
        <Field
          {...field}
          label={label}
          type="number"
          inputMode="numeric"
          min={bounds.least}
          max={bounds.most}
          step={1}
          hint={`${count(bounds.least)} to ${count(bounds.most)}`}
          value={Number.isNaN(field.value) ? '' : field.value}
          onChange={({ target }) => field.onChange(target.valueAsNumber)}
          error={fieldState.error?.message}
        />
      )}
    </div>
  );
};
