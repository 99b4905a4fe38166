// Searches the marketplace for comparables, slowly: without a session, or through the browser that carries the seller's calls.

import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#domain/failure.ts';
import type {
  MarketFailure,
  MarketListing,
  Marketplace,
  MarketResult,
  Page,
  SearchQuery,
} from '#domain/ports/marketplace.ts';
import type { PricingContext, SearchTerm } from './pricing-context.ts';
import {
  findFreshTerms,
  findSearchPause,
  isSearchBusy,
  pauseSearch,
  pruneFound,
  saveFound,
  takeSearchTurn,
} from './search-store.ts';

/** A seller's browser, which sends one search at a time. What it says that it found counts for this seller only. */
type SearchCarrier = { sellerId: string; send(query: SearchQuery): Promise<MarketResult<Page<MarketListing>>> };

const dayMs = 86_400_000;
/** A search is not repeated within this time. In the background it is not repeated within a week. */
export const freshForAnalysisMs = 6 * 3_600_000;
export const freshMs = 7 * dayMs;
const keepMs = 180 * dayMs;
/** One call in 3 seconds at the real marketplace. The practice marketplace is our own. */
export const usualSpacing = { real: 3_000, practice: 20 };
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

/** One of the two marketplaces, and the way to it. */
type SearchPlace = { marketplace: Marketplace; practice: boolean; carrier?: SearchCarrier | undefined };

/**
 * Searches for at most `most` of the terms that were not searched for recently. Resolves to how many are left. Stops at the
 * first failure. Does not start if two searches are waiting, because waiting here occupies a slot of the job queue.
 *
 * Searches are public. From the server they use nobody's session, so they put no account at risk and no bot has to wait, and results
 * are stored for all sellers at that marketplace. A carrier replaces the server's own way to the marketplace, and keeps a pace of its
 * own.
 */
export async function searchFor(
  context: PricingContext,
  ask: {
    practice: boolean;
    terms: readonly SearchTerm[];
    most: number;
    freshMs: number;
    carrier?: SearchCarrier | undefined;
  },
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
async function isBusy({ database, clock, searchSpacing }: PricingContext, practice: boolean): Promise<boolean> {
  return !practice && isSearchBusy(database, { practice, waitMs: searchSpacing.real, now: clock.now() });
}

/** Reads the sales and the asking prices for one term, and stores them. Resolves to false if it stopped at a failure. */
async function searchOne(
  context: PricingContext,
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
  context: PricingContext,
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
  { searchSpacing, carriedAt }: PricingContext,
  { carrier, practice }: { carrier: SearchCarrier; practice: boolean },
  query: SearchQuery,
): Promise<Page<MarketListing> | null> {
  const waitMs = (carriedAt.get(carrier.sellerId) ?? 0) - performance.now();
  if (waitMs > 0) await sleep(waitMs);
  const result = await carrier.send(query);
  carriedAt.set(carrier.sellerId, performance.now() + (practice ? searchSpacing.practice : searchSpacing.real));
  return result.kind === 'ok' ? result.value : null;
}

/** Waits until one more search may be sent: all of the installation share one pace. Resolves to false if searches are paused: at once, or after the wait if another search was refused in the meantime. */
export async function waitForTurn(context: PricingContext, practice: boolean): Promise<boolean> {
  const { database, clock, searchSpacing } = context;
  const spacingMs = practice ? searchSpacing.practice : searchSpacing.real;
  const turn = await takeSearchTurn(database, { practice, spacingMs, now: clock.now() });
  if (turn === null) return false;
  if (turn.waitMs === 0) return true;
  await sleep(turn.waitMs);
  return (await findSearchPause(database, practice, clock.now())) === null;
}

/** Deletes results that no search has renewed for half a year. */
export const pruneSearches = ({ database, clock }: PricingContext): Promise<void> =>
  pruneFound(database, clock.now() - keepMs);

/**
 * How a seller's searches travel. Those through a browser use the seller's own session, so a refusal also counts for the bot
 * (the closet's `onSearchFailure`), and it stops no other seller's searches. `restsUntil` is in memory only: the bot's own pause outlasts a restart.
 */
export async function findSearchWay(
  { clock, closet, restsUntil }: PricingContext,
  userId: string,
): Promise<{ kind: 'server' | 'away'; carrier?: never } | { kind: 'browser'; carrier: SearchCarrier }> {
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
        }
        return result;
      },
    },
  };
}

/** The browser was closed in the meantime, or another call of this closet takes long. */
function notSent(error: unknown): MarketFailure {
  if (!(error instanceof Failure)) throw error;
  return { kind: 'network', message: error.message };
}
