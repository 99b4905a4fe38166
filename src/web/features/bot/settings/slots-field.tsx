// The switch of scheduled slots, and their editor.
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { BotSettings } from '#domain/bot/bot.ts';
import { zonePlace } from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { later } from '#web/ui/later.tsx';
import type { SlotErrors } from './slot-editor.tsx';
import { SwitchField } from './switch-field.tsx';

/** Most sellers share without slots. Until the editor is there its place is kept, so that little moves when it comes. */
const SlotEditor = later(() => import('./slot-editor.tsx'), {
  waiting: ({ slots }) => <div className="slots-waiting" style={properties({ slots: slots.length })} />,
});

export const SlotsField = ({ timezone }: { timezone: string }) => {
  const { clearErrors } = useFormContext<BotSettings>();
  const isOn = useWatch<BotSettings, 'useScheduledSlots'>({ name: 'useScheduledSlots' });
  const { field, fieldState } = useController<BotSettings, 'scheduledSlots'>({ name: 'scheduledSlots' });
  const errors = fieldState.error as
    | (SlotErrors & { root?: { message?: string } } & Record<number, SlotErrors | undefined>)
    | undefined;
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
          errors={errors}
          message={errors?.root?.message ?? errors?.message}
          onChange={(next) => {
            clearErrors('scheduledSlots');
            field.onChange(next);
          }}
        />
      )}
    </div>
  );
};
