// The field for how often the bot shares.

import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { type BotSettings, frequencyMinutes, frequencyPresets } from '#domain/bot/bot.ts';
import { count } from '#web/format/format.ts';
import { typedNumber } from '#web/lib/form-field.ts';
import { Field } from '#web/ui/field.tsx';
import { frequencyName, isPreset, numberOr } from './settings-messages.ts';

export const FrequencyField = () => {
  const id = useId();
  const { field, fieldState } = useController<BotSettings, 'shareFrequency'>({ name: 'shareFrequency' });
  /** The minutes of the field while Custom is chosen, and what was typed for them. Other minutes come from elsewhere, as by Undo. */
  const [custom, setCustom] = useState<{ minutes: number; typed: string | null } | null>(null);
  const own = custom !== null && Object.is(custom.minutes, field.value) ? custom : null;
  const isCustom = own !== null || !isPreset(field.value);
  const choose = (minutes: number) => {
    setCustom(null);
    field.onChange(minutes);
  };
  return (
    <fieldset>
      <legend>Share frequency</legend>
      <div className="chips freq">
        {frequencyPresets.map((minutes) => (
          <label key={minutes} className={minutes === frequencyMinutes.standard ? 'chip rec' : 'chip'}>
            <input
              type="radio"
              name={id}
              checked={!isCustom && field.value === minutes}
              onChange={() => choose(minutes)}
            />
            {frequencyName(minutes)} {minutes === frequencyMinutes.standard && <small>Recommended</small>}
          </label>
        ))}
        <label className="chip">
          <input
            type="radio"
            name={id}
            checked={isCustom}
            onChange={() => setCustom({ minutes: field.value, typed: null })}
          />
          Custom
        </label>
      </div>
      {isCustom && (
        <div className="custom">
          <Field
            label="Minutes between rounds"
            type="number"
            inputMode="numeric"
            min={frequencyMinutes.least}
            max={frequencyMinutes.most}
            step={1}
            hint={`${count(frequencyMinutes.least)} to ${count(frequencyMinutes.most)}. If a round runs long, the next one waits.`}
            ref={field.ref}
            name={field.name}
            value={own?.typed ?? (Number.isNaN(field.value) ? '' : field.value)}
            onBlur={field.onBlur}
            onChange={({ target }) => {
              const minutes = numberOr(Number.NaN)(typedNumber(target));
              setCustom({ minutes, typed: target.value });
              field.onChange(minutes);
            }}
            error={fieldState.error?.message}
          />
        </div>
      )}
    </fieldset>
  );
};
