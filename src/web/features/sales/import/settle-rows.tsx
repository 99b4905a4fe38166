// Asks which listing a row of an inventory report is, where several fit. One tap saves it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Listing, ListingChange } from '#contract/listings/listings.ts';
import { currencyFormat } from '#domain/money.ts';
import { counted, fullDate } from '#web/format/format.ts';
import { dollars, dollarsOfCents } from '#web/format/money-format.ts';
import { api, whenDone } from '#web/lib/server/api.ts';
import { listingsQuery, useChange } from '#web/lib/server/queries.ts';
import { importMessages as messages } from '#web/messages/sales/sale-imports.ts';
import { Button } from '#web/ui/button.tsx';
import { ListingPicture } from '#web/ui/listing-picture.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import { Facts } from './check/shown-rows.tsx';
import type { InventoryInFile } from './reading/reader-worker.ts';

type Said = InventoryInFile['listings'][number];
type OpenRow = { said: Said; listingIds: readonly string[] };
/** What a choice changed, to take it back. */
type Choice = { listingId: string; before: ListingChange };

export const SettleRows = ({ rows }: { rows: readonly OpenRow[] }) => {
  const { data, error, refetch } = useQuery(listingsQuery);
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  const [said, setSaid] = useState('');
  const save = useChange(({ id, body }: { id: string; body: ListingChange }) => api.listings.change({ id, body }));
  const open = rows.filter(({ said }) => !choices.has(said.row)).length;
  const write = (row: number, { id, body, choice }: { id: string; body: ListingChange; choice: Choice | null }) => {
    if (save.isPending) return;
    whenDone(save.mutateAsync({ id, body }), {
      onSuccess: () => {
        setChoices((before) => {
          const others = [...before].filter(([other]) => other !== row);
          return new Map(choice === null ? others : [...others, [row, choice]]);
        });
        setSaid(choice === null ? `${messages.row(row)} is open again.` : `${messages.row(row)} is settled.`);
      },
      onError: (failure) => toastFailure(failure, 'Couldn’t save this', 'Try again in a moment.'),
    });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a text is not a set of fields, and of several files it isn't a landmark
    <div className="import-part lines-close" role="group" aria-label="Which listing is it?">
      <h3 className="h-head">Which listing is it?</h3>
      <p className="small">
        {open === 0
          ? 'Every row has its listing.'
          : `${counted(open, 'row')} ${open === 1 ? 'fits' : 'fit'} several of your listings. Choose the right one, or leave it.`}
      </p>
      <p className="sr" role="status">
        {said}
      </p>
      {data === undefined ? (
        <NoData error={error} onRetry={() => refetch()} lines={4} label="Loading your listings" />
      ) : (
        <ul className="settle">
          {rows.map((row) => (
            <Row
              key={row.said.row}
              row={row}
              listings={data}
              choice={choices.get(row.said.row) ?? null}
              taken={new Set([...choices.values()].map(({ listingId }) => listingId))}
              isSaving={save.isPending}
              onChoose={(listing) => {
                const choice = { listingId: listing.id, before: factsOf(listing, row.said) };
                write(row.said.row, { id: listing.id, body: factsOf(row.said, row.said), choice });
              }}
              onUndo={({ listingId, before }) => write(row.said.row, { id: listingId, body: before, choice: null })}
            />
          ))}
        </ul>
      )}
    </div>
  );
};

/** The cost and the SKU, of those that the report has. */
const factsOf = ({ costCents, sku }: Pick<Listing, 'costCents' | 'sku'>, said: Said): ListingChange => ({
  ...(said.costCents !== null && { costCents }),
  ...(said.sku !== null && { sku }),
});

type RowProps = {
  row: OpenRow;
  listings: readonly Listing[];
  choice: Choice | null;
  taken: ReadonlySet<string>;
  isSaving: boolean;
  onChoose: (listing: Listing) => void;
  onUndo: (choice: Choice) => void;
};

const Row = ({ row: { said, listingIds }, listings, choice, taken, isSaving, onChoose, onUndo }: RowProps) => {
  const isUseful = said.costCents !== null || said.sku !== null;
  const shown = listings.filter(
    ({ id }) => listingIds.includes(id) && (choice === null ? !taken.has(id) : id === choice.listingId),
  );
  return (
    <li className="settle-row">
      <div className="lines-tight">
        <p className="lab">{`${messages.row(said.row)} of the report`}</p>
        <p className="ti">{said.title}</p>
        <Facts
          facts={[
            said.price !== null && currencyFormat({})(said.price),
            said.size,
            said.listedOn && `listed ${fullDate(said.listedOn)}`,
          ]}
        />
        <p className="small import-strong">
          {said.costCents === null ? 'No cost' : `Cost ${dollarsOfCents(said.costCents)}`}
          {said.sku !== null && `, SKU ${said.sku}`}
        </p>
      </div>
      <ul
        className="settle-choices lines-close"
        aria-label={`Listings that ${messages.row(said.row).toLowerCase()} may be`}
      >
        {shown.map((listing) => (
          <li key={listing.id}>
            <span className="settle-shot">
              <ListingPicture listing={listing} />
            </span>
            <span className="lines-tight">
              <span className="ti">{listing.title}</span>
              <Facts
                facts={[
                  listing.price !== null && dollars(listing.price, listing.currency),
                  listing.size,
                  listing.listedAt && `listed ${fullDate(listing.listedAt.slice(0, 10))}`,
                  listing.sku && `SKU ${listing.sku}`,
                  !listing.isActive && 'not for sale',
                ]}
              />
            </span>
            {choice === null ? (
              isUseful && (
                <Button isSmall isPending={isSaving} onClick={() => onChoose(listing)}>
                  It’s this one<span className="sr">: {listing.title}</span>
                </Button>
              )
            ) : (
              <Button isSmall look="bare" isPending={isSaving} onClick={() => onUndo(choice)}>
                Undo<span className="sr">: {listing.title}</span>
              </Button>
            )}
          </li>
        ))}
        {shown.length === 0 && <li className="small mute">Its listings were chosen for other rows.</li>}
      </ul>
      {choice !== null && <p className="small settle-done">Saved.</p>}
      {!isUseful && <p className="hint">This row has no cost and no SKU, so there is nothing to fill in.</p>}
    </li>
  );
};
