// What the tests of the closet share: its sellers, a world for each test, and the calls.

import { afterAll } from 'vitest';
import { createClient } from '#contract/client.ts';
import type { ApiFailure } from '#contract/failure.ts';
import type { RouteTable } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import type { Failure } from '#domain/failure.ts';
import { type ServeOptions, serve } from '#server/http/serve.ts';
import { silentLog } from '#tests/database.ts';
import { CookieJar, sendInProcess } from '#tests/http-client.ts';
import { type ClosetWorld, openClosetWorld } from './closet-world.ts';

/** Sellers of the practice marketplace. Olive needs a one-time code. */
export const jo = { username: 'thrifty_jo', password: 'practice-1' };
export const olive = { username: 'otp_olive', password: 'practice-2' };

/** The failure that `work` ends with: a call of the contract's client, or of a feature. */
export const failureOf = async (work: Promise<unknown>): Promise<Failure & ApiFailure> => {
  const error = await work.then(
    () => new Error('nothing failed'),
    (failure: unknown) => failure,
  );
  return error as Failure & ApiFailure;
};

/** Some groups of calls without the rest of the app, in the name of one seller: the contract's client, and what it sends through. */
export function serveSeller<T extends RouteTable>(
  { userId, confirmedAt = Number.POSITIVE_INFINITY }: { userId: string; confirmedAt?: number },
  options: Pick<ServeOptions<T, { id: string }>, 'routes' | 'handlers' | 'clock'> &
    Partial<ServeOptions<T, { id: string }>>,
) {
  const server = serve({
    budgetFactor: 100,
    whoIs: async () => ({ id: userId, confirmedAt }),
    publicUrl: null,
    trustedProxies: { kind: 'none' },
    log: silentLog,
    ...options,
  });
  const jar = new CookieJar();
  jar.keep([`hangtag=${'a'.repeat(43)}`]);
  return { server, client: createClient(options.routes, sendInProcess(server, { jar, peer: '127.0.0.1' })) };
}

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

/** What the seller of a test sees and does. `arrived` is asked for each call, because each test has a new seller. */
export const closetCalls = (arrived: () => { world: ClosetWorld; userId: string }) => ({
  async status() {
    const { world, userId } = arrived();
    return routes.closet.authStatus.reply.parse(await world.closet.authStatus(userId));
  },
  async actions() {
    const { world, userId } = arrived();
    return (await world.log(userId)).map(({ action }) => action);
  },
  link() {
    const { world, userId } = arrived();
    return world.closet.linkWithPassword(userId, { ...jo, keepPassword: true });
  },
  async list() {
    const { world, userId } = arrived();
    return routes.listings.list.reply.parse(await world.listings.list(userId));
  },
  async sync() {
    const { world, userId } = arrived();
    return routes.listings.sync.reply.parse(await world.listings.sync(userId));
  },
  /** The listings that the next round shares, in its order. */
  active() {
    const { world, userId } = arrived();
    return world.listings.activeInClosetOrder(userId);
  },
  /** The rows of the listings without the sync time and the pictures, which only a full listing has. */
  async table() {
    const { world, userId } = arrived();
    const sql = `select to_jsonb(l) - 'synced_at' - 'picture_urls' as row from listings l where user_id = $1 order by id`;
    return (await world.database.query(sql, [userId])).rows;
  },
  /** Changes a listing at the marketplace. */
  set: (poshmarkId: string, change: object) => arrived().world.command('POST', `listings/${poshmarkId}`, change),
});
