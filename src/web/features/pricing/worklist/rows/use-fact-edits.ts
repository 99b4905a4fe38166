// Edits of what only the seller knows about listings, in the cells of the table: the cost, the SKU, and the shelf.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Listing, ListingChange } from '#contract/listings/listings.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { costMessages as messages } from '#web/messages/pricing/costs.ts';
import type { EditStep } from '#web/ui/list/edit-cell.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import { type ListingFact, readFact } from '../../costs/read-fact.ts';
import { useChangeFacts } from '../../queries.ts';

export type FactEdit = { id: string; fact: ListingFact; begun?: string | undefined };

/** In the order of the cells. */
export const listingFacts: readonly ListingFact[] = ['costCents', 'sku', 'shelf'];

type Finish = (edit: FactEdit, typed: string | null, step: EditStep) => void;

export const useFactEdits = (ids: readonly string[], focusOn: (index: number) => void) => {
  const [editing, edit] = useState<FactEdit | null>(null);
  const { waiting, save } = useWaitingFacts();
  const go = ({ id, fact }: FactEdit, step: EditStep) => {
    if (step === 'away') return edit(null);
    const at = ids.indexOf(id);
    const below = { down: 1, up: -1, next: 0, back: 0, row: 0 }[step];
    const index = Math.min(Math.max(at + below, 0), ids.length - 1);
    const beside = listingFacts[listingFacts.indexOf(fact) + { down: 0, up: 0, next: 1, back: -1, row: 9 }[step]];
    const to = ids[index];
    const isEnd = below !== 0 && index === at;
    edit(null);
    focusOn(index);
    if (to !== undefined && beside !== undefined && !isEnd) edit({ id: to, fact: beside });
  };
  const finish: Finish = (from, typed, step) => {
    const change = typed === null ? undefined : readFact(from.fact, typed).change;
    if (change !== undefined) save(from.id, change);
    go(from, step);
  };
  // Rows are drawn again only if something about them changes, so the function that they get stays the same.
  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  });
  const onDone = useCallback<Finish>((...args) => latest.current(...args), []);
  return { editing, edit, onDone, waiting };
};

type Facts = Pick<ListingChange, ListingFact>;

/** What was typed is shown at once, until the listings with it have been read, or the server has refused it. */
const useWaitingFacts = () => {
  const change = useChangeFacts();
  const [waiting, setWaiting] = useState<ReadonlyMap<string, Facts>>(new Map());
  const save = (id: string, facts: Facts) => {
    setWaiting((all) => new Map(all).set(id, { ...all.get(id), ...facts }));
    whenDone(change.mutateAsync({ id, body: facts }), {
      onError: (error) => toastFailure(error, 'Not saved', messages.failed),
      onSettled: () => setWaiting((all) => without(all, id, facts)),
    });
  };
  return { waiting, save };
};

/** A fact that was changed once more in the meantime still waits. */
const without = (all: ReadonlyMap<string, Facts>, id: string, done: Facts): ReadonlyMap<string, Facts> => {
  const left = Object.entries(all.get(id) ?? {}).filter(([fact, value]) => done[fact as ListingFact] !== value);
  const next = new Map(all);
  if (left.length === 0) next.delete(id);
  else next.set(id, Object.fromEntries(left));
  return next;
};

const made = new WeakMap<Listing, { facts: Facts; listing: Listing }>();

/** The same object for the same listing and facts. */
export const withFacts = (listing: Listing, facts: Facts): Listing => {
  const known = made.get(listing);
  if (known?.facts === facts) return known.listing;
  const next = { ...listing, ...facts } as Listing;
  made.set(listing, { facts, listing: next });
  return next;
};
