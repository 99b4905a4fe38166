// Keeps what the seller changes in the rules until it is saved, also while they look at another screen.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StoredOfferRules } from '#contract/offers.ts';
import { offerKeys } from '../queries.ts';
import { type Draft, draftOf, isChanged } from './rule-draft.ts';

/** Closing the page asks first while something isn't saved. */
const guard = { client: null as QueryClient | null };
const ask = (event: BeforeUnloadEvent) => {
  if (guard.client?.getQueryData(offerKeys.draft) == null) removeEventListener('beforeunload', ask);
  else event.preventDefault();
};

const keep = (client: QueryClient, draft: Draft | null): void => {
  client.setQueryDefaults(offerKeys.draft, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(offerKeys.draft, draft);
  guard.client = client;
  // With such a listener some browsers don't use their back/forward cache, so it is set only while needed.
  (draft === null ? removeEventListener : addEventListener)('beforeunload', ask);
};

export const useDraftRules = (saved: StoredOfferRules) => {
  const client = useQueryClient();
  const [changed, setChanged] = useState(() => client.getQueryData<Draft | null>(offerKeys.draft) ?? null);
  const set = (draft: Draft | null) => {
    const next = draft !== null && isChanged(draft, saved) ? draft : null;
    setChanged(next);
    keep(client, next);
  };
  return {
    draft: changed ?? draftOf(saved),
    isChanged: changed !== null,
    change: (part: Partial<Draft>) => set({ ...(changed ?? draftOf(saved)), ...part }),
    /** After a save, or to go back to what is saved. */
    forget: () => set(null),
  };
};
