// Searches for comparables through the seller's browser, if a browser carries all calls of the closet.

import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import type { Closet } from '../../closet/closet.ts';
import { endsSearches, type SearchCarrier } from './search-comparables.ts';

type SearchWay = { kind: 'server' } | { kind: 'away' } | { kind: 'browser'; carrier: SearchCarrier };
export type FindSearchWay = (userId: string) => Promise<SearchWay>;

/**
 * After a refusal, this seller's browser makes no search for a day. Kept in memory only: the bot's own pause outlasts a
 * restart.
 */
const restMs = 86_400_000;

/** The browser was closed in the meantime, or another call of this closet takes long. */
function notSent(error: unknown): MarketFailure {
  if (!(error instanceof Failure)) throw error;
  return { kind: 'network', message: error.message };
}

/**
 * How a seller's searches travel. These use the seller's own session, so a refusal also counts for the bot, and it stops no other
 * seller's searches.
 */
export function createSearchWays({
  clock,
  closet,
  onMarketFailure,
}: {
  clock: Clock;
  closet: Pick<Closet, 'wayOf' | 'search'>;
  onMarketFailure: (userId: string, failure: MarketFailure) => Promise<void>;
}): FindSearchWay {
  const restsUntil = new Map<string, Instant>();

  return async (userId) => {
    const way = await closet.wayOf(userId);
    if (way === 'server') return { kind: 'server' };
    if (way === 'browser_away' || (restsUntil.get(userId) ?? 0) > clock.now()) return { kind: 'away' };
    return {
      kind: 'browser',
      carrier: {
        sellerId: userId,
        async send(query) {
          const result = await closet.search(userId, query).catch(notSent);
          if (result.kind !== 'ok' && endsSearches.has(result.kind)) {
            restsUntil.set(userId, clock.now() + Math.max(restMs, result.retryAfterMs ?? 0));
            await onMarketFailure(userId, result);
          }
          return result;
        },
      },
    };
  };
}
