import { afterAll } from 'vitest';
import type { Failure } from '#domain/failure.ts';
import { type ClosetWorld, openClosetWorld } from './closet-world.ts';

/** The failure that `work` ends with. */
export const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => new Error('nothing failed'),
    (failure: unknown) => failure,
  );
  return error as Failure;
};

/**
 * One world for a test file: opened by the first arrival, closed after the last test. Each arrival finds the practice marketplace
 * as seeded and no waiting jobs, and is a new user.
 */
export function closetJourney(
  options: Parameters<typeof openClosetWorld>[0] & { sold?: number } = {},
): () => Promise<{ world: ClosetWorld; userId: string }> {
  let opened: Promise<ClosetWorld> | null = null;
  afterAll(async () => (await opened)?.close());
  return async () => {
    opened ??= openClosetWorld(options);
    const world = await opened;
    const seed = options.sold === undefined ? { seed: 7 } : { seed: 7, sold: options.sold };
    await world.command('POST', 'reset', seed);
    await world.command('DELETE', 'faults');
    world.waiting.splice(0);
    world.stopped.splice(0);
    world.lens.show = (listings) => listings;
    return { world, userId: await world.addUser() };
  };
}

/** The listings that the next round shares, in its order, each with the marketplace's id. */
export async function activeListings(
  { listings, database }: Pick<ClosetWorld, 'listings' | 'database'>,
  userId: string,
): Promise<{ id: string; title: string; poshmarkId: string }[]> {
  const { rows } = await database.query<{ id: string; poshmarkId: string }>(
    'select id, poshmark_id as "poshmarkId" from listings where user_id = $1',
    [userId],
  );
  const poshmarkIds = new Map(rows.map(({ id, poshmarkId }) => [id, poshmarkId]));
  return (await listings.activeInClosetOrder(userId)).map((listing) => ({
    ...listing,
    poshmarkId: poshmarkIds.get(listing.id) ?? '',
  }));
}
