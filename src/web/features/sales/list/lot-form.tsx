// Makes a lot: which listings, what was paid for all of them, and what each part will be before it is saved.
import { type FormEvent, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import type { Listing } from '#contract/listings/listings.ts';
import { type Lot, NewLot } from '#contract/sales/lots.ts';
import { splitCents } from '#domain/money.ts';
import { count, counted } from '#web/format/format.ts';
import { dollarsOfCents, wholeDollars } from '#web/format/money-format.ts';
import { readTyped } from '#web/format/typed-money.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { AllCheck } from '#web/ui/column-head.tsx';
import { Chips, Field, FieldError, FormError } from '#web/ui/field.tsx';
import { Search } from '#web/ui/icons.tsx';
import { Tick } from '#web/ui/list/list-head.tsx';
import { toggled } from '#web/ui/list/selection.ts';
import { useLongList } from '#web/ui/list/use-long-list.ts';
import { toastDone } from '#web/ui/toast-store.ts';
import { useAddLot } from './queries.ts';

type Props = {
  listings: readonly Listing[];
  lots: readonly Lot[];
  /** null: there is nothing to go back to. */
  onCancel: (() => void) | null;
  onMade: () => void;
};

const splits = [
  ['even', 'Evenly'],
  ['price', 'By price'],
] as const;
type Split = (typeof splits)[number][0];

/** By price, each listing needs one. */
const partsOf = (chosen: readonly Listing[], cents: number, split: Split) => {
  const weights = chosen.map(({ price }) => (split === 'even' ? 1 : (price ?? 0)));
  const costs = splitCents(cents, weights);
  return chosen.map(({ id, title }, at) => ({ listingId: id, title, costCents: costs[at] ?? 0 }));
};

export const LotForm = ({ listings, lots, onCancel, onMade }: Props) => {
  const [values, setValues] = useState({ name: '', cost: '', boughtOn: '' });
  const [split, setSplit] = useState<Split>('even');
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  const add = useAddLot();
  const chosen = useMemo(() => listings.filter(({ id }) => ids.has(id)), [listings, ids]);
  const cost = readTyped(values.cost);
  const unpriced = split === 'price' ? chosen.find(({ price }) => price === null) : undefined;
  const parts = useMemo(
    () => (cost.cents == null || chosen.length === 0 ? [] : partsOf(chosen, cost.cents, split)),
    [chosen, cost.cents, split],
  );
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues((known) => ({ ...known, [name]: target.value }));
      setErrors({});
    },
  });
  const refuse = (found: Record<string, string>) => {
    setErrors(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const costCents = cost.cents ?? -1;
    const body = { name: values.name, boughtOn: values.boughtOn || null, costCents, listingIds: [...ids], split };
    const checked = NewLot.safeParse(body);
    if (cost.error !== undefined) return refuse({ cost: cost.error });
    if (!checked.success)
      return refuse(byField(checked.error.issues.map(({ path: [name], message }) => [String(name), message])));
    try {
      const lot = await add.mutateAsync(body);
      toastDone('Lot added', `${dollarsOfCents(lot.costCents)} split over ${counted(lot.parts.length, 'listing')}`);
      onMade();
    } catch (error) {
      const known = byField(Object.entries(error instanceof ApiFailure ? error.fields : {}));
      const all = failureMessage(error, 'Hangtag didn’t save this lot. Try again.');
      refuse(Object.keys(known).length > 0 ? known : { all });
    }
  };
  return (
    <form className="lines lot-form" ref={form} onSubmit={submit} noValidate>
      <Field label="Name" placeholder="Goodwill, May" autoComplete="off" {...field('name')} />
      <div className="field-pair">
        <Field label="What you paid for all of it" inputMode="decimal" autoComplete="off" {...field('cost')} />
        <Field label="Bought on" isOptional type="date" {...field('boughtOn')} />
      </div>
      <Chips title="Split" titleClass="flabel" options={splits} chosen={split} onChoose={setSplit} />
      <ListingChoice listings={listings} lots={lots} ids={ids} onChange={setIds} />
      {errors.listingIds !== undefined && <FieldError>{errors.listingIds}</FieldError>}
      {parts.length > 0 && (
        <section className="lines-close" aria-label="Each part">
          <h3 className="h-head">{eachPart(parts.map(({ costCents }) => costCents))}</h3>
          {unpriced && <FieldError>{`“${unpriced.title}” has no price. Split evenly, or leave it out.`}</FieldError>}
          <Parts parts={parts} />
        </section>
      )}
      <FormError>{errors.all ?? errors.split}</FormError>
      <div className="answers">
        <Button look="primary" type="submit" isPending={add.isPending} pendingText="Saving…">
          {chosen.length === 0 ? 'Add lot' : `Add lot of ${counted(chosen.length, 'listing')}`}
        </Button>
        {onCancel && (
          <Button look="bare" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
};

export const Parts = ({ parts }: { parts: readonly { listingId: string; title: string; costCents: number }[] }) => (
  <ul className="parts pairs small">
    {parts.map(({ listingId, title, costCents }) => (
      <li key={listingId}>
        <span>{title}</span>
        <span>{dollarsOfCents(costCents)}</span>
      </li>
    ))}
  </ul>
);

/** With the names of this form. */
const byField = (messages: readonly (readonly [field: string, message: string])[]): Record<string, string> =>
  Object.fromEntries(messages.map(([name, message]) => [name === 'costCents' ? 'cost' : name, message]));

const eachPart = (costs: readonly number[]): string => {
  const [low, high] = [Math.min(...costs), Math.max(...costs)];
  return low === high ? `${dollarsOfCents(low)} each` : `${dollarsOfCents(low)} to ${dollarsOfCents(high)} each`;
};

type ChoiceProps = Pick<Props, 'listings' | 'lots'> & {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
};

/** All listings, sold ones too, that are in no lot yet. */
const ListingChoice = ({ listings, lots, ids, onChange }: ChoiceProps) => {
  const [typed, type] = useState('');
  const [shelf, setShelf] = useState('');
  const [isWithoutCost, setWithoutCost] = useState(true);
  const text = useDeferredValue(typed).trim().toLowerCase();
  const taken = useMemo(() => new Set(lots.flatMap(({ parts }) => parts.map(({ listingId }) => listingId))), [lots]);
  const shelves = useMemo(() => {
    const names = new Set(listings.flatMap((listing) => listing.shelf ?? []));
    return [...names].sort((one, other) => one.localeCompare(other));
  }, [listings]);
  const found = useMemo(
    () =>
      listings.filter(
        (listing) =>
          !taken.has(listing.id) &&
          (shelf === '' || listing.shelf === shelf) &&
          (!isWithoutCost || listing.costCents === null || ids.has(listing.id)) &&
          `${listing.title} ${listing.brand ?? ''} ${listing.sku ?? ''}`.toLowerCase().includes(text),
      ),
    [listings, taken, shelf, isWithoutCost, ids, text],
  );
  const foundIds = useMemo(() => found.map(({ id }) => id), [found]);
  const heading = useId();
  const topic = `${text} ${shelf} ${isWithoutCost}`;
  const long = useLongList<HTMLUListElement>({ ids: foundIds, columns: 1, topic });
  const chosenHere = foundIds.filter((id) => ids.has(id)).length;
  return (
    <section className="lines-close" aria-labelledby={heading}>
      <h3 className="h-head" id={heading}>
        {ids.size === 0 ? 'Which listings' : `${counted(ids.size, 'listing')} chosen`}
      </h3>
      <div className="lot-search">
        <label className="search">
          <span className="sr">Search listings</span>
          <Search />
          <input
            className="input"
            type="search"
            placeholder="Search by title, brand, SKU"
            value={typed}
            onChange={({ target }) => type(target.value)}
          />
        </label>
        {shelves.length > 0 && (
          <select className="input" aria-label="Shelf" value={shelf} onChange={({ target }) => setShelf(target.value)}>
            <option value="">All shelves</option>
            {shelves.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
        <Tick name="Without a cost" isOn={isWithoutCost} onChange={setWithoutCost} />
      </div>
      {found.length === 0 ? (
        <p className="small mute">
          {listings.length === 0 ? 'Your closet has no listings yet. Sync it first.' : 'No listings match.'}
        </p>
      ) : (
        <>
          <AllCheck
            className="only-new"
            chosen={chosenHere}
            all={foundIds.length}
            onChange={(isAll) => {
              const rest = [...ids].filter((id) => !foundIds.includes(id));
              onChange(new Set(isAll ? [...ids, ...foundIds] : rest));
            }}
          >
            {`All ${count(foundIds.length)}`}
          </AllCheck>
          <div className="list-scroll lot-scroll">
            <ul
              ref={long.list}
              className="lot-listings"
              style={properties({ count: found.length })}
              onKeyDown={(event) => void long.moveBy(event)}
              onFocus={long.onFocus}
              onBlur={long.onBlur}
            >
              {long.drawn.map((at) => {
                const listing = found[at];
                return (
                  listing && (
                    <li key={listing.id} data-id={listing.id} style={properties({ at })}>
                      <label>
                        <input
                          className="check"
                          type="checkbox"
                          data-focus
                          tabIndex={at === long.active ? 0 : -1}
                          checked={ids.has(listing.id)}
                          onChange={() => onChange(toggled(ids, listing.id))}
                        />
                        <span className="one-line">{listing.title}</span>
                        <span className="dim">
                          {listing.price === null ? 'No price' : wholeDollars(listing.price, listing.currency)}
                        </span>
                      </label>
                    </li>
                  )
                );
              })}
            </ul>
          </div>
        </>
      )}
    </section>
  );
};
