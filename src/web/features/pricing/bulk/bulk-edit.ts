// What a change of many listings does to each of them, and how it is undone.
import type { Listing } from '#contract/listings/listings.ts';

/** What the seller can change about many listings. None of it is sent to the marketplace. */
export type Edit = { floorPrice: number | null } | { floorPercent: number } | { skipSharing: boolean };

export type EditKind = 'floor' | 'unfloor' | 'skip' | 'share';

export const kindOf = (edit: Edit): EditKind => {
  if ('skipSharing' in edit) return edit.skipSharing ? 'skip' : 'share';
  return 'floorPrice' in edit && edit.floorPrice === null ? 'unfloor' : 'floor';
};

type Facts = Pick<Listing, 'id' | 'title' | 'price' | 'currency' | 'floorPrice' | 'skipSharing'>;

/** The lowest price, and so the lowest floor, that the marketplace accepts, in dollars. */
const leastFloor = 3;

/** The floor that a percentage of the price makes: whole dollars, rounded up as on the server, so that it is never below it. null without a price. */
export const floorAt = (percent: number, price: number | null): number | null =>
  price === null ? null : Math.max(Math.ceil((price * percent) / 100), leastFloor);

/** Listings that the change would leave as they are need no call. A percentage goes to those without a price, to be refused. */
export const needsEdit = (edit: Edit, listing: Facts): boolean => {
  if ('skipSharing' in edit) return listing.skipSharing !== edit.skipSharing;
  if ('floorPrice' in edit) return listing.floorPrice !== edit.floorPrice;
  return listing.price === null || listing.floorPrice !== floorAt(edit.floorPercent, listing.price);
};

/**
 * A listing before and after a change, to undo it. `by` is the requested change: the server may know a newer price than this
 * page.
 */
export type Change = { id: string; title: string; from: Edit; to: Edit; by: Edit };

/** What changed, by the floors and switches before and after. */
export const changesOf = (edit: Edit, before: readonly Facts[]): Change[] =>
  before.map(({ id, title, price, floorPrice, skipSharing }) => {
    if ('skipSharing' in edit) return { id, title, from: { skipSharing }, to: edit, by: edit };
    const to = 'floorPrice' in edit ? edit.floorPrice : floorAt(edit.floorPercent, price);
    return { id, title, from: { floorPrice }, to: { floorPrice: to }, by: edit };
  });

/** Whether the listing is as the change would make it. */
export const holds = (edit: Edit, listing: Facts): boolean => !needsEdit(edit, listing);

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
  Array.from({ length: Math.ceil(items.length / size) }, (_, place) => items.slice(place * size, (place + 1) * size));

/** What a floor means for the selected listings, before it is set. */
export const previewFloor = (
  edit: { floorPrice: number } | { floorPercent: number },
  chosen: readonly Facts[],
): { low: number; high: number; above: Facts[]; withoutPrice: number } | null => {
  const floors = chosen.flatMap((listing) => {
    const floor = 'floorPrice' in edit ? edit.floorPrice : floorAt(edit.floorPercent, listing.price);
    return floor === null ? [] : [{ listing, floor }];
  });
  if (floors.length === 0) return null;
  return {
    low: Math.min(...floors.map(({ floor }) => floor)),
    high: Math.max(...floors.map(({ floor }) => floor)),
    above: floors.flatMap(({ listing, floor }) => (listing.price !== null && floor > listing.price ? [listing] : [])),
    withoutPrice: chosen.length - floors.length,
  };
};
