// The one way to write what costs a seller money, a price or an offer: decided on the listing as it is right before.

import type { Currency } from '#domain/money.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { LiveListing, MarketAccount, MarketFailure, MarketResult } from '#domain/ports/marketplace.ts';
import type { LinkedCloset } from '../../closet/closet.ts';
import type { ListingsNeeds } from '../needs/needs.ts';
import { markUnavailable, saveSeenPrice, type Unavailable } from '../rows/store.ts';

/** What is written, to which listing, and the currency in which the seller sees its price. */
type MoneyOrder = { userId: string; listingId: string; marketId: string; currency: Currency };

/** A run of several writes. The stored token may be stale, so the page that has a new one is loaded before the first. */
export type MoneyRun = { hasPage: boolean };

/** How the marketplace answered. `unavailable`: the listing is no longer for sale, and is stored so. */
export type MoneyAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'unavailable'; as: Unavailable }
  | { kind: 'failed'; failure: MarketFailure };

type MoneyWrite<O extends MoneyOrder, T, R> = {
  run: MoneyRun;
  /** Under the account lock, because waiting for it may take a minute: what to write now, or what there is instead. */
  find(account: MarketAccount, closet: LinkedCloset): Promise<{ order: O } | { instead: MarketResult<R> }>;
  /** Writes once. Calls `noteLive` with the listing as it was read for this write, before it decides anything. */
  send(
    account: MarketAccount,
    order: O,
    context: { closet: LinkedCloset; noteLive: NoteLive },
  ): Promise<MarketResult<T>>;
  settle(order: O, answer: MoneyAnswer<T>, account: MarketAccount): Promise<MarketResult<R>>;
  /** Runs in the transaction that shows a failure of the whole account to its seller. */
  onFailure(tx: Queryable, failure: MarketFailure): Promise<void>;
};
/** Resolves to false if the price is in another currency than the seller has seen. Then nothing may be written. */
type NoteLive = (live: LiveListing) => Promise<boolean>;

export type Money = ReturnType<typeof createMoney>;

/**
 * Takes the account lock, has `send` read, decide, write, and verify (marketplace/connector/writes.ts), and settles. The lock is taken
 * for one write at a time, so that the bot can share in between.
 */
export function createMoney({ database, clock, closet }: Pick<ListingsNeeds, 'database' | 'clock' | 'closet'>) {
  return {
    write: <O extends MoneyOrder, T, R>(
      userId: string,
      { run, find, send, settle, onFailure }: MoneyWrite<O, T, R>,
    ): Promise<MarketResult<R>> => {
      const work = async (account: MarketAccount, linked: LinkedCloset) => {
        const found = await find(account, linked);
        if ('instead' in found) return found.instead;
        const { order } = found;
        if (!run.hasPage) {
          const page = await account.bootstrap();
          if (page.kind !== 'ok') return page;
          run.hasPage = true;
        }
        const { listingId, marketId } = order;
        const noteLive: NoteLive = async ({ priceCents, currency }) => {
          const price = wholeDollars(priceCents);
          await database.transaction((tx) =>
            saveSeenPrice(tx, { userId, listingId, price, currency, now: clock.now() }),
          );
          return currency === order.currency;
        };
        const result = await send(account, order, { closet: linked, noteLive });
        if (result.kind === 'ok') return settle(order, result, account);
        const as = await unavailableAs(account, marketId, result);
        if (as === null) return settle(order, { kind: 'failed', failure: result }, account);
        await markUnavailable(database, { userId, id: listingId, availability: as, now: clock.now() });
        return settle(order, { kind: 'unavailable', as }, account);
      };
      return closet.withLiveAccount(userId, work, { onFailure });
    },
  };
}

/** What a listing is that can't be written to; null if the failure says nothing about it. */
async function unavailableAs(
  account: MarketAccount,
  marketId: string,
  { kind, availability }: MarketFailure,
): Promise<Unavailable | null> {
  switch (kind) {
    case 'listing_gone':
    case 'not_found':
      return 'removed';
    case 'listing_not_available':
      return availability === 'sold' || availability === 'reserved' ? availability : 'not_for_sale';
    case 'validation': {
      // The marketplace also answers so if the listing was sold between our read and our write.
      const seen = await account.listing(marketId);
      return seen.kind === 'ok' && seen.value.availability === 'sold' ? 'sold' : null;
    }
    default:
      return null;
  }
}

/** The marketplace's prices have no cents. */
export const wholeDollars = (cents: number): number => Math.round(cents / 100);
