// The switch of scheduled slots, and their editor.
import { useController } from 'react-hook-form';
import { zonePlace } from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { slotMessages as messages } from '#web/messages/bot/bot.ts';
import { later } from '#web/ui/later.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import { useFieldsForm } from './settings-form-state.ts';
import type { SlotErrors } from './slot-editor.tsx';

/** Most sellers share without slots. Until the editor is there its place is kept, so that little moves when it comes. */
const SlotEditor = later(() => import('./slot-editor.tsx'), {
  waiting: ({ slots }) => <div className="slots-waiting" style={properties({ slots: slots.length })} />,
});

export const SlotsField = ({ timezone }: { timezone: string }) => {
  const { control, clearErrors } = useFieldsForm();
  const mode = useController({ control, name: 'useScheduledSlots' });
  const { field, fieldState } = useController({ control, name: 'scheduledSlots' });
  const isOn = mode.field.value;
  const errors = fieldState.error as
    | (SlotErrors & { root?: { message?: string } } & Record<number, SlotErrors | undefined>)
    | undefined;
  return (
    <div>
      <SwitchRow
        id="slots-switch"
        title={messages.title}
        text={messages.text(zonePlace(timezone))}
        checked={isOn}
        onChange={({ target }) => {
          clearErrors('scheduledSlots');
          mode.field.onChange(target.checked);
        }}
        onBlur={mode.field.onBlur}
        name={mode.field.name}
        ref={mode.field.ref}
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
