// What tests decide about an offer, and what they read of it.

import type { Liker, MarketAccount, MarketResult, OfferFacts, ShippingDiscount } from '#domain/ports/marketplace.ts';

/** Decides to send this offer, whatever the listing costs. */
export const offering =
  (priceCents: number, discountId: string): Parameters<MarketAccount['sendOffer']>[1] =>
  async () => ({ kind: 'ok', value: { priceCents, discountId } });

export const likersOf = (account: MarketAccount, id: string): Promise<MarketResult<Liker[]>> =>
  readFact(account, id, ({ likers }) => likers());

export const discountsOf = (
  account: MarketAccount,
  id: string,
  priceCents: number,
): Promise<MarketResult<ShippingDiscount[]>> => readFact(account, id, ({ discounts }) => discounts(priceCents));

/** Sends nothing. */
async function readFact<T>(
  account: MarketAccount,
  id: string,
  read: (facts: OfferFacts) => Promise<MarketResult<T>>,
): Promise<MarketResult<T>> {
  const found: { result: MarketResult<T> | null } = { result: null };
  const left = await account.sendOffer(id, async (_, facts) => {
    found.result = await read(facts);
    return found.result.kind === 'ok' ? { kind: 'ok', value: null } : found.result;
  });
  if (left.kind !== 'ok') return left;
  if (found.result === null) throw new Error('Nothing was asked.');
  return found.result;
}
