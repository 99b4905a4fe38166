// What tests of price drops need: a seller with listings at the practice marketplace, plans, and the contract's calls.
import { routes } from '#contract/routes.ts';
import type { Hold } from '#domain/bot/hold.ts';
import type { Notice } from '#domain/notices.ts';
import type { Database } from '#domain/ports/database.ts';
import { type DropsContext, makeDueDrops, moveZone, planDueDrops } from '#server/features/drops/drops.ts';
import { dropsHttp } from '#server/features/drops/http.ts';
import { serveSeller } from '../closet/closet-journey.ts';
import type { ClosetWorld } from '../closet/closet-world.ts';
import { type Seller, withTime } from '../listings/prices/prices-world.ts';

/** A plan as it is sent: 10 % below the lowest price of every listing, each week. */
export const weekly = { name: 'Weekly', percent: 10, everyDays: 7, at: '09:00', mostADay: 50 };

export async function openDrops(world: ClosetWorld, seller: Seller, zone = 'America/New_York') {
  const { database, clock } = world;
  const { userId } = seller;
  await database.query('update users set timezone = $2 where id = $1', [userId, zone]);
  // As if nothing had ever been changed: the prices of the world are set at the marketplace.
  await database.query('delete from price_changes where user_id = $1', [userId]);
  await database.query('update listings set lowest_price = 40 where user_id = $1', [userId]);
  const state: { hold: Hold | null; isGentle: boolean } = { hold: null, isGentle: false };
  const notices: Notice[] = [];
  const drops: DropsContext = {
    ...world,
    notifyDevices: async (_, __, notice) => void notices.push(notice),
    hold: { find: () => state.hold, heldMsSince: async () => 0 },
    isGentle: async () => state.isGentle,
  };
  await world.queue.work('drops.make', (due) => makeDueDrops(drops, due.userId));
  const handlers = { drops: dropsHttp(drops) };
  const calls = serveSeller({ userId }, { routes: { drops: routes.drops }, handlers, clock }).client.drops;

  const save = async (...plans: object[]) => {
    const saved = (await calls.savePlans({ body: { plans } as never })).plans;
    world.waiting.splice(0);
    return saved;
  };
  const isJournalOpen = async (): Promise<boolean> => {
    const { rows } = await database.query(
      "select from price_writes where user_id = $1 and state in ('waiting', 'sending')",
      [userId],
    );
    return rows.length > 0;
  };
  /** Works through the seller's journal. The job comes back while a process works on it. */
  const settle = async (): Promise<void> => {
    while (await isJournalOpen()) await withTime(world, world.prices.resume(userId), 1_000);
  };
  const pricesNow = async () =>
    new Map((await world.listings.list(userId)).map(({ id, price }) => [id, price] as const));
  return {
    state,
    notices,
    calls,
    save,
    settle,
    /** As maintenance does it, exactly when something is due, and every half hour while that waits. */
    async passTo(at: string): Promise<void> {
      const end = Date.parse(at);
      while (clock.now() < end) {
        const { rows } = await database.query<{ due: number }>(
          'select min(next_at) as due from price_drop_plans where user_id = $1',
          [userId],
        );
        const due = rows[0]?.due ?? end;
        await clock.advanceTo(Math.min(end, due > clock.now() ? due : clock.now() + 1_800_000));
        await planDueDrops(drops);
        const isDue = world.waiting.some(({ name, delayMs = 0 }) => name === 'drops.make' && delayMs === 0);
        world.waiting.splice(0);
        if (!isDue) continue;
        await makeDueDrops(drops, userId);
        await settle();
        world.waiting.splice(0);
      }
    },
    makeDue: (db: Database = database) => makeDueDrops({ ...drops, database: db }, userId),
    async move(to: string): Promise<void> {
      await database.query('update users set timezone = $2 where id = $1', [userId, to]);
      await database.transaction((tx) => moveZone(drops, tx, userId));
    },
    pricesNow,
    /** The prices of the seller's listings, in their order. */
    prices: async () =>
      [...(await pricesNow())].toSorted(([one], [other]) => Number(one) - Number(other)).map(([, price]) => price),
    count: async (): Promise<number> => {
      const { rows } = await database.query<{ count: number }>(
        'select count(*)::int as count from price_drops where user_id = $1',
        [userId],
      );
      return rows[0]?.count ?? 0;
    },
  };
}
export type Drops = Awaited<ReturnType<typeof openDrops>>;
