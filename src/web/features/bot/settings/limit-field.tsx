// The field for the daily limit.

import { useId, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { BotStatus } from '#contract/bot/bot.ts';
import { type BotSettings, dailyLimit, dailyLimitPresets } from '#domain/bot/bot.ts';
import { recommendedLimit } from '#domain/bot/limit/share-jail.ts';
import { count, shortDay } from '#web/format/format.ts';
import { typedNumber } from '#web/lib/form-field.ts';
import { loweredMessages } from '#web/messages/bot/limit.ts';
import { FieldError } from '#web/ui/field.tsx';
import { TriangleAlert } from '#web/ui/icons.tsx';
import { isValid } from './settings-card.tsx';
import { forThisCloset, limitFromText, limitNote } from './settings-messages.ts';
import { useEstimateOf } from './use-estimate.ts';

export const LimitField = ({ status }: { status: BotStatus }) => {
  const id = useId();
  const { field, fieldState } = useController<BotSettings, 'dailyShareLimit'>({ name: 'dailyShareLimit' });
  const [typed, setTyped] = useState<string | null>(null);
  const error = fieldState.error?.message;
  const typedSettings = useWatch({ compute: (values: BotSettings) => values });
  const settings = useLastValid(typedSettings, status);
  const estimate = useEstimateOf(settings, status);
  const { effectiveLimit: inForce, loweredUntil, timezone, roundListings: listings } = status;
  const recommended = recommendedLimit(listings);
  /** Whoever chose less than we recommend knows why. */
  const isAboveRecommended = listings > 0 && field.value > recommended;
  const isLowered = loweredUntil !== undefined && inForce < settings.dailyShareLimit;
  // Slots of which none can open allow nothing, and can't be saved. While a warning keeps the limit lower, the schedule isn't what
  // decides whether it is reached.
  const { useScheduledSlots: isInSlots, scheduledSlots } = typedSettings;
  const isSchedule =
    isInSlots === settings.useScheduledSlots &&
    (!isInSlots || scheduledSlots.some(({ enabled, daysOfWeek }) => enabled && daysOfWeek.length > 0));
  const advised = limitNote(estimate.advice, listings);
  const note = isSchedule && (advised?.isWarning || !isLowered) ? advised : null;
  const show = (limit: number) => {
    setTyped(null);
    field.onChange(limit);
  };
  return (
    <fieldset>
      <legend>Daily share limit</legend>
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
            aria-label="Daily share limit"
            aria-invalid={error !== undefined || undefined}
            aria-describedby={`${id}-note`}
            ref={field.ref}
            name={field.name}
            value={typed ?? (Number.isNaN(field.value) ? '' : field.value)}
            onChange={({ target }) => {
              setTyped(target.value);
              field.onChange(limitFromText(typedNumber(target)));
            }}
            onBlur={() => {
              field.onBlur();
              setTyped(null);
            }}
          />
          {error === undefined ? (
            <p className="hint" id={`${id}-note`}>
              {`${count(dailyLimit.least)} to ${count(dailyLimit.most)}.`}{' '}
              {isSchedule &&
                estimate.reachable > 0 &&
                estimate.advice.kind !== 'out_of_reach' &&
                `Your ${settings.useScheduledSlots ? 'slots allow' : 'schedule allows'} about ${count(estimate.reachable)} a day.`}
            </p>
          ) : (
            <FieldError id={`${id}-note`}>{error}</FieldError>
          )}
        </div>
      </div>
      {(note !== null || isAboveRecommended) && (
        <p className={note?.isWarning ? 'warn limit-warn' : 'hint limit-warn'} role="status">
          {note?.isWarning && <TriangleAlert />}
          <span>
            {note?.text} {!note?.isWarning && isAboveRecommended && forThisCloset(listings, recommended)}
          </span>{' '}
          {isAboveRecommended && (
            <button type="button" className="btn bare sm" onClick={() => show(recommended)}>
              {`Use ${count(recommended)}`}
            </button>
          )}
        </p>
      )}
      {isLowered && (
        <p className="hint limit-warn">
          {loweredMessages.below({
            limit: inForce,
            own: status.dailyShareLimit,
            until: shortDay(loweredUntil, timezone),
          })}
        </p>
      )}
    </fieldset>
  );
};

/** While something half typed is no valid setting, the field goes on saying what the last valid ones lead to. */
const useLastValid = (typed: BotSettings, { settings }: BotStatus): BotSettings => {
  const last = useRef(settings);
  if (isValid(typed)) last.current = { ...settings, ...typed };
  return last.current;
};
