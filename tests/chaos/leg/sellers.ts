// The sellers of a leg: they start their bots, and start them again at a higher limit.

import { setTimeout as sleep } from 'node:timers/promises';
import { standardSettings } from '#domain/bot/bot.ts';
import { addSeller, type Product } from '../product.ts';
import type { Leg } from './leg.ts';

const firstLimit = 200;
const limitStep = 150;

export type Seller = { userId: string; account: string; limit: number };

/** Sellers with closets whose rounds last longer than a minute, so that their bots always have work. */
export async function openSellers(product: Product, origin: string, leg: Leg): Promise<Seller[]> {
  const sellers: Seller[] = [];
  for (let n = 0; n < leg.sellers; n += 1) {
    const added = await addSeller(product, { origin, listings: leg.listings });
    // Every second seller reaches the daily limit repeatedly, unless recovery is measured, because a stopped bot shares nothing.
    const limit = n % 2 === 0 || leg.recovery ? 50_000 : firstLimit;
    const seller = { ...added, limit };
    await start(product, seller);
    sellers.push(seller);
  }
  return sellers;
}

const start = (product: Product, { userId, limit }: Seller) =>
  product.bot.start(userId, { ...standardSettings, shareFrequency: 1, dailyShareLimit: limit });

/** Makes sellers raise their limit and start again whenever their bot has stopped. */
export function keepRunning(product: Product, sellers: readonly Seller[]) {
  let isOver = false;
  const keeping = (async () => {
    while (!isOver) {
      await sleep(500);
      const { rows } = await product.database
        .query<{ user_id: string }>(`select user_id from bots where state = 'stopped' and limit_reached_at is not null`)
        .catch(() => ({ rows: [] }));
      for (const { user_id } of rows) {
        const seller = sellers.find(({ userId }) => userId === user_id);
        if (!seller || isOver) continue;
        seller.limit += limitStep;
        await start(product, seller).catch(() => {});
      }
    }
  })();
  return {
    stop() {
      isOver = true;
      return keeping;
    },
  };
}

/** Who owns each bot. */
export async function owners({ database }: Product): Promise<Map<string, string>> {
  const { rows } = await database.query<{ user_id: string; owner: string }>(
    'select user_id, owner from bots where owner is not null',
  );
  return new Map(rows.map(({ user_id, owner }) => [user_id, owner]));
}

/** Bots whose owner is no longer a worker. */
export async function lostBots({ database }: Product, owned: ReadonlyMap<string, string>): Promise<Set<string>> {
  const { rows } = await database.query<{ id: string }>('select id from workers');
  const living = new Set(rows.map(({ id }) => id));
  return new Set([...owned].flatMap(([userId, owner]) => (living.has(owner) ? [] : [userId])));
}
