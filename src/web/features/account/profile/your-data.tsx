// Exports or deletes everything that is stored about the seller.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/account/sign-in.ts';
import type { ActivityEntry } from '#contract/activity/activity.ts';
import { ApiFailure } from '#contract/failure.ts';
import type { Listing } from '#contract/listings/listings.ts';
import { isObject, type JsonObject } from '#domain/json.ts';
import type { CsvCell } from '#domain/text/csv.ts';
import { activityName } from '#web/format/format.ts';
import { saveCsv, saveFile } from '#web/format/save-file.ts';
import { wait } from '#web/lib/clock.ts';
import { api, whenDone } from '#web/lib/server/api.ts';
import { changeMessages } from '#web/messages/pricing/price-changes.ts';
import { conditionName } from '#web/messages/pricing/pricing.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useExport } from '../queries.ts';
import { DeleteAccount } from './delete-account.tsx';

const tableMessages = {
  verbs: { listings: 'Listings (CSV)', activity: 'Activity (CSV)', prices: 'Price history (CSV)' },
  listings: [
    'Title',
    'Price',
    'Original price',
    'Floor price',
    'Currency',
    'Status',
    'Brand',
    'Category',
    'Size',
    'Condition',
    'Likes',
    'Shares by Hangtag',
    'Last shared (UTC)',
    'Listed (UTC)',
    'Sold (UTC)',
    'Link',
  ],
  availability: {
    available: 'Active',
    sold: 'Sold',
    not_for_sale: 'Not for sale',
    reserved: 'Reserved',
    removed: 'Removed',
  },
  activity: ['When (UTC)', 'What', 'Details', 'Listing'],
  prices: ['When (UTC)', 'Listing', 'Old price', 'New price', 'Currency', 'By'],
} as const;

export const YourData = ({ user }: { user: User }) => {
  const [isAsking, setAsking] = useState(false);
  const collect = useExport();
  const save = () =>
    whenDone(collect.mutateAsync(undefined), {
      onSuccess: (everything) => {
        const name = `hangtag-export-${new Date().toISOString().slice(0, 10)}.json`;
        saveFile(name, 'application/json', JSON.stringify(everything, null, 2));
        toastDone('Export ready', `Saved as ${name}.`);
      },
      onError: (error) => toastFailure(error, 'Export failed', 'Couldn’t create the export. Try again in a moment.'),
    });
  return (
    <section className="profile-part" aria-labelledby="your-data">
      <h3 className="h-head" id="your-data">
        Your data
      </h3>
      <p className="small mute">
        Everything Hangtag stores about you, in one JSON file. It contains no passwords or sessions.
      </p>
      <div className="answers">
        <Button onClick={save} isPending={collect.isPending} pendingText="Collecting…">
          Export my data
        </Button>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      <p className="small mute">Spreadsheets (CSV)</p>
      <TableButtons />
      <DeleteAccount user={user} isOpen={isAsking} onClose={() => setAsking(false)} />
    </section>
  );
};

type Table = { head: readonly string[]; rows: CsvCell[][] };

/** All listings, including sold ones. Prices are in whole dollars of their currency. */
const listingsTable = (listings: readonly Listing[]): Table => ({
  head: tableMessages.listings,
  rows: listings.map((listing) => [
    listing.title,
    listing.price,
    listing.originalPrice,
    listing.floorPrice,
    listing.currency,
    tableMessages.availability[listing.availability],
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

export const activityTable = (entries: readonly ActivityEntry[]): Table => ({
  head: tableMessages.activity,
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
const sourceName = (source: unknown): CsvCell => {
  const names: Record<string, string> = changeMessages.history.source;
  return typeof source === 'string' ? (names[source] ?? source) : null;
};
const cell = (value: unknown): CsvCell => (typeof value === 'string' || typeof value === 'number' ? value : null);

export const pricesTable = (everything: JsonObject): Table => {
  const listings = new Map(rowsOf(everything, 'listings').map((listing) => [String(listing.id), listing]));
  const changes = rowsOf(everything, 'price_changes').toSorted((one, other) =>
    String(other.at).localeCompare(String(one.at)),
  );
  return {
    head: tableMessages.prices,
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

/** If the server does not say how long to wait. */
const retryMs = 5000;
/** The largest page of the log that one request can return. */
const entriesAtOnce = 500;

/** Five weeks of 10,000 shares a day are 700 pages, more than the server answers in a minute. */
const readPage = async (before: string | undefined): Promise<ActivityEntry[]> => {
  for (;;) {
    try {
      return await api.activity.list({ query: { limit: entriesAtOnce, ...(before && { before }) } });
    } catch (error) {
      if (!(error instanceof ApiFailure && error.status === 429)) throw error;
      await wait(error.retryAfterMs ?? retryMs);
    }
  }
};

const readActivity = async (): Promise<ActivityEntry[]> => {
  const all: ActivityEntry[] = [];
  for (let before: string | undefined; ; before = all.at(-1)?.id) {
    const page = await readPage(before);
    all.push(...page);
    if (page.length < entriesAtOnce) return all;
  }
};

const collectTable: Record<'listings' | 'activity' | 'prices', () => Promise<Table>> = {
  listings: async () => listingsTable(await api.listings.list()),
  activity: async () => activityTable(await readActivity()),
  prices: async () => pricesTable(await api.account.export()),
};

const useTable = () => useMutation({ mutationFn: (name: keyof typeof collectTable) => collectTable[name]() });

const tables = ['listings', 'activity', 'prices'] as const;

const TableButtons = () => (
  <div className="answers">
    {tables.map((name) => (
      <TableButton key={name} name={name} />
    ))}
  </div>
);

const TableButton = ({ name }: { name: (typeof tables)[number] }) => {
  const collect = useTable();
  const save = () =>
    whenDone(collect.mutateAsync(name), {
      onSuccess: ({ head, rows }) => {
        const file = `hangtag-${name}-${new Date().toISOString().slice(0, 10)}`;
        saveCsv(file, head, rows);
        toastDone('Export ready', `Saved as ${file}.csv, ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}.`);
      },
      onError: (error) => toastFailure(error, 'Export failed', 'Couldn’t create the table. Try again in a moment.'),
    });
  return (
    <Button isSmall onClick={save} isPending={collect.isPending} pendingText="Collecting…">
      {tableMessages.verbs[name]}
    </Button>
  );
};
