// Changes many listings, one part after another, and undoes it.
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Listing } from '#contract/listings/listings.ts';
import { fromDollars, usDollars } from '#domain/money.ts';
import { api, failureMessage } from '#web/lib/server/api.ts';
import { profitAt } from '../costs.ts';
import { forgetAdvice, pricingKeys } from '../queries.ts';
import { type Edit, type EditKind, type KeptEdit, keptEdit } from './kept-bulk.ts';

type What = EditKind | 'undo';
type Change = KeptEdit['changes'][number];
type Refused = KeptEdit['refused'];
type Done = { kind: 'done'; what: What; changes: Change[]; refused: Refused; stopped: string | null };
export type EditState = { kind: 'running'; what: What; done: number; of: number } | Done;

type Group = { edit: Edit; listings: readonly { id: string; title: string }[] };

/** Outlives the screen and the page, so that a change continues, and can be undone when the seller comes back. */
export const useBulkEdit = (sellerId: string, listings: readonly Listing[]) => {
  const client = useQueryClient();
  const byId = () => new Map(listings.map((listing) => [listing.id, listing]));
  const queryKey = pricingKeys.bulkEdit;
  const { data: state = null } = useQuery<EditState | null>({
    queryKey,
    queryFn: skipToken,
    initialData: () => restored(keptEdit.read(sellerId), byId()),
    gcTime: Number.POSITIVE_INFINITY,
  });
  const setState = (next: EditState | null) => client.setQueryData(queryKey, next);
  /** False once the seller has signed out. */
  const isWanted = () => client.getQueryData(queryKey) !== undefined;

  const send = async (what: What, groups: readonly Group[], asked: readonly Change[], since: Refused = []) => {
    const of = groups.reduce((sum, group) => sum + group.listings.length, 0);
    setState({ kind: 'running', what, done: 0, of });
    const report = (done: number) => isWanted() && setState({ kind: 'running', what, done, of });
    const { ids, refused, stopped } = await sendGroups(groups, report);
    if (!isWanted()) return;
    // Floors and costs change advice; skipped listings change rounds. All change the listings.
    if (!withoutAdvice.has(what)) forgetAdvice(client, ids);
    await client.invalidateQueries();
    const changes = asked.filter(({ id }) => ids.has(id));
    const done: Done = { kind: 'done', what, changes, refused: [...since, ...refused], stopped };
    setState(done);
    if (what !== 'undo') keptEdit.keep(sellerId, changes.length === 0 ? null : { ...done, what, isUnfinished: false });
    // What an undo did not reach can still be undone after a reload.
    else if (stopped === null) keptEdit.keep(sellerId, null);
  };

  return {
    state,
    run: (edit: Edit, chosen: readonly Listing[]) => {
      const concerned = chosen.filter((listing) => needsEdit(edit, listing));
      const changes = changesOf(edit, concerned);
      const what = kindOf(edit);
      if (changes.length > 0)
        keptEdit.keep(sellerId, { what, changes, refused: [], stopped: null, isUnfinished: true });
      void send(what, [{ edit, listings: concerned }], changes);
    },
    undo: (changes: readonly Change[]) => {
      const { groups, changedSince } = planUndo(changes, byId());
      const message = 'Changed since, so it stays as it is.';
      const since = changedSince.map(({ title }) => ({ title, message }));
      void send('undo', groups, changes, since);
    },
    dismiss: () => {
      setState(null);
      keptEdit.keep(sellerId, null);
    },
  };
};

/** What was kept, as far as the listings still show it: others were changed since, or the page was left too early. */
const restored = (kept: KeptEdit | null, now: ReadonlyMap<string, Listing>): EditState | null => {
  const changes = kept?.changes.filter((change) => isThere(change, now)) ?? [];
  if (kept === null || changes.length === 0) return null;
  const { what, refused, stopped, isUnfinished } = kept;
  const isCut = isUnfinished && changes.length < kept.changes.length;
  return { kind: 'done', what, changes, refused, stopped: isCut ? 'You left before this was done.' : stopped };
};

/** A part that fails as a whole ends it: what keeps one part from the server keeps the others, too. */
const sendGroups = async (groups: readonly Group[], onSent: (sent: number) => void) => {
  const ids = new Set<string>();
  const refused: Refused = [];
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

const withoutAdvice: ReadonlySet<string> = new Set<EditKind>(['skip', 'share', 'shelf', 'unshelf']);

export const kindOf = (edit: Edit): EditKind => {
  if ('skipSharing' in edit) return edit.skipSharing ? 'skip' : 'share';
  if ('costCents' in edit) return edit.costCents === null ? 'uncost' : 'cost';
  if ('shelf' in edit) return edit.shelf === null ? 'unshelf' : 'shelf';
  return 'floorPrice' in edit && edit.floorPrice === null ? 'unfloor' : 'floor';
};

type Editable = 'floorPrice' | 'skipSharing' | 'costCents' | 'shelf';
type Facts = Pick<Listing, 'id' | 'title' | 'price' | 'currency' | Editable>;

/** The lowest price, and so the lowest floor, that the marketplace accepts, in dollars. */
const leastFloor = 3;

/** The floor that a percentage of the price makes: whole dollars, rounded up as on the server, so that it is never below it. null without a price. */
export const floorAt = (percent: number, price: number | null): number | null =>
  price === null ? null : Math.max(Math.ceil((price * percent) / 100), leastFloor);

/** Listings that the change would leave as they are need no call. A percentage goes to those without a price, to be refused. */
export const needsEdit = (edit: Edit, listing: Facts): boolean => {
  if ('floorPercent' in edit)
    return listing.price === null || listing.floorPrice !== floorAt(edit.floorPercent, listing.price);
  return JSON.stringify(sameFieldOf(listing, edit)) !== JSON.stringify(edit);
};

/** What the listing has now where the change would set something. */
const sameFieldOf = ({ floorPrice, skipSharing, costCents, shelf }: Facts, edit: Edit): Edit => {
  if ('skipSharing' in edit) return { skipSharing };
  if ('costCents' in edit) return { costCents };
  return 'shelf' in edit ? { shelf } : { floorPrice };
};

export const changesOf = (edit: Edit, before: readonly Facts[]): Change[] =>
  before.map((listing) => {
    const { id, title, price } = listing;
    const to = 'floorPercent' in edit ? { floorPrice: floorAt(edit.floorPercent, price) } : edit;
    return { id, title, from: sameFieldOf(listing, edit), to, by: edit };
  });

/** Whether the listing still has what the change made of it. */
const isThere = ({ id, to, by }: Change, now: ReadonlyMap<string, Facts>): boolean => {
  const listing = now.get(id);
  return listing !== undefined && !(needsEdit(to, listing) && needsEdit(by, listing));
};

/** The calls that put the old values back: one for each old value. Listings that were changed since are left alone. */
export const planUndo = (changes: readonly Change[], now: ReadonlyMap<string, Facts>) => {
  const { there = [], since = [] } = Object.groupBy(changes, (change) => (isThere(change, now) ? 'there' : 'since'));
  const groups = [...Map.groupBy(there, ({ from }) => JSON.stringify(from))];
  return {
    groups: groups.map(([from, listings]) => ({ edit: JSON.parse(from) as Edit, listings })),
    changedSince: since,
  };
};

/** The server takes this many listings in one call. */
const mostAtOnce = 500;

export const inChunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / mostAtOnce) }, (_, index) =>
    items.slice(index * mostAtOnce, (index + 1) * mostAtOnce),
  );

export type Floor = Extract<Edit, { floorPercent: number }> | { floorPrice: number };

/** What a floor would mean for these listings; null if none has a price to take a percentage of. */
export const previewFloor = (edit: Floor, chosen: readonly Facts[]) => {
  const floors = chosen.flatMap((listing) => {
    const floor = 'floorPrice' in edit ? edit.floorPrice : floorAt(edit.floorPercent, listing.price);
    return floor === null ? [] : [{ listing, floor }];
  });
  if (floors.length === 0) return null;
  const amounts = floors.map(({ floor }) => floor);
  const which = (isOf: (listing: Facts, floor: number) => boolean) =>
    floors.flatMap(({ listing, floor }) => (isOf(listing, floor) ? [listing] : []));
  return {
    low: Math.min(...amounts),
    high: Math.max(...amounts),
    above: which(({ price }, floor) => price !== null && floor > price),
    losing: which(
      ({ currency, costCents }, floor) => currency === usDollars && (profitAt(fromDollars(floor), costCents) ?? 0) < 0,
    ),
    withoutPrice: chosen.length - floors.length,
  };
};
