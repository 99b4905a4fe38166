// Changes many listings, one part after another, and undoes it.
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Listing } from '#contract/listings/listings.ts';
import { fromDollars, usDollars } from '#domain/money.ts';
import { api, failureMessage } from '#web/lib/server/api.ts';
import { profitAt } from '../costs/kept.ts';
import { forgetAdvice, pricingKeys } from '../queries.ts';
import { type editKinds, type KeptEdit, keptEdit } from './kept-bulk.ts';

type Refused = { title: string; message: string };
export type EditState =
  | { kind: 'running'; what: EditKind | 'undo'; done: number; of: number }
  | {
      kind: 'done';
      what: EditKind | 'undo';
      changes: readonly Change[];
      refused: readonly Refused[];
      stopped: string | null;
    };

type Group = { edit: Edit; listings: readonly { id: string; title: string }[] };

type BulkEdit = {
  state: EditState | null;
  run: (edit: Edit, chosen: readonly Listing[]) => void;
  undo: (changes: readonly Change[]) => void;
  dismiss: () => void;
};

/**
 * Its state outlives the screen, so that a change continues and can be undone when the seller comes back. The browser keeps it
 * when the page is closed, too.
 */
export const useBulkEdit = (sellerId: string, listings: readonly Listing[]): BulkEdit => {
  const client = useQueryClient();
  const byId = () => new Map(listings.map((listing) => [listing.id, listing]));
  const { data: state = null } = useQuery<EditState | null>({
    queryKey: pricingKeys.bulkEdit,
    queryFn: skipToken,
    initialData: () => restored(keptEdit.read(sellerId), byId()),
    gcTime: Number.POSITIVE_INFINITY,
  });
  const setState = (next: EditState | null) => client.setQueryData(pricingKeys.bulkEdit, next);
  /** False once the seller has signed out. */
  const isWanted = () => client.getQueryData(pricingKeys.bulkEdit) !== undefined;

  const send = async (
    what: EditKind | 'undo',
    groups: readonly Group[],
    done: (changed: Changed) => Extract<EditState, { kind: 'done' }>,
  ) => {
    const of = groups.reduce((sum, { listings }) => sum + listings.length, 0);
    const report = (sent: number) => isWanted() && setState({ kind: 'running', what, done: sent, of });
    setState({ kind: 'running', what, done: 0, of });
    const changed = await sendGroups(groups, report);
    if (!isWanted()) return;
    await refresh(client, what, changed.ids);
    const state = done(changed);
    setState(state);
    // What an undo did not reach can still be undone after a reload.
    if (what !== 'undo' || state.stopped === null) keptEdit.keep(sellerId, keepable(state));
  };

  return {
    state,
    run: (edit, chosen) => {
      const concerned = chosen.filter((listing) => needsEdit(edit, listing));
      const changes = changesOf(edit, concerned);
      const what = kindOf(edit);
      if (changes.length > 0)
        keptEdit.keep(sellerId, { what, changes, refused: [], stopped: null, isUnfinished: true });
      void send(what, [{ edit, listings: concerned }], ({ ids, refused, stopped }) => ({
        kind: 'done',
        what,
        changes: changes.filter(({ id }) => ids.has(id)),
        refused,
        stopped,
      }));
    },
    undo: (changes) => {
      const { groups, changedSince } = planUndo(changes, byId());
      const since = changedSince.map(({ title }) => ({ title, message: 'Changed since, so it stays as it is.' }));
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
    dismiss: () => {
      setState(null);
      keptEdit.keep(sellerId, null);
    },
  };
};

const keepable = ({ what, changes, refused, stopped }: Extract<EditState, { kind: 'done' }>): KeptEdit | null =>
  what === 'undo' || changes.length === 0
    ? null
    : { what, changes: [...changes], refused: [...refused], stopped, isUnfinished: false };

/** What was kept, as far as the listings still show it: others were changed since, or the page was left too early. */
const restored = (kept: KeptEdit | null, now: ReadonlyMap<string, Listing>): EditState | null => {
  if (kept === null) return null;
  const { what, refused, stopped, isUnfinished } = kept;
  const changes = kept.changes.filter(({ id, to, by }) => {
    const listing = now.get(id);
    return listing !== undefined && (holds(to, listing) || holds(by, listing));
  });
  if (changes.length === 0) return null;
  const isCut = isUnfinished && changes.length < kept.changes.length;
  return { kind: 'done', what, changes, refused, stopped: isCut ? 'You left before this was done.' : stopped };
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
        return { ids, refused, stopped: failureMessage(error, 'Couldn’t change the listings. Try again.') };
      }
      sent += part.length;
      onSent(sent);
    }
  }
  return { ids, refused, stopped: null };
};

/** Floors and costs change advice; skipped listings change rounds. All change the listings. */
const refresh = async (client: QueryClient, what: EditKind | 'undo', ids: ReadonlySet<string>): Promise<void> => {
  if (!withoutAdvice.has(what)) forgetAdvice(client, ids);
  await client.invalidateQueries();
};

const withoutAdvice: ReadonlySet<string> = new Set<EditKind>(['skip', 'share', 'shelf', 'unshelf']);

/** What the seller can change about many listings. None of it is sent to the marketplace. */
export type Edit =
  | { floorPrice: number | null }
  | { floorPercent: number }
  | { skipSharing: boolean }
  | { costCents: number | null }
  | { shelf: string | null };

type EditKind = (typeof editKinds)[number];

export const kindOf = (edit: Edit): EditKind => {
  if ('skipSharing' in edit) return edit.skipSharing ? 'skip' : 'share';
  if ('costCents' in edit) return edit.costCents === null ? 'uncost' : 'cost';
  if ('shelf' in edit) return edit.shelf === null ? 'unshelf' : 'shelf';
  return 'floorPrice' in edit && edit.floorPrice === null ? 'unfloor' : 'floor';
};

type Facts = Pick<
  Listing,
  'id' | 'title' | 'price' | 'currency' | 'floorPrice' | 'skipSharing' | 'costCents' | 'shelf'
>;

/** The lowest price, and so the lowest floor, that the marketplace accepts, in dollars. */
const leastFloor = 3;

/** The floor that a percentage of the price makes: whole dollars, rounded up as on the server, so that it is never below it. null without a price. */
export const floorAt = (percent: number, price: number | null): number | null =>
  price === null ? null : Math.max(Math.ceil((price * percent) / 100), leastFloor);

/** Listings that the change would leave as they are need no call. A percentage goes to those without a price, to be refused. */
export const needsEdit = (edit: Edit, listing: Facts): boolean => {
  if ('floorPercent' in edit)
    return listing.price === null || listing.floorPrice !== floorAt(edit.floorPercent, listing.price);
  const now = sameFieldOf(listing, edit);
  return JSON.stringify(now) !== JSON.stringify(edit);
};

/** What the listing has now where the change would set something. */
const sameFieldOf = ({ floorPrice, skipSharing, costCents, shelf }: Facts, edit: Edit): Edit => {
  if ('skipSharing' in edit) return { skipSharing };
  if ('costCents' in edit) return { costCents };
  return 'shelf' in edit ? { shelf } : { floorPrice };
};

/**
 * A listing before and after a change, to undo it. `by` is the requested change: the server may know a newer price than this
 * page.
 */
type Change = { id: string; title: string; from: Edit; to: Edit; by: Edit };

export const changesOf = (edit: Edit, before: readonly Facts[]): Change[] =>
  before.map((listing) => {
    const { id, title, price } = listing;
    const to = 'floorPercent' in edit ? { floorPrice: floorAt(edit.floorPercent, price) } : edit;
    return { id, title, from: sameFieldOf(listing, edit), to, by: edit };
  });

const holds = (edit: Edit, listing: Facts): boolean => !needsEdit(edit, listing);

/** The calls that put the old values back: one for each old value. Listings that were changed since are left alone. */
export const planUndo = (
  changes: readonly Change[],
  now: ReadonlyMap<string, Facts>,
): { groups: { edit: Edit; changes: Change[] }[]; changedSince: Change[] } => {
  const groups = new Map<string, { edit: Edit; changes: Change[] }>();
  const changedSince: Change[] = [];
  for (const change of changes) {
    const listing = now.get(change.id);
    if (listing === undefined || !(holds(change.to, listing) || holds(change.by, listing))) {
      changedSince.push(change);
      continue;
    }
    const key = JSON.stringify(change.from);
    const group = groups.get(key) ?? { edit: change.from, changes: [] };
    group.changes.push(change);
    groups.set(key, group);
  }
  return { groups: [...groups.values()], changedSince };
};

/** The server takes this many listings in one call. */
const mostAtOnce = 500;

export const inChunks = <Item>(items: readonly Item[], size = mostAtOnce): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

export const previewFloor = (
  edit: { floorPrice: number } | { floorPercent: number },
  chosen: readonly Facts[],
): { low: number; high: number; above: Facts[]; losing: Facts[]; withoutPrice: number } | null => {
  const floors = chosen.flatMap((listing) => {
    const floor = 'floorPrice' in edit ? edit.floorPrice : floorAt(edit.floorPercent, listing.price);
    return floor === null ? [] : [{ listing, floor }];
  });
  if (floors.length === 0) return null;
  return {
    low: Math.min(...floors.map(({ floor }) => floor)),
    high: Math.max(...floors.map(({ floor }) => floor)),
    above: floors.flatMap(({ listing, floor }) => (listing.price !== null && floor > listing.price ? [listing] : [])),
    losing: floors.flatMap(({ listing, floor }) =>
      listing.currency === usDollars && (profitAt(fromDollars(floor), listing.costCents) ?? 0) < 0 ? [listing] : [],
    ),
    withoutPrice: chosen.length - floors.length,
  };
};
