// Sets one floor price for many listings.
import { useState } from 'react';
import { BulkListingChange, type Listing } from '#contract/listings/listings.ts';
import { type Currency, currencyName, sharedCurrency, usDollars } from '#domain/money.ts';
import { plainText } from '#domain/text/visible-text.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { bulkMessages } from '#web/messages/pricing/bulk.ts';
import { Button } from '#web/ui/button.tsx';
import { Chips, Field } from '#web/ui/field.tsx';
import { BulkForm } from '#web/ui/list/bulk.tsx';
import { type Edit, previewFloor } from './use-bulk-edit.ts';

const messages = bulkMessages.floorForm;
type Unit = 'dollars' | 'percent';
/** How many listings are named before the rest is counted. */
const mostNamed = 5;

type Props = { chosen: readonly Listing[]; onSet: (edit: Edit) => void; onCancel: () => void };

/** As an amount or as a percentage of each price. Says before it is set what it means for these listings. */
export const FloorForm = ({ chosen, onSet, onCancel }: Props) => {
  const [unit, setUnit] = useState<Unit>('dollars');
  const [typed, setTyped] = useState('');
  const [isAsked, setAsked] = useState(false);
  const currency = sharedCurrency(chosen);
  const { edit, error } = readFloor(unit, typed);
  const preview = edit && previewFloor(edit, chosen);
  return (
    <BulkForm
      verb={preview && preview.above.length > 0 ? 'Set it anyway' : 'Set floor price'}
      others={
        chosen.some(({ floorPrice }) => floorPrice !== null) && (
          <Button onClick={() => onSet({ floorPrice: null })}>Remove floor price</Button>
        )
      }
      onSubmit={() => (edit ? onSet(edit) : setAsked(true))}
      onCancel={onCancel}
    >
      <p className="h-head">{messages.title(chosen.length)}</p>
      <Chips
        title="Set the floor in"
        options={[
          ['dollars', currency === usDollars ? 'Dollars' : 'Amount'],
          ['percent', 'Percent of price'],
        ]}
        chosen={unit}
        onChoose={(one) => {
          setUnit(one);
          setAsked(false);
        }}
      />
      <Field
        label={
          unit === 'dollars'
            ? currency === null
              ? 'Floor price'
              : `Floor price in ${currency === usDollars ? 'dollars' : currencyName(currency)}`
            : 'Floor as a percentage of the current price'
        }
        inputMode="numeric"
        autoFocus
        autoComplete="off"
        value={typed}
        hint={
          currency === null && unit === 'dollars'
            ? `The number counts in each listing’s own currency. ${messages.hint}`
            : messages.hint
        }
        error={isAsked || typed.trim() !== '' ? error : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="bulk-effect small" role="status">
        {preview && <Effect preview={preview} currency={currency} />}
      </div>
    </BulkForm>
  );
};

const Effect = ({
  preview: { low, high, above, losing, withoutPrice },
  currency,
}: {
  preview: NonNullable<ReturnType<typeof previewFloor>>;
  currency: Currency | null;
}) => (
  <>
    <p className="mute">{messages.preview(wholeDollars(low, currency), wholeDollars(high, currency))}</p>
    {withoutPrice > 0 && <p className="mute">{messages.noPrice(withoutPrice)}</p>}
    {above.length > 0 && <Named title={messages.above(above.length)} listings={above} />}
    {losing.length > 0 && <Named title={messages.losing(losing.length)} listings={losing} />}
  </>
);

type NamedProps = { title: string; listings: readonly Pick<Listing, 'id' | 'title' | 'price' | 'currency'>[] };

/** A warning that concerns these listings. */
export const Named = ({ title, listings }: NamedProps) => (
  <div className="warn plain">
    <p>{title}</p>
    <ul>
      {listings.slice(0, mostNamed).map(({ id, title, price, currency }) => (
        <li key={id}>
          {title}, {wholeDollars(price ?? 0, currency)}
        </li>
      ))}
      {listings.length > mostNamed && <li>{bulkMessages.more(listings.length - mostNamed)}</li>}
    </ul>
  </div>
);

type Floor = { floorPrice: number } | { floorPercent: number };

/** Checked by the contract's own rule, so that the server refuses nothing that this accepts. */
const readFloor = (unit: Unit, typed: string): { edit: Floor | null; error: string | undefined } => {
  const text = plainText(typed).replace(/^[A-Z]{0,3}\$|%$/gi, '');
  if (text === '')
    return {
      edit: null,
      error: unit === 'dollars' ? 'Enter a floor price' : 'Enter a whole percentage, from 1 to 100',
    };
  const edit: Floor = unit === 'dollars' ? { floorPrice: Number(text) } : { floorPercent: Number(text) };
  const checked = BulkListingChange.safeParse({ listingIds: ['any'], ...edit });
  return checked.success ? { edit, error: undefined } : { edit: null, error: checked.error.issues[0]?.message };
};
