// What the seller alone decides about a listing, in its sheet: what it cost, its SKU, its shelf, its floor price, and whether it is shared.
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Listing, ListingChange } from '#contract/listings/listings.ts';
import { currencyName, fromDollars, leastPrice, usDollars } from '#domain/money.ts';
import { dollars } from '#web/format/money-format.ts';
import { showFieldFailures, typedNumber } from '#web/lib/form-field.ts';
import { failureMessage, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import { factInField, floorMessage, type ListingFact, readFact } from '../costs.ts';
import { useChangeFacts, useChangeListing } from '../queries.ts';

const factTexts = {
  costCents: { label: 'What you paid', none: 'Not known', save: 'Save what you paid' },
  sku: { label: 'SKU', none: 'None', save: 'Save SKU' },
  shelf: { label: 'Shelf', none: 'None', save: 'Save shelf' },
};

/** A field for one fact. An empty one removes it. */
export const FactField = ({ listing, fact }: { listing: Listing; fact: ListingFact }) => {
  const save = useChangeFacts();
  const saved = factInField(listing, fact);
  const [typed, type] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { change, error: refusal } = readFact(fact, typed ?? saved);
    setError(refusal);
    if (change === undefined) return;
    whenDone(save.mutateAsync({ id: listing.id, body: change }), {
      onSuccess: () => type(null),
      onError: (failure) => setError(failureMessage(failure, 'Couldn’t save this. Try again.')),
    });
  };
  return (
    <form className="fact-field field-act" onSubmit={submit} noValidate>
      <Field
        label={factTexts[fact].label}
        isOptional
        inputMode={fact === 'costCents' ? 'decimal' : undefined}
        autoComplete="off"
        placeholder={factTexts[fact].none}
        value={typed ?? saved}
        error={error}
        onChange={({ target }) => {
          type(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" isPending={save.isPending} pendingText="Saving…" aria-label={factTexts[fact].save}>
        Save
      </Button>
      <p className="small floor-said" role="status">
        {save.isSuccess && typed === null && 'Saved.'}
      </p>
    </form>
  );
};

const leastFloor = leastPrice / 100;
type Values = z.input<typeof ListingChange>;

/** No suggestion and no offer goes below the floor price. An empty field removes it. */
export const FloorPrice = ({ listing }: { listing: Listing }) => {
  const save = useChangeListing();
  const form = useForm<Values>({
    resolver: zodResolver(ListingChange),
    values: { floorPrice: listing.floorPrice },
  });
  const { errors, isDirty } = form.formState;
  const input = useRef<HTMLInputElement | null>(null);
  const { ref, ...field } = form.register('floorPrice', {
    setValueAs: (value: unknown) => {
      const typed = value === '' && input.current !== null ? typedNumber(input.current) : value;
      return typed === '' || typed === null ? null : Number(typed);
    },
  });
  const submit = form.handleSubmit((body) =>
    whenDone(save.mutateAsync({ id: listing.id, body }), {
      onError: (error) => {
        if (!showFieldFailures(form, error, ['floorPrice']))
          form.setError('floorPrice', { message: failureMessage(error, 'Couldn’t save the floor price. Try again.') });
      },
    }),
  );
  const isSaved = save.isSuccess && !isDirty;
  const floor = form.watch('floorPrice');
  return (
    <form className="floor field-act" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label="Floor price"
        isOptional
        type="number"
        inputMode="numeric"
        min={3}
        step={1}
        placeholder="None"
        hint={`${listing.currency === usDollars ? 'Whole dollars' : `Whole ${currencyName(listing.currency)}`}. Suggestions and offers never go below this.`}
        error={errors.floorPrice?.message}
        {...field}
        ref={(element) => {
          ref(element);
          input.current = element;
        }}
      />
      <Button type="submit" isPending={save.isPending} pendingText="Saving…">
        Save floor price
      </Button>
      <LeftAtFloor listing={listing} floor={floor} />
      <p className="small floor-said" role="status">
        {isSaved &&
          (listing.floorPrice === null
            ? 'Saved. No floor price.'
            : `Saved. Suggestions and offers never go below ${dollars(listing.floorPrice, listing.currency)}.`)}
      </p>
    </form>
  );
};

type LeftAtFloorProps = { listing: Listing; floor: number | null | undefined };

/** What a sale at the floor leaves. Fees are known in US dollars only. */
export const LeftAtFloor = ({ listing: { currency, costCents }, floor }: LeftAtFloorProps) =>
  typeof floor === 'number' &&
  floor >= leastFloor &&
  currency === usDollars && <p className="small">{floorMessage(fromDollars(floor), costCents)}</p>;

/** Takes effect at once. Until the saved listing has loaded, the switch shows the requested state. */
export const SkipSharing = ({ listing }: { listing: Listing }) => {
  const save = useChangeListing();
  const asked = save.isPending || save.isSuccess ? save.variables.body.skipSharing : undefined;
  const change = (skipSharing: boolean) =>
    whenDone(save.mutateAsync({ id: listing.id, body: { skipSharing } }), {
      onError: (error) => toastFailure(error, 'Couldn’t change sharing', 'Try again in a moment.'),
    });
  return (
    <SwitchRow
      id="skip-sharing"
      title="Skip sharing"
      text="Rounds leave this listing out. It can still get offers."
      checked={asked ?? listing.skipSharing}
      onChange={({ target }) => change(target.checked)}
    />
  );
};
