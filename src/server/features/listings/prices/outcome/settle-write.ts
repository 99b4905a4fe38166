// Settles a price write: its row, and whatever else its outcome changes, in one transaction.

import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Unavailable } from '../../money/write-money.ts';
import { saveSeenPrice } from '../../rows/price-store.ts';
import { markUnavailable } from '../../rows/store.ts';
import { type PriceLog, recordChange } from '../history/record-change.ts';
import { writeMessages } from '../journal/write-messages.ts';
import { type OpenWrite, type Settled, saveSettled } from '../journal/write-store.ts';

/** Why a write is not made; `seen` is the price that the marketplace shows, if it wasn't read for a write. */
export type Declined = { error: string; message: string; seen?: { price: number; currency: string } };

type Tools = { database: Database; clock: Clock; activity: PriceLog };

/** The marketplace shows the wanted price. */
export async function settleUpdated(tools: Tools, write: OpenWrite, oldPrice: number): Promise<void> {
  const { clock, activity } = tools;
  const change = { ...write, oldPrice, isUndo: write.undoesPrice !== null };
  await settle(tools, write, { state: 'updated', oldPrice }, (tx) =>
    recordChange(tx, { change, activity, now: clock.now() }),
  );
}

export async function settleFailed(tools: Tools, write: OpenWrite, { error, message, seen }: Declined): Promise<void> {
  const { userId, listingId } = write;
  await settle(tools, write, { state: 'failed', error, message }, async (tx) => {
    if (seen !== undefined) await saveSeenPrice(tx, { userId, listingId, ...seen, now: tools.clock.now() });
  });
}

const unavailableMessages = {
  sold: writeMessages.sold,
  removed: writeMessages.gone,
  not_for_sale: writeMessages.notForSale,
  reserved: writeMessages.reserved,
} as const;

/** The listing can no longer be priced, and is marked as such. */
export async function settleUnavailable(tools: Tools, write: OpenWrite, availability: Unavailable): Promise<void> {
  const { userId, listingId: id } = write;
  const message = unavailableMessages[availability];
  await settle(tools, write, { state: 'failed', error: 'listing_not_for_sale', message }, (tx) =>
    markUnavailable(tx, { userId, id, availability, now: tools.clock.now() }),
  );
}

/** `more` runs only if this call is the one that settles the write. */
async function settle(
  { database, clock }: Tools,
  { userId, id, tries }: OpenWrite,
  end: Pick<Settled, 'state' | 'oldPrice' | 'error' | 'message'>,
  more: (tx: Queryable) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    if (await saveSettled(tx, { ...end, userId, id, tries, now: clock.now() })) await more(tx);
  });
}
