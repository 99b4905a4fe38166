// The seller's data as tables for CSV files.
import type { ActivityEntry } from '#contract/activity.ts';
import type { Listing } from '#contract/listings/listings.ts';
import { isObject, type JsonObject } from '#domain/json.ts';
import type { Cell } from '#web/format/csv.ts';
import { activityName } from '#web/messages/activity.ts';
import { changeMessages } from '#web/messages/pricing/price-changes.ts';
import { conditionName } from '#web/messages/pricing/pricing.ts';
import { tableMessages as messages } from '#web/messages/tables.ts';

export type Table = { head: readonly string[]; rows: Cell[][] };

/** All listings, including sold ones. Prices are in whole dollars of their currency. */
export const listingsTable = (listings: readonly Listing[]): Table => ({
  head: messages.listings,
  rows: listings.map((listing) => [
    listing.title,
    listing.price,
    listing.originalPrice,
    listing.floorPrice,
    listing.currency,
    messages.availability[listing.availability],
    listing.brand,
    listing.category,
    listing.size,
    listing.condition && conditionName(listing.condition),
    listing.likeCount,
    listing.shareCount,
    listing.lastShared,
    listing.listedAt,
    listing.soldAt,
    listing.url,
  ]),
});

/** The activity log, newest first. */
export const activityTable = (entries: readonly ActivityEntry[]): Table => ({
  head: messages.activity,
  rows: entries.map(({ timestamp, action, details, listingId }) => [
    timestamp,
    activityName(action),
    details,
    listingId ?? null,
  ]),
});

const rowsOf = (everything: JsonObject, table: string): JsonObject[] => {
  const rows = everything[table];
  return Array.isArray(rows) ? rows.filter(isObject) : [];
};
/** The name of a known source; anything else stays as it is. */
const sourceName = (source: unknown): Cell => {
  const names: Record<string, string> = changeMessages.history.source;
  return typeof source === 'string' ? (names[source] ?? source) : null;
};
const cell = (value: unknown): Cell => (typeof value === 'string' || typeof value === 'number' ? value : null);

/** Every price change of every listing, newest first, from the full export. */
export const pricesTable = (everything: JsonObject): Table => {
  const listings = new Map(rowsOf(everything, 'listings').map((listing) => [String(listing.id), listing]));
  const changes = rowsOf(everything, 'price_changes').toSorted((one, other) =>
    String(other.at).localeCompare(String(one.at)),
  );
  return {
    head: messages.prices,
    rows: changes.map((row) => [
      cell(row.at),
      cell(listings.get(String(row.listing_id))?.title),
      cell(row.old_price),
      cell(row.new_price),
      cell(listings.get(String(row.listing_id))?.currency),
      sourceName(row.source),
    ]),
  };
};
