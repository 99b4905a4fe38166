// The field for the daily limit.
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import type { BotStatus } from '#contract/schemas/bot.ts';
import { dailyLimit, dailyLimitPresets } from '#domain/bot/bot.ts';
import { count } from '#web/format/format.ts';
import { settingsFormMessages as messages } from '#web/messages/bot/bot.ts';
import { FieldError } from '#web/ui/field.tsx';
import { timelineQuery } from '../queries.ts';
import { useSharedSettingsForm } from './settings-form-state.ts';
import { limitFromText, limitWarning, mostSharesADay } from './settings-messages.ts';

export const LimitField = ({ status }: { status: BotStatus }) => {
  const id = useId();
  const { control } = useSharedSettingsForm();
  const { field, fieldState } = useController({ control, name: 'dailyShareLimit' });
  const [typed, setTyped] = useState<string | null>(null);
  const error = fieldState.error?.message;
  const warning = limitWarning(field.value);
  const show = (limit: number) => {
    setTyped(null);
    field.onChange(limit);
  };
  return (
    <fieldset>
      <legend>{messages.limit}</legend>
      <div className="pair">
        <div className="limrow">
          {dailyLimitPresets.map(({ limit, name }) => (
            <label key={limit} className="chip">
              <input type="radio" name={id} checked={field.value === limit} onChange={() => show(limit)} />
              {count(limit)} <small>{name}</small>
            </label>
          ))}
        </div>
        <div className={error === undefined ? 'field' : 'field bad'}>
          <input
            className="input limit-input"
            type="number"
            inputMode="numeric"
            min={dailyLimit.least}
            max={dailyLimit.most}
            step={dailyLimit.step}
            aria-label={messages.limit}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={`${id}-note`}
            ref={field.ref}
            name={field.name}
            value={typed ?? (Number.isNaN(field.value) ? '' : field.value)}
            onChange={({ target }) => {
              setTyped(target.value);
              field.onChange(limitFromText(target.value));
            }}
            onBlur={() => {
              field.onBlur();
              setTyped(null);
            }}
          />
          {error === undefined ? (
            <p className="hint" id={`${id}-note`}>
              {messages.limitBounds(dailyLimit.least, dailyLimit.most)} <Reachable status={status} />
            </p>
          ) : (
            <FieldError id={`${id}-note`}>{error}</FieldError>
          )}
        </div>
      </div>
      {warning !== null && (
        <p className="warn limit-warn" role="status">
          <TriangleAlert className="ic" aria-hidden="true" />
          <span>{warning}</span>
        </p>
      )}
    </fieldset>
  );
};

/** How many shares the saved schedule can reach on its busiest day, simulated by the server with the seller's closet. */
const Reachable = ({ status }: { status: BotStatus }) => {
  const { data: timeline } = useQuery(timelineQuery);
  const today = timeline?.days.findIndex(({ endsAt }) => Date.parse(endsAt) > Date.parse(status.now)) ?? -1;
  const ahead = (timeline?.days ?? []).slice(today + 1);
  const most = Math.max(...ahead.map(({ rounds }) => rounds.reduce((sum, { planned }) => sum + planned, 0)), 0);
  if (today < 0 || most === 0) return messages.paceAllows(mostSharesADay);
  return messages.planAllows(status.settings.useScheduledSlots, most);
};
