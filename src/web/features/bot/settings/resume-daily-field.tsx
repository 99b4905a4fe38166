// The switch for starting again every day after the daily limit.
import { useController } from 'react-hook-form';
import { limitMessages as messages } from '#web/messages/bot/limit.ts';
import { SwitchRow } from '#web/ui/switch.tsx';
import { useFieldsForm } from './settings-form-state.ts';

export const ResumeDailyField = () => {
  const { control } = useFieldsForm();
  const { field } = useController({ control, name: 'resumeDaily' });
  return (
    <div>
      <SwitchRow
        id="resume-daily-switch"
        title={messages.resumeDaily}
        text={messages.resumeDailyText}
        checked={field.value}
        onChange={({ target }) => field.onChange(target.checked)}
        onBlur={field.onBlur}
        name={field.name}
        ref={field.ref}
      />
    </div>
  );
};
