// Searches the marketplace for comparables, slowly: without a session, or through the browser that carries the seller's calls.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type {
  MarketFailure,
  MarketListing,
  Marketplace,
  MarketResult,
  Page,
  SearchQuery,
} from '#domain/ports/marketplace.ts';
import {
  findFreshTerms,
  findSearchPause,
  isSearchBusy,
  pauseSearch,
  pruneFound,
  saveFound,
  takeSearchTurn,
} from './search-store.ts';
import type { SearchTerm } from './search-terms.ts';

export type Marketplaces = { real: Marketplace | null; practice: Marketplace | null };

/** A seller's browser, which sends one search at a time. What it says that it found counts for this seller only. */
export type SearchCarrier = { sellerId: string; send(query: SearchQuery): Promise<MarketResult<Page<MarketListing>>> };

export type Search = {
  /**
   * Searches for at most `most` of the terms that were not searched for recently. Resolves to how many are left. Stops at the
   * first failure. Does not start if two searches are waiting, because waiting here occupies a slot of the job queue. A carrier
   * replaces the server's own way to the marketplace, and keeps a pace of its own.
   */
  searchFor(
    practice: boolean,
    terms: readonly SearchTerm[],
    limits: { most: number; freshMs: number; carrier?: SearchCarrier },
  ): Promise<number>;
  /** Waits until the caller may send one search of its own. */
  takeTurn(practice: boolean): Promise<void>;
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
/** After one of these no search is sent for a day. */
export const endsSearches: ReadonlySet<MarketFailure['kind']> = new Set([
  'blocked',
  'forbidden',
  'human_check',
  'rate_limited',
  'account_blocked',
  'protocol_changed',
]);
const restMs = dayMs;
/** Prices are learned mainly from sales. Asks help less, so one page is enough. */
const pagesOf = { sold: 2, available: 1 } as const;

type SearchContext = {
  database: Database;
  clock: Clock;
  marketplaces: Marketplaces;
  /** Between two searches, in ms. */
  spacing: SearchSpacing;
  log: { warn(fields: object, message: string): void };
  /** When each seller's browser may search again, by this process's own clock. */
  carriedAt: Map<string, number>;
};
/** One of the two marketplaces, and the way to it. */
type SearchPlace = { marketplace: Marketplace; practice: boolean; carrier?: SearchCarrier | undefined };

/**
 * Searches the marketplace for comparables. Searches are public. From the server they use nobody's session, so they put no account
 * at risk and no bot has to wait, and results are stored for all sellers at that marketplace.
 */
export function createSearch({
  spacing = usualSpacing,
  ...needs
}: Omit<SearchContext, 'spacing' | 'carriedAt'> & { spacing?: SearchSpacing | undefined }): Search {
  const context = { ...needs, spacing, carriedAt: new Map<string, number>() };
  return {
    searchFor: (practice, terms, limits) => searchFor(context, { practice, terms, ...limits }),
    takeTurn: async (practice) => {
      await waitForTurn(context, practice);
    },
    prune: () => pruneFound(context.database, context.clock.now() - keepMs),
  };
}

async function searchFor(
  context: SearchContext,
  ask: { practice: boolean; terms: readonly SearchTerm[]; most: number; freshMs: number; carrier?: SearchCarrier },
): Promise<number> {
  const { database, clock, marketplaces } = context;
  const { practice, terms, carrier } = ask;
  const carriedFor = carrier?.sellerId ?? null;
  const marketplace = practice ? marketplaces.practice : marketplaces.real;
  if (marketplace === null || terms.length === 0) return 0;
  const since = clock.now() - ask.freshMs;
  const fresh = await findFreshTerms(database, { practice, terms: terms.map(({ term }) => term), since, carriedFor });
  const stale = terms.filter(({ term }) => !fresh.has(term));
  if (stale.length > 0 && carriedFor === null && (await isBusy(context, practice))) return stale.length;
  const now = stale.slice(0, ask.most);
  for (const term of now) if (!(await searchOne(context, { marketplace, practice, carrier }, term))) return 0;
  return stale.length - now.length;
}

/** Whether two others are already waiting for their turn. Turns at the practice marketplace come at once. */
async function isBusy({ database, clock, spacing }: SearchContext, practice: boolean): Promise<boolean> {
  return !practice && isSearchBusy(database, { practice, waitMs: spacing.real, now: clock.now() });
}

/** Reads the sales and the asking prices for one term, and stores them. Resolves to false if it stopped at a failure. */
async function searchOne(
  context: SearchContext,
  place: SearchPlace,
  { term, words, brand }: SearchTerm,
): Promise<boolean> {
  const { database, clock } = context;
  const found: MarketListing[] = [];
  for (const status of ['sold', 'available'] as const) {
    let next: string | null = null;
    for (let read = 0; read < pagesOf[status]; read++) {
      const page = await searchPage(context, place, {
        words,
        status,
        ...(brand !== undefined && { brand }),
        ...(next !== null && { page: next }),
      });
      if (page === null) return false;
      found.push(...page.items);
      next = page.next;
      if (next === null) break;
    }
  }
  const carriedFor = place.carrier?.sellerId ?? null;
  await database.transaction((tx) =>
    saveFound(tx, { practice: place.practice, term, found, now: clock.now(), carriedFor }),
  );
  return true;
}

/** Waits for its turn, and reads one page. Resolves to null if searches are paused or the marketplace refused this one. */
async function searchPage(
  context: SearchContext,
  { marketplace, practice, carrier }: SearchPlace,
  query: SearchQuery,
): Promise<Page<MarketListing> | null> {
  const { database, clock, log } = context;
  // What the marketplace says to one seller's session is not about the server's own searches.
  if (carrier !== undefined) return searchCarried(context, { carrier, practice }, query);
  if (!(await waitForTurn(context, practice))) return null;
  const result = await marketplace.account({ cookies: [] }).search(query);
  if (result.kind === 'ok') return result.value;
  if (endsSearches.has(result.kind)) {
    await pauseSearch(database, { practice, until: clock.now() + Math.max(restMs, result.retryAfterMs ?? 0) });
    log.warn({ kind: result.kind }, 'Marketplace limits searches, pausing them for a day');
  }
  return null;
}

/** Each browser has an address of its own, so it keeps its own pace, and no other seller's search waits for it. */
async function searchCarried(
  { spacing, carriedAt }: SearchContext,
  { carrier, practice }: { carrier: SearchCarrier; practice: boolean },
  query: SearchQuery,
): Promise<Page<MarketListing> | null> {
  const waitMs = (carriedAt.get(carrier.sellerId) ?? 0) - performance.now();
  if (waitMs > 0) await sleep(waitMs);
  const result = await carrier.send(query);
  carriedAt.set(carrier.sellerId, performance.now() + (practice ? spacing.practice : spacing.real));
  return result.kind === 'ok' ? result.value : null;
}

/** Resolves to false if searches are paused: at once, or after the wait if another search was refused in the meantime. */
async function waitForTurn(context: SearchContext, practice: boolean): Promise<boolean> {
  const { database, clock } = context;
  const turn = await takeSearchTurn(database, { practice, spacingMs: spacingOf(context, practice), now: clock.now() });
  if (turn === null) return false;
  if (turn.waitMs === 0) return true;
  await sleep(turn.waitMs);
  return (await findSearchPause(database, practice, clock.now())) === null;
}

const spacingOf = ({ spacing }: SearchContext, practice: boolean): number =>
  practice ? spacing.practice : spacing.real;
