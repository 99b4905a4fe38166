// The field for a listing's floor price.

import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Listing, ListingChange } from '#contract/listings/listings.ts';
import { currencyName, usDollars } from '#domain/money.ts';
import { dollars } from '#web/format/money-format.ts';
import { typedNumber } from '#web/lib/form-field.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { showFieldFailures } from '#web/lib/server/form-failure.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { useChangeListing } from '../queries.ts';

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
  return (
    <form className="floor" onSubmit={(event) => void submit(event)} noValidate>
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
      <p className="small floor-said" role="status">
        {isSaved &&
          (listing.floorPrice === null
            ? 'Saved. No floor price.'
            : `Saved. Suggestions and offers never go below ${dollars(listing.floorPrice, listing.currency)}.`)}
      </p>
    </form>
  );
};
