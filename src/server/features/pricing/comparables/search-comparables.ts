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
   * Searches for those of the terms that were not searched for lately, `most` of them; resolves to how many are left. Stops
   * at the first sign of trouble, and does not begin where two others are searching: whoever waits here holds a place in the queue.
   */
  searchFor(
    practice: boolean,
    terms: readonly SearchTerm[],
    limits: { most: number; freshMs: number },
  ): Promise<number>;
  /** Drops what nobody has renewed for half a year. */
  prune(): Promise<void>;
};

const dayMs = 86_400_000;
/** A search is not repeated within this time (wire protocol 13), and in the background not within a week. */
export const freshForAnalysisMs = 6 * 3_600_000;
export const freshMs = 7 * dayMs;
const keepMs = 180 * dayMs;
/** One call in three seconds to strangers; the practice marketplace is our own. */
export type SearchSpacing = { real: number; practice: number };
const usualSpacing: SearchSpacing = { real: 3_000, practice: 20 };
/** After a wall, a limit or a check no search is sent for a day. */
const restMs = dayMs;
/** Sales are what prices are learned from; asks only help, so one page of them will do. */
const pagesOf = { sold: 2, available: 1 } as const;

/**
 * Looks for comparables by the marketplace's search: public, without anybody's session, so that no seller's account is at
 * stake and no bot has to wait. What is found is kept for all sellers at that marketplace.
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
  /** Between two searches, in ms. */
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

  /** False: trouble. */
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
