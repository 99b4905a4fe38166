// The fields of the settings form: how often, how much, and how deep offers are.

import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import type { BotStatus } from '#contract/bot/bot.ts';
import { offerCountRoutes } from '#contract/bot/settings.ts';
import { createClient } from '#contract/client.ts';
import {
  type BotSettings,
  dailyLimit,
  dailyLimitPresets,
  frequencyMinutes,
  frequencyPresets,
  offerPercent,
} from '#domain/bot/bot.ts';
import { recommendedLimit } from '#domain/bot/limit/share-jail.ts';
import { count, counted, shortDay } from '#web/format/format.ts';
import { typedNumber } from '#web/lib/form-field.ts';
import { paths } from '#web/lib/paths.ts';
import { send } from '#web/lib/server/api.ts';
import { loweredMessages } from '#web/messages/bot/limit.ts';
import { Field, FieldError } from '#web/ui/field.tsx';
import { TriangleAlert } from '#web/ui/icons.tsx';
import { botKeys } from '../queries.ts';
import { isValid, useEstimateOf } from './settings-card.tsx';
import { forThisCloset, frequencyName, isPreset, limitFromText, limitNote } from './settings-messages.ts';

export const FrequencyField = () => {
  const id = useId();
  const { field, fieldState } = useController<BotSettings, 'shareFrequency'>({ name: 'shareFrequency' });
  /** The minutes of the field while Custom is chosen. Other minutes come from elsewhere, as by Undo. */
  const [custom, setCustom] = useState<number | null>(null);
  const isCustom = Object.is(custom, field.value) || !isPreset(field.value);
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
          <input type="radio" name={id} checked={isCustom} onChange={() => setCustom(field.value)} />
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
            {...field}
            value={Number.isNaN(field.value) ? '' : field.value}
            onChange={({ target }) => {
              setCustom(target.valueAsNumber);
              field.onChange(target.valueAsNumber);
            }}
            error={fieldState.error?.message}
          />
        </div>
      )}
    </fieldset>
  );
};

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

const offersApi = createClient({ offers: offerCountRoutes }, send).offers;

const countQuery = (percent: number) =>
  queryOptions({
    queryKey: [...botKeys.offers, percent],
    queryFn: ({ signal }) => offersApi.count({ query: { percent } }, { signal }),
  });

export const OfferField = () => {
  const isOn = useWatch<BotSettings, 'offerShippingDiscount'>({ name: 'offerShippingDiscount' });
  const percent = useController<BotSettings, 'offerPercent'>({ name: 'offerPercent' });
  const typed = percent.field.value;
  const isValid = Number.isInteger(typed) && typed >= offerPercent.least && typed <= offerPercent.most;
  // Before the setting is saved, and as the closet changes.
  const { data } = useQuery({ ...countQuery(typed), enabled: isOn && isValid, placeholderData: keepPreviousData });
  if (!isOn) return null;
  const rules = data?.rules ?? 0;
  return (
    <div className="custom">
      {rules === 0 && (
        <Field
          label="Discount (%)"
          type="number"
          inputMode="numeric"
          min={offerPercent.least}
          max={offerPercent.most}
          step={1}
          hint={`${offerPercent.least} to ${offerPercent.most}. You cover the shipping discount. Each offer shows the cost.`}
          {...percent.field}
          value={Number.isNaN(typed) ? '' : typed}
          onChange={({ target }) => percent.field.onChange(target.valueAsNumber)}
          error={percent.fieldState.error?.message}
        />
      )}
      <p className="hint">
        {rules === 0
          ? 'Or make rules, so that older listings get deeper offers and none goes below your profit. '
          : `${rules === 1 ? 'Your rule decides' : `Your ${counted(rules, 'rule')} decide`} how low each offer goes. `}
        <Link href={paths.selling}>{rules === 0 ? 'Make rules' : 'Open the rules'}</Link>
      </p>
      {/* Its line is always there, so that nothing below moves when it is read. */}
      <p className="hint" role="status">
        {isValid && data ? offersNow(data.listings, data.leftToday) : '\u00a0'}
      </p>
    </div>
  );
};

const offersNow = (listings: number, leftToday: number): string =>
  listings === 0
    ? 'No listing would get an offer now. Offers go out as your listings get likes.'
    : `About ${counted(listings, 'listing')} ${listings === 1 ? 'has' : 'have'} likers and would get an offer now${listings > leftToday ? `, ${count(leftToday)} of them today` : ''}.`;
