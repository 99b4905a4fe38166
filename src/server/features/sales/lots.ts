// Makes and deletes lots: what a seller paid for many listings becomes the cost of each.

import type { Lot, NewLot } from '#contract/sales/lots.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import { splitCents } from '#domain/money.ts';
import { counted } from '#domain/text/counted.ts';
import type { SalesContext } from './context.ts';
import { findLots, findLotsOf, insertLot, removeLot } from './records-store.ts';

/** Throws `not_found` and `in_other_lot`. Sold and removed listings can be in a lot, too. */
export function addLot({ database, listings }: SalesContext, userId: string, lot: NewLot): Promise<Lot> {
  const asked = [...new Set(lot.listingIds)];
  return database.transaction(async (tx) => {
    const found = await listings.lockPriced(tx, userId, asked.filter(isId));
    if (found.length < asked.length)
      throw new Failure('not_found', 'One of these listings no longer exists. Reload the page and choose again.');
    const [taken] = await findLotsOf(tx, userId, asked);
    if (taken !== undefined) {
      const title = found.find(({ id }) => id === taken.listingId)?.title ?? '';
      throw new Failure(
        'in_other_lot',
        `“${title}” is already in the lot “${taken.lot}”. Leave it out, or delete that lot first.`,
      );
    }
    const costs = splitCents(lot.costCents, lot.split === 'even' ? found.map(() => 1) : pricesOf(found));
    const parts = found.map(({ id }, at) => ({ listingId: id, costCents: costs[at] ?? 0 }));
    const id = await insertLot(tx, userId, { ...lot, parts });
    await listings.setCosts(tx, userId, parts);
    const [made] = await findLots(tx, userId, id);
    if (made === undefined) throw new Error('A lot that was just made is not there');
    return made;
  });
}

function pricesOf(found: readonly { title: string; price: number | null }[]): number[] {
  return found.map(({ title, price }) => {
    if (price !== null) return price;
    const message = `“${title}” has no price. Split the cost evenly, or leave it out.`;
    throw new Failure('invalid_input', message, { fields: { split: message } });
  });
}

export const listLots = async ({ database }: SalesContext, userId: string): Promise<{ lots: Lot[] }> => ({
  lots: await findLots(database, userId),
});

/** Throws `not_found`. */
export function deleteLot(
  { database, listings }: SalesContext,
  userId: string,
  id: string,
): Promise<{ message: string; listings: number }> {
  return database.transaction(async (tx) => {
    const [lot] = isId(id) ? await findLots(tx, userId, id) : [];
    if (lot === undefined) throw new Failure('not_found', 'This lot was already deleted.');
    // Listings first, as for a new lot.
    const cleared = await listings.takeBackCosts(tx, userId, lot.parts);
    await removeLot(tx, userId, id);
    const said =
      cleared === 0 ? 'All its listings have other costs now.' : `Took its cost off ${counted(cleared, 'listing')}.`;
    return { message: `Lot deleted. ${said}`, listings: cleared };
  });
}
