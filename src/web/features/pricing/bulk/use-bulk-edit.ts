// Changes many listings, one part after another, and undoes it.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Listing } from '#contract/schemas/listings.ts';
import { api, failureMessage } from '#web/lib/server/api.ts';
import { bulkMessages as messages } from '#web/messages/pricing/bulk.ts';
import { forgetAnalyses } from '../queries.ts';
import {
  type Change,
  changesOf,
  type Edit,
  type EditKind,
  inChunks,
  kindOf,
  needsEdit,
  planUndo,
} from './bulk-edit.ts';

type Refused = { title: string; message: string };
export type EditState =
  | { kind: 'running'; what: EditKind | 'undo'; done: number; of: number }
  | {
      kind: 'done';
      what: EditKind | 'undo';
      changes: readonly Change[];
      refused: readonly Refused[];
      /** Why the rest was not tried. */
      stopped: string | null;
    };

type Group = { edit: Edit; listings: readonly { id: string; title: string }[] };

type BulkEdit = {
  state: EditState | null;
  run: (edit: Edit, chosen: readonly Listing[]) => void;
  undo: (changes: readonly Change[], listings: readonly Listing[]) => void;
  dismiss: () => void;
};

export const useBulkEdit = (): BulkEdit => {
  const client = useQueryClient();
  const [state, setState] = useState<EditState | null>(null);

  const send = async (what: EditKind | 'undo', groups: readonly Group[], done: (changed: Changed) => EditState) => {
    const of = groups.reduce((sum, { listings }) => sum + listings.length, 0);
    setState({ kind: 'running', what, done: 0, of });
    const changed = await sendGroups(groups, (sent) => setState({ kind: 'running', what, done: sent, of }));
    await refresh(client, what, changed.ids);
    setState(done(changed));
  };

  return {
    state,
    run: (edit, chosen) => {
      const concerned = chosen.filter((listing) => needsEdit(edit, listing));
      const changes = changesOf(edit, concerned);
      const what = kindOf(edit);
      void send(what, [{ edit, listings: concerned }], ({ ids, refused, stopped }) => ({
        kind: 'done',
        what,
        changes: changes.filter(({ id }) => ids.has(id)),
        refused,
        stopped,
      }));
    },
    undo: (changes, listings) => {
      const { groups, changedSince } = planUndo(changes, new Map(listings.map((listing) => [listing.id, listing])));
      const since = changedSince.map(({ title }) => ({ title, message: messages.changedSince }));
      void send(
        'undo',
        groups.map(({ edit, changes: some }) => ({ edit, listings: some })),
        ({ ids, refused, stopped }) => ({
          kind: 'done',
          what: 'undo',
          changes: changes.filter(({ id }) => ids.has(id)),
          refused: [...since, ...refused],
          stopped,
        }),
      );
    },
    dismiss: () => setState(null),
  };
};

type Changed = { ids: ReadonlySet<string>; refused: Refused[]; stopped: string | null };

/** A part that fails as a whole ends it: what keeps one part from the server keeps the others, too. */
const sendGroups = async (groups: readonly Group[], onSent: (sent: number) => void): Promise<Changed> => {
  const ids = new Set<string>();
  const refused: Refused[] = [];
  let sent = 0;
  for (const { edit, listings } of groups) {
    for (const part of inChunks(listings)) {
      try {
        const { failed } = await api.listings.changeMany({ body: { listingIds: part.map(({ id }) => id), ...edit } });
        const reasons = new Map(failed.map(({ listingId, message }) => [listingId, message]));
        for (const { id, title } of part) {
          const message = reasons.get(id);
          if (message === undefined) ids.add(id);
          else refused.push({ title, message });
        }
      } catch (error) {
        return { ids, refused, stopped: failureMessage(error, messages.failedFallback) };
      }
      sent += part.length;
      onSent(sent);
    }
  }
  return { ids, refused, stopped: null };
};

/** Floors change advice; skipped listings change rounds. Both change the listings. */
const refresh = async (client: QueryClient, what: EditKind | 'undo', ids: ReadonlySet<string>): Promise<void> => {
  if (what !== 'skip' && what !== 'share') forgetAnalyses(client, ids);
  await client.invalidateQueries();
};
