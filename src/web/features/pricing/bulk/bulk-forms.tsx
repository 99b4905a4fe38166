// Sets one floor price, cost, or shelf for many listings.
import { useState } from 'react';
import { BulkListingChange, type Listing } from '#contract/listings/listings.ts';
import { type Currency, currencyName, fromDollars, sharedCurrency, usDollars } from '#domain/money.ts';
import { plainText } from '#domain/text/visible-text.ts';
import { count, counted } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Chips, Field } from '#web/ui/field.tsx';
import { BulkForm } from '#web/ui/list/bulk.tsx';
import { profitAt, readFact } from '../costs.ts';
import type { Edit } from './kept-bulk.ts';
import { type Floor, previewFloor } from './use-bulk-edit.ts';

const listings = (number: number): string => counted(number, 'listing');

const floorForm = {
  title: (number: number) => `Floor price for ${listings(number)}`,
  hint: 'Suggestions and offers never go below this.',
  preview: (low: string, high: string) => (low === high ? `Floor: ${low}.` : `Floors from ${low} to ${high}.`),
  above: (number: number) =>
    `${listings(number)} ${number === 1 ? 'costs' : 'cost'} less than that. Hangtag sends no offers for ${number === 1 ? 'it' : 'them'} and won’t suggest a lower price:`,
  losing: (number: number) =>
    `At that floor, ${listings(number)} ${number === 1 ? 'sells' : 'sell'} below what you paid:`,
  noPrice: (number: number) =>
    `${listings(number)} ${number === 1 ? 'has' : 'have'} no price, so a percentage changes nothing there.`,
};

const factForm = {
  title: {
    costCents: (number: number) => `Cost of ${number === 1 ? '1 listing' : `each of ${listings(number)}`}`,
    shelf: (number: number) => `Shelf of ${listings(number)}`,
  },
  label: { costCents: 'What you paid for each', shelf: 'Shelf' },
  hint: { costCents: 'In dollars.', shelf: 'Where you keep them.' },
  set: { costCents: 'Set cost', shelf: 'Set shelf' },
  remove: { costCents: 'Remove cost', shelf: 'Remove shelf' },
  empty: { costCents: 'Enter what you paid for each', shelf: 'Enter a shelf' },
  replaces: {
    costCents: (number: number) =>
      `${listings(number)} ${number === 1 ? 'has a cost' : 'have a cost'} that this replaces.`,
    shelf: (number: number) =>
      `${listings(number)} ${number === 1 ? 'has a shelf' : 'have a shelf'} that this replaces.`,
  },
  losing: (number: number) =>
    `At today’s price, ${listings(number)} ${number === 1 ? 'sells' : 'sell'} below what you paid:`,
};

type Unit = 'dollars' | 'percent';
/** How many listings are named before the rest is counted. */
const mostNamed = 5;

type FormProps = { chosen: readonly Listing[]; onSet: (edit: Edit) => void; onCancel: () => void };

/** As an amount or as a percentage of each price. Says before it is set what it means for these listings. */
export const FloorForm = ({ chosen, onSet, onCancel }: FormProps) => {
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
      <p className="h-head">{floorForm.title(chosen.length)}</p>
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
            ? `The number counts in each listing’s own currency. ${floorForm.hint}`
            : floorForm.hint
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

type EffectProps = { preview: NonNullable<ReturnType<typeof previewFloor>>; currency: Currency | null };

const Effect = ({ preview: { low, high, above, losing, withoutPrice }, currency }: EffectProps) => (
  <>
    <p className="mute">{floorForm.preview(wholeDollars(low, currency), wholeDollars(high, currency))}</p>
    {withoutPrice > 0 && <p className="mute">{floorForm.noPrice(withoutPrice)}</p>}
    {above.length > 0 && <Named title={floorForm.above(above.length)} listings={above} />}
    {losing.length > 0 && <Named title={floorForm.losing(losing.length)} listings={losing} />}
  </>
);

type NamedProps = { title: string; listings: readonly Pick<Listing, 'id' | 'title' | 'price' | 'currency'>[] };

const Named = ({ title, listings }: NamedProps) => (
  <div className="warn plain">
    <p>{title}</p>
    <ul>
      {listings.slice(0, mostNamed).map(({ id, title, price, currency }) => (
        <li key={id}>
          {title}, {wholeDollars(price ?? 0, currency)}
        </li>
      ))}
      {listings.length > mostNamed && <li>{`and ${count(listings.length - mostNamed)} more`}</li>}
    </ul>
  </div>
);

/** Checked by the contract's own rule, so that the server refuses nothing that this accepts. */
const readFloor = (unit: Unit, typed: string): { edit: Floor | null; error: string | undefined } => {
  const text = plainText(typed).replace(/^[A-Z]{0,3}\$|%$/gi, '');
  const missing = unit === 'dollars' ? 'Enter a floor price' : 'Enter a whole percentage, from 1 to 100';
  if (text === '') return { edit: null, error: missing };
  const edit: Floor = unit === 'dollars' ? { floorPrice: Number(text) } : { floorPercent: Number(text) };
  const checked = BulkListingChange.safeParse({ listingIds: ['any'], ...edit });
  return checked.success ? { edit, error: undefined } : { edit: null, error: checked.error.issues[0]?.message };
};

type Fact = 'costCents' | 'shelf';
export const FactForm = ({ fact, chosen, onSet, onCancel }: FormProps & { fact: Fact }) => {
  const [typed, type] = useState('');
  const [error, setError] = useState<string>();
  const edit = readEdit(fact, typed);
  const has = chosen.filter((listing) => listing[fact] !== null);
  return (
    <BulkForm
      verb={factForm.set[fact]}
      others={
        has.length > 0 && (
          <Button onClick={() => onSet(fact === 'costCents' ? { costCents: null } : { shelf: null })}>
            {factForm.remove[fact]}
          </Button>
        )
      }
      onSubmit={() => (edit ? onSet(edit) : setError(readFact(fact, typed).error ?? factForm.empty[fact]))}
      onCancel={onCancel}
    >
      <p className="h-head">{factForm.title[fact](chosen.length)}</p>
      <Field
        label={factForm.label[fact]}
        inputMode={fact === 'costCents' ? 'decimal' : undefined}
        autoFocus
        autoComplete="off"
        value={typed}
        hint={factForm.hint[fact]}
        error={error}
        onChange={({ target }) => {
          type(target.value);
          setError(undefined);
        }}
      />
      <div className="bulk-effect small" role="status">
        {has.length > 0 && <p className="mute">{factForm.replaces[fact](has.length)}</p>}
        {edit && 'costCents' in edit && <Losing cost={edit.costCents} chosen={chosen} />}
      </div>
    </BulkForm>
  );
};

/** null: nothing was typed yet, or it can't be read. */
const readEdit = (fact: Fact, typed: string): Edit | null => {
  const { costCents, shelf } = readFact(fact, typed).change ?? {};
  if (typeof costCents === 'number') return { costCents };
  return typeof shelf === 'string' ? { shelf } : null;
};

const Losing = ({ cost, chosen }: { cost: number | null; chosen: readonly Listing[] }) => {
  const losing = chosen.filter(
    ({ price, currency }) => price !== null && currency === usDollars && (profitAt(fromDollars(price), cost) ?? 0) < 0,
  );
  return losing.length > 0 && <Named title={factForm.losing(losing.length)} listings={losing} />;
};
