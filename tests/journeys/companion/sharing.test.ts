import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CompanionWorld, openCompanionWorld } from './companion-world.ts';
import type { ScriptedCompanion } from './scripted-companion.ts';

let world: CompanionWorld;
const open: ScriptedCompanion[] = [];
beforeAll(async () => {
  world = await openCompanionWorld();
});
afterEach(async () => {
  for (const companion of open.splice(0)) await companion.stop();
});
afterAll(() => world?.close());

const until = <T>(look: () => Promise<T>, isSo: (seen: T) => boolean) =>
  expect.poll(async () => isSo(await look()), { timeout: 30_000, interval: 50 }).toBe(true);

/** A seller whose closet is linked through a browser that carries calls. */
const linked = async (listings: number, index = 0) => {
  const seller = await world.arrive({ listings });
  const companion = await seller.paired(index);
  open.push(companion);
  companion.start();
  await until(seller.api.closet.authStatus, ({ state }) => state === 'ready');
  await until(seller.api.listings.list, (found) => found.length === listings);
  return { ...seller, companion };
};

describe('a closet that is linked by a paired browser', () => {
  it('is linked, synced, and shared in order without any cookie on the server', async () => {
    const { api, companion, username, cookies } = await linked(60, 1);
    expect(await api.closet.authStatus()).toMatchObject({ transport: 'browser', keepsPassword: false, username });
    const closet = await api.listings.list();

    await api.bot.start({ body: { offerShippingDiscount: false } });
    await until(api.bot.status, ({ shareStatus }) => shareStatus.completedShares === 60);

    const shared = (await world.journalOf(username)).map(({ listingId }) => listingId);
    expect(shared).toHaveLength(60);
    expect(new Set(shared).size).toBe(60);
    expect(companion.asked.filter(({ method }) => method === 'PUT').map(({ path }) => path.split('/').at(-1))).toEqual(
      shared.map((id) => expect.stringContaining(String(id))),
    );
    const { rows } = await world.database.query<{ marketId: string }>(
      `select l.poshmark_id as "marketId" from share_attempts s join listings l on l.id = s.listing_id
       where s.outcome = 1 and l.poshmark_id = any($1) order by s.reserved_at`,
      [shared],
    );
    expect(rows.map(({ marketId }) => marketId)).toEqual(shared);
    expect(closet).toHaveLength(60);
    const { rows: stored } = await world.database.query<{ dump: string }>(
      `select string_agg(t::text, '') as dump from relayed_requests t`,
    );
    expect(stored[0]?.dump ?? '').toBe('');
    expect(companion.asked.some(({ headers }) => 'cookie' in headers)).toBe(false);
    expect(cookies).toContain('jwt=');
  });
});
