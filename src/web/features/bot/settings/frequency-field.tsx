// The field for how often the bot shares.
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { frequencyMinutes, frequencyPresets } from '#domain/bot/bot.ts';
import { settingsFormMessages as messages } from '#web/messages/bot/bot.ts';
import { Field } from '#web/ui/field.tsx';
import { useFieldsForm } from './settings-form-state.ts';
import { frequencyName, isPreset, numberOr } from './settings-messages.ts';

export const FrequencyField = () => {
  const id = useId();
  const { control } = useFieldsForm();
  const { field, fieldState } = useController({ control, name: 'shareFrequency' });
  const [isChosenCustom, setCustom] = useState(false);
  const isCustom = isChosenCustom || !isPreset(field.value);
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (minutes: number) => {
    setCustom(false);
    setTyped(null);
    field.onChange(minutes);
  };
  return (
    <fieldset>
      <legend>{messages.frequency}</legend>
      <div className="chips freq">
        {frequencyPresets.map((minutes) => (
          <label key={minutes} className={minutes === frequencyMinutes.standard ? 'chip rec' : 'chip'}>
            <input
              type="radio"
              name={id}
              checked={!isCustom && field.value === minutes}
              onChange={() => choose(minutes)}
            />
            {frequencyName(minutes)} {minutes === frequencyMinutes.standard && <small>{messages.recommended}</small>}
          </label>
        ))}
        <label className="chip">
          <input type="radio" name={id} checked={isCustom} onChange={() => setCustom(true)} />
          {messages.custom}
        </label>
      </div>
      {isCustom && (
        <div className="custom">
          <Field
            label={messages.minutes}
            type="number"
            inputMode="numeric"
            min={frequencyMinutes.least}
            max={frequencyMinutes.most}
            step={1}
            hint={messages.minutesHint(frequencyMinutes.least, frequencyMinutes.most)}
            ref={field.ref}
            name={field.name}
            value={typed ?? (Number.isNaN(field.value) ? '' : field.value)}
            onBlur={field.onBlur}
            onChange={({ target }) => {
              setTyped(target.value);
              field.onChange(numberOr(Number.NaN)(target.value));
            }}
            error={fieldState.error?.message}
          />
        </div>
      )}
    </fieldset>
  );
};
