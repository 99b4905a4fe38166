// How deep offers to likers are, below their switch: a percentage, or where the seller has rules, the way to them.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useController, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { offerCountRoutes } from '#contract/bot/settings.ts';
import { createClient } from '#contract/client.ts';
import { type BotSettings, offerPercent } from '#domain/bot/bot.ts';
import { count, counted } from '#web/format/format.ts';
import { typedNumber } from '#web/lib/form-field.ts';
import { paths } from '#web/lib/paths.ts';
import { send } from '#web/lib/server/api.ts';
import { Field } from '#web/ui/field.tsx';
import { botKeys } from '../queries.ts';
import { numberOr } from './settings-messages.ts';

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
          ref={percent.field.ref}
          name={percent.field.name}
          value={Number.isNaN(typed) ? '' : typed}
          onChange={({ target }) => percent.field.onChange(numberOr(Number.NaN)(typedNumber(target)))}
          onBlur={percent.field.onBlur}
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
