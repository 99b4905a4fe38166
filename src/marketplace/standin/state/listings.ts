// Reads and changes the listings of a closet.

import { isObject } from '#domain/json.ts';
import { subcategoryById } from '../seed/catalog.ts';
import { type InventoryStatus, stockCloset } from '../seed/closet.ts';
import { type Facts, factsOf, tasteOf } from '../seed/facts.ts';
import { listingId } from '../seed/random.ts';
import type { Account, Edits, Listing, World } from './model.ts';

const listsEveryMs = 2 * 86_400_000;
const mostNewListings = 2000;
/** The same for all, because most listings never have one. */
const noOffers: Listing['offers'] = [];

/** The closet's listings by index, created on first access. */
export function listingsOf(world: World, account: Account): Listing[] {
  account.listings ??= stockedListings(world, account);
  if (account.kind === 'stranger') restock(world, account, account.listings);
  return account.listings;
}

/**
 * A stranger lists something new every other day, and sells the oldest, so that their newest listing isn't the same all month.
 * What they list looks like another listing of theirs.
 */
function restock({ key, clock }: World, account: Account, listings: Listing[]): void {
  const { asOfMs, available, sold, serial } = account;
  const begun = available + sold;
  const since = Math.min(mostNewListings, Math.max(0, Math.floor((clock.now() - asOfMs) / listsEveryMs)));
  if (begun === 0 || listings.length >= begun + since) return;
  for (let index = listings.length; index < begun + since; index += 1) {
    const like = listings[index % begun];
    if (like === undefined) return;
    const bornMs = asOfMs + (index - begun + 1) * listsEveryMs;
    const id = listingId(key, bornMs, { serial, index, picture: 0 });
    const fresh = { status: 'available', shares: 0, likes: 0, removed: false, edits: null, touched: false } as const;
    const oldest = listings.find(({ status, removed }) => status === 'available' && !removed);
    if (oldest !== undefined) Object.assign(oldest, { status: 'sold_out', statusMs: bornMs });
    listings.push({ ...like, ...fresh, id, index, bornMs, bumpMs: bornMs, updatedMs: bornMs, statusMs: bornMs });
    account.lastBumpMs = Math.max(account.lastBumpMs, bornMs);
  }
  account.order = null;
}

function stockedListings(world: World, account: Account): Listing[] {
  const { serial, asOfMs, available, sold } = account;
  const listings = stockCloset({ seed: world.seed, key: world.key, serial, asOfMs, available, sold }).map(
    (start): Listing => ({
      account,
      ...start,
      updatedMs: start.bumpMs,
      likesMs: 0,
      removed: false,
      revision: 1 + (start.likes % 4),
      offerUntilMs: 0,
      offers: noOffers,
      edits: null,
      touched: false,
    }),
  );
  account.lastBumpMs = listings.reduce((latest, listing) => Math.max(latest, listing.bumpMs), 0);
  return listings;
}

/** Marks a listing as changed from its seed, so that the state file saves it. */
export function touch(listing: Listing): void {
  if (listing.touched) return;
  listing.touched = true;
  listing.account.touched.push(listing);
}

/** Newest share first, as the closet shows it. Sorted on read and not on share, so that a share stays cheap. */
function closetOrder(world: World, account: Account): readonly Listing[] {
  const listings = listingsOf(world, account);
  account.order ??= listings.toSorted((a, b) => b.bumpMs - a.bumpMs || (a.id < b.id ? 1 : -1));
  return account.order;
}

/** Applies one share. Share times of a closet strictly increase. */
export function bump(world: World, listing: Listing): void {
  const { account } = listing;
  const bumpMs = Math.max(world.clock.now(), account.lastBumpMs + 1);
  account.lastBumpMs = bumpMs;
  account.order = null;
  listing.bumpMs = bumpMs;
  listing.shares += 1;
  touch(listing);
  world.changed();
}

/** Raises the listing's revision, as an edit in the marketplace's app would. A write based on the old revision is refused. */
export function revise(world: World, listing: Listing): void {
  listing.revision += 1;
  listing.updatedMs = world.clock.now();
  touch(listing);
  world.changed();
}

export function setStatus(world: World, listing: Listing, status: InventoryStatus): void {
  listing.removed = false;
  if (listing.status !== status) {
    listing.status = status;
    listing.statusMs = world.clock.now();
  }
  revise(world, listing);
}

function seededFacts(world: World, listing: Listing): Facts {
  const { account, index } = listing;
  account.taste ??= tasteOf(world.seed, account.serial);
  return factsOf(world.seed, account.serial, index, account.taste);
}

/** The listing's details: as last edited by its seller, or else as seeded. */
export type Look = Edits & { flat: string };

export function lookOf(world: World, listing: Listing): Look {
  const facts = seededFacts(world, listing);
  const flat = facts.subcategory.flat;
  if (listing.edits !== null) {
    const [feature] = listing.edits.features;
    return { ...listing.edits, flat: (feature === undefined ? undefined : subcategoryById(feature)?.flat) ?? flat };
  }
  const pictureId = (picture: number) =>
    listingId(world.key, listing.bornMs, { serial: listing.account.serial, index: listing.index, picture });
  return {
    title: facts.title,
    description: facts.description,
    brand: facts.brand.name,
    condition: facts.condition,
    colors: [facts.color],
    department: facts.departmentId,
    category: facts.category.id,
    features: [facts.subcategory.id],
    sizes: [sizeQuantity(facts.size, listing.status)],
    cover: pictureId(1),
    pictures: Array.from({ length: facts.pictures - 1 }, (_, i) => pictureId(i + 2)),
    sku: { sku: facts.sku },
    styleTags: [],
    videos: [],
    discountId: null,
    flat,
  };
}

function sizeQuantity(size: string, status: InventoryStatus) {
  return {
    size_id: size,
    size_obj: { id: size, display: size, size_system: 'us' },
    size_system: 'us',
    quantity_available: status === 'sold_out' || status === 'reserved' ? 0 : 1,
    quantity_reserved: status === 'reserved' ? 1 : 0,
    quantity_sold: status === 'sold_out' ? 1 : 0,
  };
}

/** The size as the marketplace shows it. */
export function sizeLabel(sizes: readonly unknown[]): string {
  const [first] = sizes;
  if (!isObject(first)) return '';
  const { size_obj: object, size_id: id } = first;
  const shown = isObject(object) ? object.display : null;
  return [shown, id].find((text) => typeof text === 'string' && text !== '')?.toString() ?? '';
}

export const closetFilters = ['available', 'sold_out', 'not_for_sale', 'all'] as const;
export type ClosetFilter = (typeof closetFilters)[number];

export type ClosetPage = { items: Listing[]; nextCursorMs: number | null };

/** One page, newest share first, strictly below the cursor (in ms). Removed listings never appear. */
export function closetPage(
  world: World,
  account: Account,
  ask: { filter: ClosetFilter; count: number; belowMs: number | null },
): ClosetPage {
  const items: Listing[] = [];
  for (const listing of closetOrder(world, account)) {
    if (listing.removed || (ask.filter !== 'all' && listing.status !== ask.filter)) continue;
    if (ask.belowMs !== null && listing.bumpMs >= ask.belowMs) continue;
    if (items.length === ask.count) return { items, nextCursorMs: items.at(-1)?.bumpMs ?? null };
    items.push(listing);
  }
  return { items, nextCursorMs: null };
}
