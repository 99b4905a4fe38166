// Exports or deletes everything that is stored about the seller.

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { AccountDeletion } from '#contract/account/profile.ts';
import type { User } from '#contract/account/sign-in.ts';
import type { ActivityEntry } from '#contract/activity/activity.ts';
import { ApiFailure } from '#contract/failure.ts';
import type { Listing } from '#contract/listings/listings.ts';
import { marketplaceName } from '#domain/closet.ts';
import { isObject, type JsonObject } from '#domain/json.ts';
import type { CsvCell } from '#domain/text/csv.ts';
import { activityName } from '#web/format/format.ts';
import { saveCsv, saveFile } from '#web/format/save-file.ts';
import { wait } from '#web/lib/clock.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { api, whenDone } from '#web/lib/server/api.ts';
import { changeMessages } from '#web/messages/pricing/price-changes.ts';
import { conditionName } from '#web/messages/pricing/pricing.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Section } from '#web/ui/panel.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useDeleteAccount, useExport } from '../queries.ts';

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
    <Section id="your-data" title="Your data" level={3} className="profile-part">
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
      <div className="answers">
        {tables.map((table) => (
          <TableButton key={table.name} {...table} />
        ))}
      </div>
      <DeleteAccount user={user} isOpen={isAsking} onClose={() => setAsking(false)} />
    </Section>
  );
};

type Table = { head: readonly string[]; rows: CsvCell[][] };

const availabilityNames = {
  available: 'Active',
  sold: 'Sold',
  not_for_sale: 'Not for sale',
  reserved: 'Reserved',
  removed: 'Removed',
} as const;

/** Prices are in whole dollars of their currency. */
const listingColumns: readonly (readonly [string, (listing: Listing) => CsvCell])[] = [
  ['Title', ({ title }) => title],
  ['Price', ({ price }) => price],
  ['Original price', ({ originalPrice }) => originalPrice],
  ['Floor price', ({ floorPrice }) => floorPrice],
  ['Currency', ({ currency }) => currency],
  ['Status', ({ availability }) => availabilityNames[availability]],
  ['Brand', ({ brand }) => brand],
  ['Category', ({ category }) => category],
  ['Size', ({ size }) => size],
  ['Condition', ({ condition }) => condition && conditionName(condition)],
  ['Likes', ({ likeCount }) => likeCount],
  ['Shares by Hangtag', ({ shareCount }) => shareCount],
  ['Last shared (UTC)', ({ lastShared }) => lastShared],
  ['Listed (UTC)', ({ listedAt }) => listedAt],
  ['Sold (UTC)', ({ soldAt }) => soldAt],
  ['Link', ({ url }) => url],
];

const listingsTable = (listings: readonly Listing[]): Table => ({
  head: listingColumns.map(([name]) => name),
  rows: listings.map((listing) => listingColumns.map(([, cellOf]) => cellOf(listing))),
});

export const activityTable = (entries: readonly ActivityEntry[]): Table => ({
  head: ['When (UTC)', 'What', 'Details', 'Listing'],
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
  const names: Record<string, string> = changeMessages.source;
  return typeof source === 'string' ? (names[source] ?? source) : null;
};
const cell = (value: unknown): CsvCell => (typeof value === 'string' || typeof value === 'number' ? value : null);

export const pricesTable = (everything: JsonObject): Table => {
  const listings = new Map(rowsOf(everything, 'listings').map((listing) => [String(listing.id), listing]));
  const changes = rowsOf(everything, 'price_changes').toSorted((one, other) =>
    String(other.at).localeCompare(String(one.at)),
  );
  return {
    head: ['When (UTC)', 'Listing', 'Old price', 'New price', 'Currency', 'By'],
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

type TableSource = { name: string; verb: string; read: () => Promise<Table> };

const tables: readonly TableSource[] = [
  { name: 'listings', verb: 'Listings (CSV)', read: async () => listingsTable(await api.listings.list()) },
  { name: 'activity', verb: 'Activity (CSV)', read: async () => activityTable(await readActivity()) },
  { name: 'prices', verb: 'Price history (CSV)', read: async () => pricesTable(await api.account.export()) },
];

const TableButton = ({ name, verb, read }: TableSource) => {
  const collect = useMutation({ mutationFn: () => read() });
  const save = () =>
    whenDone(collect.mutateAsync(), {
      onSuccess: ({ head, rows }) => {
        const file = `hangtag-${name}-${new Date().toISOString().slice(0, 10)}`;
        saveCsv(file, head, rows);
        toastDone('Export ready', `Saved as ${file}.csv, ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}.`);
      },
      onError: (error) => toastFailure(error, 'Export failed', 'Couldn’t create the table. Try again in a moment.'),
    });
  return (
    <Button isSmall onClick={save} isPending={collect.isPending} pendingText="Collecting…">
      {verb}
    </Button>
  );
};

/** What demo accounts send instead of a password, because they have none. */
const noPassword = 'guest';

/** After the deletion nobody is signed in, so the session guard shows the auth screen. */
const DeleteAccount = ({ user, isOpen, onClose }: { user: User; isOpen: boolean; onClose: () => void }) => {
  const id = useId();
  const erase = useDeleteAccount();
  const form = useForm({
    resolver: zodResolver(AccountDeletion),
    defaultValues: { password: user.guest ? noPassword : '' },
  });
  const close = () => {
    form.reset();
    onClose();
  };
  const send = form.handleSubmit((body) =>
    whenDone(erase.mutateAsync({ body }), {
      onSuccess: ({ message }) => toastDone('Account deleted', message),
      onError: (error) => {
        showFieldFailures(form, error, ['password']);
        toastFailure(error, 'Deletion failed', 'Couldn’t delete your account. Try again in a moment.');
      },
    }),
  );
  return (
    <Dialog
      title="Delete your account?"
      isOpen={isOpen}
      onClose={close}
      actions={
        <>
          <Button type="submit" form={id} look="danger" isPending={erase.isPending} pendingText="Deleting…">
            Delete permanently
          </Button>
          <Button data-first-focus={user.guest || undefined} onClick={close}>
            Keep my account
          </Button>
        </>
      }
    >
      <p>
        <b>This can’t be undone.</b>
      </p>
      <ul className="consequences lines-tight">
        {[
          'The bot stops before its next share.',
          'Hangtag erases your profile, listings, history, prices, suggestions, and saved sign-in.',
          `Nothing on ${marketplaceName(user.closet.practice)} changes. Your closet and its listings stay there.`,
          'Copies in this site’s backups are deleted when those backups expire.',
        ].map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <form id={id} onSubmit={send} noValidate aria-label="Delete your account?">
        {user.guest ? (
          <p className="small">This demo account needs no password.</p>
        ) : (
          <Field
            label="Your Hangtag password"
            type="password"
            autoComplete="current-password"
            {...fieldOf(form, 'password')}
          />
        )}
      </form>
    </Dialog>
  );
};
