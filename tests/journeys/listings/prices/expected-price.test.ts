import { beforeEach, describe, expect, it } from 'vitest';
import type { ClosetWorld } from '../../closet/closet-world.ts';
import { pricesJourney, refusalOf, type Seller } from './prices-world.ts';

let world: ClosetWorld;
let seller: Seller;
const arrive = pricesJourney();
beforeEach(async () => {
  ({ world, seller } = await arrive());
});

/** What a page that shows $40 asks for. */
const setPrice = (price: number, expectedPrice = 40) =>
  seller.calls.setPrice({ id: seller.idOf(0), body: { price, expectedPrice } });

describe('one price, asked for by a page that shows $40', () => {
  it('is changed while the listing still costs that', async () => {
    expect(await setPrice(35)).toEqual({ oldPrice: 40, newPrice: 35 });
    expect(await seller.marketPrice(0)).toBe(35);
  });

  it('stays if another device has changed it, without a call to the marketplace', async () => {
    await setPrice(30);
    const calls = (await world.journal()).length;
    expect(await refusalOf(setPrice(45))).toEqual({
      status: 409,
      code: 'price_changed',
      message: expect.stringMatching(
        /^A price has changed: “.+” is now \$30, not \$40\. Nothing was sent\. Check it, then decide again\.$/,
      ),
      fields: { [seller.idOf(0)]: 'The price is now $30, not $40' },
    });
    expect((await world.journal()).length).toBe(calls);
    expect(await setPrice(45, 30)).toEqual({ oldPrice: 30, newPrice: 45 });
  });

  it('stays if it was changed at the marketplace, and Hangtag then knows the price there', async () => {
    await seller.set(0, { price: 30 });
    const refused = await refusalOf(setPrice(45));
    expect(refused).toMatchObject({
      status: 409,
      code: 'price_changed',
      message: 'The price is now $30, not the $40 that you saw, so Hangtag left it. Check it, then decide again.',
    });
    expect(await seller.writes()).toEqual([]);
    expect([await seller.marketPrice(0), await seller.price(0)]).toEqual([30, 30]);
    expect(await seller.logged('PRICE_UPDATE')).toEqual([]);
    expect((await seller.calls.priceHistory({ id: seller.idOf(0) }))[0]).toMatchObject({
      oldPrice: 40,
      newPrice: 30,
      source: 'marketplace',
    });
  });

  it('stays even if the seller confirmed a large change, because that was a change from $40', async () => {
    await seller.set(0, { price: 30 });
    const body = { price: 100, expectedPrice: 40, confirmLargeChanges: true };
    const refused = await refusalOf(seller.calls.setPrice({ id: seller.idOf(0), body }));
    expect(refused).toMatchObject({ code: 'price_changed' });
    expect(await seller.writes()).toEqual([]);
  });

  it('that is asked for again after a lost reply is already there, which is no refusal', async () => {
    await setPrice(35);
    expect(await setPrice(35)).toEqual({ oldPrice: 35, newPrice: 35 });
    await seller.set(0, { price: 33 });
    expect(await setPrice(33, 35)).toEqual({ oldPrice: 33, newPrice: 33 });
    expect(await seller.writes()).toHaveLength(1);
  });

  it('that no stored price can be is refused as input', async () => {
    for (const expectedPrice of [-1, 39.5, 3_000_000_000])
      expect(await refusalOf(setPrice(35, expectedPrice))).toMatchObject({ status: 400 });
  });
});

describe('a bulk change, asked for by a page that shows $40', () => {
  const updatePrices = (prices: Record<number, number>, key?: string) => {
    const updates = seller.updates(prices);
    const expectedPrices = Object.fromEntries(updates.map(({ listingId }) => [listingId, 40]));
    return seller.calls.updatePrices({
      body: { updates, expectedPrices },
      ...(key !== undefined && { idempotencyKey: key }),
    });
  };

  it('sends nothing if Hangtag knows that some of the prices have changed, and names them', async () => {
    await seller.update({ 1: 30, 2: 31 });
    await seller.forgetWrites();
    const refused = await refusalOf(updatePrices({ 0: 35, 1: 35, 2: 35 }));
    expect(refused).toEqual({
      status: 409,
      code: 'price_changed',
      message: expect.stringMatching(
        /^Prices have changed: “.+” is now \$30, not \$40, “.+” is now \$31, not \$40\. Nothing/,
      ),
      fields: {
        [seller.idOf(1)]: 'The price is now $30, not $40',
        [seller.idOf(2)]: 'The price is now $31, not $40',
      },
    });
    expect(await seller.writes()).toEqual([]);
  });

  it('leaves prices that were changed at the marketplace, says so for each, and changes the others', async () => {
    await seller.set(1, { price: 30 });
    const result = await updatePrices({ 0: 35, 1: 35, 2: 36 });
    expect(result.updated.map(({ newPrice }) => newPrice)).toEqual([35, 36]);
    expect(result.failed).toEqual([
      {
        listingId: seller.idOf(1),
        error: 'price_changed',
        message: 'The price is now $30, not the $40 that you saw, so Hangtag left it. Check it, then decide again.',
      },
    ]);
    expect(await seller.marketPrice(1)).toBe(30);
    const undone = await seller.undo(result.batchId);
    expect(undone.reverted.map(({ newPrice }) => newPrice)).toEqual([40, 40]);
  });

  it('that is repeated with its key gets the first result, and another expectation is another change', async () => {
    const first = await updatePrices({ 0: 35 }, 'once');
    expect(await updatePrices({ 0: 35 }, 'once')).toEqual(first);
    expect(await refusalOf(seller.update({ 0: 35 }, { key: 'once' }))).toMatchObject({ code: 'idempotency_mismatch' });
    expect(await seller.writes()).toHaveLength(1);
  });
});
