// The field for shipping discounts in offers.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useController, useWatch } from 'react-hook-form';
import { type BotSettings, offerPercent } from '#domain/bot/bot.ts';
import { typedNumber } from '#web/lib/form-field.ts';
import { settingsFormMessages as messages } from '#web/messages/bot/bot.ts';
import { Field } from '#web/ui/field.tsx';
import { offerPreviewQuery } from '../queries.ts';
import { numberOr } from './settings-messages.ts';
import { SwitchField } from './switch-field.tsx';

/** Before the setting is saved, and as the closet changes. Its line is always there, so that nothing below moves when it is read. */
const OfferPreview = ({ percent }: { percent: number }) => {
  const isValid = Number.isInteger(percent) && percent >= offerPercent.least && percent <= offerPercent.most;
  const { data } = useQuery({
    ...offerPreviewQuery(percent),
    enabled: isValid,
    placeholderData: keepPreviousData,
  });
  return (
    <p className="hint" role="status">
      {isValid && data ? messages.offersNow(data.listings, data.leftToday) : '\u00a0'}
    </p>
  );
};

export const OfferField = () => {
  const isOn = useWatch<BotSettings, 'offerShippingDiscount'>({ name: 'offerShippingDiscount' });
  const percent = useController<BotSettings, 'offerPercent'>({ name: 'offerPercent' });
  return (
    <div className="offers">
      <SwitchField name="offerShippingDiscount" title="Offer shipping discount" text={messages.offersText} />
      {isOn && (
        <div className="custom">
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
            value={Number.isNaN(percent.field.value) ? '' : percent.field.value}
            onChange={({ target }) => percent.field.onChange(numberOr(Number.NaN)(typedNumber(target)))}
            onBlur={percent.field.onBlur}
            error={percent.fieldState.error?.message}
          />
          <OfferPreview percent={percent.field.value} />
        </div>
      )}
    </div>
  );
};
