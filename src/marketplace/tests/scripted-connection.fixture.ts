// For tests: a connector to a marketplace that replies as the test says, its clock, and what tests decide about an offer.

import { onTestFinished } from 'vitest';
import type {
  Liker,
  MarketAccount,
  MarketResult,
  MarketSession,
  OfferFacts,
  ShippingDiscount,
} from '#domain/ports/marketplace.ts';
import { connectMarketplace, type MarketplaceOptions } from '../connector/connector.ts';
import { linkedSession, movableClock, playMarketplace, type Script } from './scripted-marketplace.fixture.ts';

/** A scripted marketplace and an account connected to it. Both are closed after the test. */
export async function play(
  script: Script,
  { session = linkedSession(), ...options }: Partial<MarketplaceOptions> & { session?: MarketSession } = {},
) {
  const server = await playMarketplace(script);
  const clock = movableClock();
  const market = connectMarketplace({ origin: server.origin, userAgent: 'Hangtag/0 (test)', clock, ...options });
  onTestFinished(async () => {
    await market.close();
    await server.close();
  });
  return { server, clock, market, account: market.account(session) };
}

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
