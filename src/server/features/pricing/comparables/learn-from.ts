import { createHash } from 'node:crypto';
import { Failure } from '#domain/failure.ts';
import type { Database } from '#domain/ports/database.ts';
import type { FitSource } from '#domain/ports/pricing-engine.ts';
import type { Closet } from '../../closet/closet.ts';
import { type SearchTerm, termsOf } from './search-terms.ts';
import { readClosetTerms, readComparables, readVersion, type Sources } from './store.ts';

/** A seller's closet as a place to learn prices from. */
export type Ground = { userId: string; practice: boolean; marketUserId: string | null; terms: SearchTerm[] };

/**
 * Own asks are judged by what was learned without them: a closet cannot confirm its own prices. Each half of them, by the
 * parity of their ids, has a fit that never saw it; `all` is for things that are in no closet.
 */
export type Part = 0 | 1 | 'all';
export const partOf = (listingId: string): 0 | 1 => (Number(listingId.at(-1)) % 2 === 0 ? 0 : 1);

export type LearnFrom = {
  ground(userId: string): Promise<Ground>;
  /** The same where a closet must be linked. Throws `closet_not_connected`. */
  linkedGround(userId: string): Promise<Ground & { marketUserId: string }>;
  sourcesOf(ground: Ground, more?: readonly SearchTerm[]): Omit<Sources, 'withoutAsksOf'>;
  fitSource(ground: Ground, part: Part, more?: readonly SearchTerm[]): Promise<FitSource>;
};

export function createLearnFrom({
  database,
  closet,
  hasReal,
}: {
  database: Database;
  closet: Pick<Closet, 'summary'>;
  /** Whether this installation knows the real marketplace: what a seller without a closet learns from. */
  hasReal: boolean;
}): LearnFrom {
  const ground: LearnFrom['ground'] = async (userId) => {
    const linked = await closet.summary(userId);
    const marketUserId = linked?.marketUserId ?? null;
    return {
      userId,
      practice: linked?.marketUserId ? linked.practice : !hasReal,
      marketUserId,
      terms: marketUserId === null ? [] : termsOf(await readClosetTerms(database, userId, marketUserId)),
    };
  };

  const sourcesOf: LearnFrom['sourcesOf'] = ({ userId, practice, marketUserId, terms }, more = []) => ({
    userId,
    practice,
    marketUserId: marketUserId ?? '',
    terms: [...new Set([...terms, ...more].map(({ term }) => term))].sort(),
  });

  return {
    ground,
    async linkedGround(userId) {
      const own = await ground(userId);
      if (own.marketUserId === null)
        throw new Failure(
          'closet_not_connected',
          'No closet is linked yet. Link yours in the marketplace panel, then try again.',
        );
      return { ...own, marketUserId: own.marketUserId };
    },
    sourcesOf,
    async fitSource(own, part, more = []) {
      const sources = { ...sourcesOf(own, more), withoutAsksOf: part === 'all' ? null : part };
      const version = await readVersion(database, sources);
      const named = createHash('sha256').update(sources.terms.join('\n')).digest('base64url').slice(0, 12);
      return {
        key: `${own.userId}/${part}`,
        version: `${version} ${own.marketUserId} ${named}`,
        load: () => readComparables(database, sources),
      };
    },
  };
}
