// Searches the marketplace for comparables, slowly and without a session.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { MarketListing, Marketplace } from '#domain/ports/marketplace.ts';
import { findFreshTerms, isSearchBusy, pauseSearch, pruneFound, saveFound, takeSearchTurn } from './search-store.ts';
import type { SearchTerm } from './search-terms.ts';

export type Marketplaces = { real: Marketplace | null; practice: Marketplace | null };

export type Search = {
  /**
   * Searches for at most `most` of the terms that were not searched for recently. Resolves to how many are left. Stops at the
   * first failure. Does not start if two searches are waiting, because waiting here occupies a slot of the job queue.
   */
  searchFor(
    practice: boolean,
    terms: readonly SearchTerm[],
    limits: { most: number; freshMs: number },
  ): Promise<number>;
  /** Deletes results that no search has renewed for half a year. */
  prune(): Promise<void>;
};

const dayMs = 86_400_000;
/** A search is not repeated within this time. In the background it is not repeated within a week. */
export const freshForAnalysisMs = 6 * 3_600_000;
export const freshMs = 7 * dayMs;
const keepMs = 180 * dayMs;
/** One call in 3 seconds at the real marketplace. The practice marketplace is our own. */
export type SearchSpacing = { real: number; practice: number };
const usualSpacing: SearchSpacing = { real: 3_000, practice: 20 };
/** After a block, a limit, or a human check, no search is sent for a day. */
const restMs = dayMs;
/** Prices are learned mainly from sales. Asks help less, so one page is enough. */
const pagesOf = { sold: 2, available: 1 } as const;

/**
 * Searches the marketplace for comparables. Searches are public and use nobody's session, so they put no account at risk and no
 * bot has to wait. Results are stored for all sellers at that marketplace.
 */
export function createSearch({
  database,
  clock,
  marketplaces,
  spacing = usualSpacing,
  log,
}: {
  database: Database;
  clock: Clock;
  marketplaces: Marketplaces;
  /** The time between two searches, in ms. */
  spacing?: SearchSpacing | undefined;
  log: { warn(fields: object, message: string): void };
}): Search {
  async function page(
    marketplace: Marketplace,
    practice: boolean,
    query: { words: string; brand?: string; status: 'sold' | 'available'; page?: string },
  ) {
    const spacingMs = practice ? spacing.practice : spacing.real;
    const turn = await takeSearchTurn(database, { practice, spacingMs, now: clock.now() });
    if (turn === null) return null;
    await sleep(turn.waitMs);
    const result = await marketplace.account({ cookies: [] }).search(query);
    if (result.kind === 'ok') return result.value;
    const rests = ['blocked', 'forbidden', 'human_check', 'rate_limited', 'account_blocked', 'protocol_changed'];
    if (rests.includes(result.kind)) {
      await pauseSearch(database, { practice, until: clock.now() + Math.max(restMs, result.retryAfterMs ?? 0) });
      log.warn({ kind: result.kind }, 'Marketplace limits searches, pausing them for a day');
    }
    return null;
  }

  /** Returns false after a failure. */
  async function searchOne(marketplace: Marketplace, practice: boolean, { term, words, brand }: SearchTerm) {
    const found: MarketListing[] = [];
    for (const status of ['sold', 'available'] as const) {
      let next: string | null = null;
      for (let read = 0; read < pagesOf[status]; read++) {
        const answer = await page(marketplace, practice, {
          words,
          status,
          ...(brand !== undefined && { brand }),
          ...(next !== null && { page: next }),
        });
        if (answer === null) return false;
        found.push(...answer.items);
        next = answer.next;
        if (next === null) break;
      }
    }
    await database.transaction((tx) => saveFound(tx, { practice, term, found, now: clock.now() }));
    return true;
  }

  return {
    async searchFor(practice, terms, limits) {
      const marketplace = practice ? marketplaces.practice : marketplaces.real;
      if (marketplace === null || terms.length === 0) return 0;
      const since = clock.now() - limits.freshMs;
      const fresh = await findFreshTerms(database, { practice, terms: terms.map(({ term }) => term), since });
      const stale = terms.filter(({ term }) => !fresh.has(term));
      const waitMs = practice ? spacing.practice : spacing.real;
      const isBusy =
        !practice && stale.length > 0 && (await isSearchBusy(database, { practice, waitMs, now: clock.now() }));
      if (isBusy) return stale.length;
      const now = stale.slice(0, limits.most);
      for (const term of now) if (!(await searchOne(marketplace, practice, term))) return 0;
      return stale.length - now.length;
    },
    prune: () => pruneFound(database, clock.now() - keepMs),
  };
}
