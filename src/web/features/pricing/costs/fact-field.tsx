// A field of the sheet for one fact about a listing that only its seller knows: what it cost, its SKU, or its shelf.
import { type FormEvent, useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { typedMoney } from '#web/format/typed-money.ts';
import { failureMessage, whenDone } from '#web/lib/server/api.ts';
import { costMessages as messages } from '#web/messages/pricing/costs.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { useChangeFacts } from '../queries.ts';
import { type ListingFact, readFact } from './read-fact.ts';

/** An empty field removes the fact. */
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
      onError: (failure) => setError(failureMessage(failure, messages.failed)),
    });
  };
  return (
    <form className="fact-field field-act" onSubmit={submit} noValidate>
      <Field
        label={messages.fields[fact]}
        isOptional
        inputMode={fact === 'costCents' ? 'decimal' : undefined}
        autoComplete="off"
        placeholder={messages.none[fact]}
        value={typed ?? saved}
        error={error}
        onChange={({ target }) => {
          type(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" isPending={save.isPending} pendingText="Saving…" aria-label={messages.save[fact]}>
        Save
      </Button>
      <p className="small floor-said" role="status">
        {save.isSuccess && typed === null && messages.saved}
      </p>
    </form>
  );
};

export const factInField = (listing: Pick<Listing, ListingFact>, fact: ListingFact): string =>
  fact === 'costCents' ? typedMoney(listing.costCents) : (listing[fact] ?? '');
