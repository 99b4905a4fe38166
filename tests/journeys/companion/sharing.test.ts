import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/companion/allow/allowlist.ts';
import { seenInPhoto } from '../front/cost-rows.ts';
import { companionJourney } from './companion-world.ts';
import type { Fate } from './scripted-companion.ts';

const { linked, open, until, passUntil, world } = companionJourney();

type Seller = Awaited<ReturnType<typeof linked>>;
/** The browser meets this at the marketplace, and then works again. */
const meets = async ({ api, companion }: Seller, problem: 'human_check' | 'signed_out'): Promise<void> => {
  for (const state of [problem, 'ready'] as const) {
    await companion.stop();
    companion.state = state;
    companion.start();
    await until(api.companion.list, ({ companions }) => companions.every((one) => one.isAwake && one.state === state));
  }
};

describe('a closet that is linked by a paired browser', () => {
  it('is linked, synced, and shared in order up to its daily limit, without any cookie on the server', async () => {
    const { id, api, companion, username, cookies } = await linked(12, 1);
    expect(await api.closet.authStatus()).toMatchObject({ transport: 'browser', keepsPassword: false, username });
    expect(await api.listings.list()).toHaveLength(12);
    await world.database.query(
      `insert into daily_share_counts (user_id, share_date, share_count, assumed)
       select id, (now() at time zone timezone)::date, 42, 42 from users where id = $1`,
      [id],
    );

    await api.bot.start({ body: { offerShippingDiscount: false, dailyShareLimit: 50 } });
    await until(api.bot.status, ({ state }) => state === 'stopped');

    const shared = (await world.journalOf(username)).map(({ listingId }) => listingId);
    expect(shared).toHaveLength(8);
    expect(new Set(shared).size).toBe(8);
    expect(companion.asked.filter(({ method }) => method === 'PUT').map(({ path }) => path.split('/').at(-1))).toEqual(
      shared.map((id) => expect.stringContaining(String(id))),
    );
    const { rows } = await world.database.query<{ marketId: string }>(
      `select l.poshmark_id as "marketId" from share_attempts s join listings l on l.id = s.listing_id
       where s.outcome = 1 and l.poshmark_id = any($1) order by s.reserved_at`,
      [shared],
    );
    expect(rows.map(({ marketId }) => marketId)).toEqual(shared);
    const { rows: stored } = await world.database.query<{ dump: string }>(
      `select string_agg(t::text, '') as dump from relayed_requests t`,
    );
    expect(stored[0]?.dump ?? '').toBe('');
    expect(companion.asked.some(({ headers }) => 'cookie' in headers)).toBe(false);
    expect(cookies).toContain('jwt=');
  });

  it('shares to a party and shares back through its browser, by calls that the companion has on its list', async () => {
    const { api, companion, username } = await linked(6);
    const hour = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
    const parties = [{ id: 'p1', title: 'Everyone', start_at: hour(-1), end_at: hour(1) }];
    await world.command('POST', 'parties', { parties });
    await world.command('POST', 'news', { account: username, by: ['mia'] });
    companion.decide = (request) => ('allowed' in judge(request) ? 'carry' : 'forbid');
    await api.bot.start({ body: { offerShippingDiscount: false, partySharing: true, shareBack: true } });
    const { sharesByKind, sharesToday } = await until(
      api.bot.status,
      ({ state, sharesByKind: { party, back } }) => state === 'waiting' && party === 6 && back > 0,
    );

    const shares = await world.journalOf(username);
    const own = new Set((await api.listings.list()).map(({ poshmarkId }) => poshmarkId));
    const toParty = shares.filter(({ partyId }) => partyId === 'p1').map(({ listingId }) => listingId);
    expect(new Set(toParty)).toEqual(own);
    expect(toParty).toHaveLength(6);
    const back = shares.filter(({ listingId }) => !own.has(String(listingId)));
    expect(new Set(back.map(({ listingId }) => listingId)).size).toBe(back.length);
    expect(sharesByKind).toEqual({ self: 6, party: 6, back: back.length });
    expect(sharesToday).toBe(shares.length);
    expect(JSON.stringify(await api.activity.list({ query: { action: 'SHARE_BACK', limit: 100 } }))).toContain('mia');
    expect(companion.asked.filter(({ path }) => path.includes('/newsfeed/share')).length).toBeGreaterThan(0);
  });

  it('makes every call through the browser: searches, those for a photo, and the API test, too, or says why it makes none', async () => {
    const before = (await world.journal()).length;
    const { api, companion } = await linked(5);
    const searched = async (words: string) => companion.asked.filter(({ path }) => path.includes(words)).length;
    await until(() => searched('/vm-rest/posts?'), Boolean);
    await api.pricing.correctPhoto({ body: { seen: seenInPhoto, kindHint: 'jeans', brandHint: 'Marchpane' } });
    await until(() => searched('Marchpane'), Boolean);
    const tested = await api.closet.test();
    expect(tested).toMatchObject({ status: 'success', stats: { failed: 0, total: 4 } });
    expect(tested.probes[0]?.message).toBe('The practice marketplace is responding to your browser.');
    // The page on which the seller's browser signed in is the only one that anybody opened without a session.
    const strangers = (await world.journal()).slice(before).filter(({ account }) => account === null);
    expect(strangers.map(({ op, path }) => `${op} ${path}`)).toEqual(['page /login']);

    await companion.stop();
    await world.database.query(`update companions set seen_at = seen_at - interval '5 minutes'`);
    expect(await api.pricing.state()).toMatchObject({ searchAwaitsBrowser: true });
    expect((await api.activity.list({ query: { limit: 100 } })).map(({ action }) => action)).not.toContain(
      'BOT_PAUSED',
    );
  });

  it('stops at a request that the companion refuses, gives the share back, and says what to do', async () => {
    const { api, companion, username } = await linked(6);
    companion.decide = ({ method }) => (method === 'PUT' ? 'forbid' : 'carry');
    await api.bot.start({ body: { offerShippingDiscount: false } });
    await until(api.bot.status, ({ state }) => state === 'paused');
    const status = await api.bot.status();
    expect(status).toMatchObject({ pauseReason: 'marketplace_changed', sharesToday: 0 });
    expect(status.pauseMessage).toMatch(/^The companion in your browser refused a request/);
    expect(await world.journalOf(username)).toEqual([]);
  });

  it('makes a price change that its browser asks about as soon as the seller has agreed there, and says so if nobody answers', async () => {
    const { api, companion, username } = await linked(3);
    const [listing, other] = await api.listings.list();
    const change = ({ id = '', price = 0 }: { id?: string; price?: number | null } = {}) =>
      api.listings.setPrice({ id, body: { price: (price ?? 0) + 1 } });
    companion.decide = ({ method }) => (method === 'POST' ? 'ask' : 'carry');
    const asked = async () => companion.asked.filter(({ method }) => method === 'POST').length;
    const changing = change(listing);
    await until(asked, (count) => count > 0);
    expect(await world.journalOf(username, 'update')).toEqual([]);
    companion.decide = () => 'carry';
    const updates = () => world.journalOf(username, 'update');
    await passUntil(updates, ({ length }) => length === 1);
    expect(await changing).toMatchObject({ newPrice: (listing?.price ?? 0) + 1 });
    expect(await world.journalOf(username, 'update')).toHaveLength(1);

    companion.decide = ({ method }) => (method === 'POST' ? 'ask' : 'carry');
    const before = await asked();
    const unanswered = expect(change(other)).rejects.toMatchObject({
      message: expect.stringMatching(/^The companion in your browser asks you first/),
    });
    await until(asked, (count) => count > before);
    // As if it had been asked for half a minute. The change waits again only after the browser's answer has arrived.
    const askOften = () => world.database.query(`update price_writes set tries = tries + 8 where state = 'waiting'`);
    await until(askOften, ({ count }) => count > 0);
    await passUntil(asked, (count) => count > before + 1);
    await unanswered;
    expect(await world.journalOf(username, 'update')).toHaveLength(1);
    expect(await api.bot.status()).toMatchObject({ state: 'stopped' });
  });

  it('waits for its browser, says why, and continues with what was next when one is back, without any refused share', async () => {
    const { id, api, companion, username, paired } = await linked(8);
    const age = (interval: string) =>
      world.database.query(`update companions set seen_at = seen_at - $2::interval where user_id = $1`, [id, interval]);
    await companion.stop();
    await age('1 hour');
    await api.bot.start({ body: { offerShippingDiscount: false } });
    await until(api.bot.status, ({ state }) => state === 'waiting_for_browser');
    expect(await api.bot.status()).toMatchObject({ browserAway: 'asleep', sharesToday: 0 });
    expect(await world.journalOf(username)).toEqual([]);

    companion.decide = () => {
      // The browser is closed in mid-round. The fourth share is still answered, and nobody takes the ones after it.
      if (companion.asked.filter(({ method }) => method === 'PUT').length >= 4) void companion.stop();
      return 'carry';
    };
    companion.start();
    const unclaimed = async () =>
      (await world.database.query('select from share_attempts where user_id = $1', [id])).count;
    await until(unclaimed, (count) => count === 5);
    await until(unclaimed, (count) => count === 4);
    for (const { id: gone } of (await api.companion.list()).companions) await api.companion.remove({ id: gone });
    await passUntil(api.bot.status, ({ state }) => state === 'waiting_for_browser');
    const closed = await api.bot.status();
    expect(closed).toMatchObject({ sharesToday: 4, shareStatus: { completedShares: 4, refused: 0, left: 4 } });
    expect(closed).toMatchObject({ isRunning: true, browserAway: 'none', nextShareTime: null });
    expect(closed.browserLostAt).toBeDefined();

    const back = await paired();
    open.push(back);
    back.start();
    await until(api.bot.status, ({ state, shareStatus }) => state === 'waiting' && shareStatus.completedShares === 8);
    // One round, which catches up on none of those that it missed.
    expect(await api.bot.status()).toMatchObject({ sharesToday: 8 });
    const shared = (await world.journalOf(username)).map(({ listingId }) => listingId);
    expect([shared.length, new Set(shared).size]).toEqual([8, 8]);
    const actions = (await api.activity.list({ query: { limit: 100 } })).map(({ action }) => action);
    for (const action of ['BROWSER_AWAY', 'BROWSER_BACK'])
      expect(actions.filter((one) => one === action)).toHaveLength(2);
    expect(actions).not.toContain('SHARE_FAILED');
    expect(actions).not.toContain('BOT_PAUSED');
  });

  it('continues in another browser, which has its own request token, whatever else uses the account meanwhile', async () => {
    const { id, api, companion, paired, username } = await linked(4);
    await companion.stop();
    await world.database.query(`update companions set seen_at = seen_at - interval '5 minutes' where user_id = $1`, [
      id,
    ]);
    const meanwhile = [
      // A search for comps has the account's lock while the bot gets the other browser's token.
      `update closets set locked_until = now() + interval '1 second', lock_epoch = lock_epoch + 1 where user_id = $1`,
      // Another call has stored the session.
      'update closets set revision = revision + 1 where user_id = $1',
    ];
    for (const [round, change] of meanwhile.entries()) {
      const other = await paired(0, { hasOwnSession: true });
      open.push(other);
      let pages = 0;
      other.decide = async ({ path }): Promise<Fate> => {
        if (path === '/create-listing') pages += 1;
        if (path === '/create-listing' && pages === 1) await world.database.query(change, [id]);
        return 'carry';
      };
      other.start();
      await until(api.companion.list, ({ companions }) => companions.at(-1)?.isWorking === true);
      await api.bot.start({ body: { offerShippingDiscount: false } });
      const done = async () => (await world.journalOf(username)).filter((entry) => entry.case === 'ok').length;
      await until(
        async () => (await api.bot.status()).state === 'paused' || (await done()) === 4 * (round + 1),
        Boolean,
      );
      expect((await api.bot.status()).pauseMessage, change).toBeUndefined();
      expect(pages, change).toBeGreaterThan(0);
      await api.bot.stop();
      await other.stop();
      await world.database.query(`update companions set seen_at = seen_at - interval '5 minutes' where user_id = $1`, [
        id,
      ]);
    }
  });

  it('pauses for a human check, and continues once the seller has passed it in the browser', async () => {
    const seller = await linked(6);
    const { api, username } = seller;
    const [{ id = '', price: before = 0 } = {}] = await api.listings.list();
    const price = (before ?? 0) + 1;
    const change = () => api.listings.setPrice({ id, body: { price } });
    await world.fault('update', 'E4');
    // Nothing is sent again before somebody has passed the check, while the bot is stopped as well.
    for (let tries = 0; tries < 2; tries++)
      await expect(change()).rejects.toMatchObject({ code: 'human_check_required' });
    await meets(seller, 'human_check');
    expect(await change()).toMatchObject({ newPrice: price });
    await until(api.closet.authStatus, ({ state }) => state === 'ready');

    await world.fault('share', 'E4', { after: 2, account: username });
    await api.bot.start({ body: { offerShippingDiscount: false } });
    await until(api.bot.status, ({ state }) => state === 'paused');
    expect(await api.bot.status()).toMatchObject({ pauseReason: 'human_check' });
    await meets(seller, 'human_check');
    await until(api.bot.status, ({ state }) => state !== 'paused');
    await api.bot.stop();
    expect(new Set((await world.journalOf(username)).map(({ listingId }) => listingId)).size).toBeGreaterThan(1);
  });

  it('shares nothing with another account that its browser is signed in with, and says which one it needs', async () => {
    const seller = await linked(4);
    const { api, companion, username, cookies } = seller;
    companion.cookies = await world.strangerCookies();
    const before = await api.closet.authStatus();
    await api.bot.start({ body: { offerShippingDiscount: false } });
    await until(api.bot.status, ({ state }) => state === 'paused');
    const status = await api.bot.status();
    expect(status).toMatchObject({ pauseReason: 'session_expired', sharesToday: 0 });
    expect(status.pauseMessage).toMatch(/signed in to the practice marketplace with another account/);
    await expect(api.closet.testAuth()).rejects.toThrow(/signed in to the practice marketplace with another account/);
    // A test of the connection changes neither whose closet it is, nor how it is shared.
    const { transport, username: kept } = await api.closet.authStatus();
    expect({ transport, kept }).toEqual({ transport: 'browser', kept: before.username });

    companion.cookies = cookies;
    await api.bot.resume();
    await until(api.bot.status, ({ shareStatus }) => shareStatus.completedShares === 4);
    const done = (await world.journal()).filter((entry) => entry.op === 'share' && entry.case === 'ok');
    expect(done.slice(-4).map(({ account }) => account)).toEqual([username, username, username, username]);

    // Without a bot to resume, signing in in the browser is enough to restore the connection.
    await api.bot.stop();
    companion.cookies = await world.strangerCookies();
    await expect(api.closet.testAuth()).rejects.toThrow(/another account/);
    expect(await api.closet.authStatus()).toMatchObject({ state: 'connection_issue' });
    companion.cookies = cookies;
    await meets(seller, 'signed_out');
    await until(api.closet.authStatus, ({ state }) => state === 'ready');
    expect((await api.closet.authStatus()).username).toBe(before.username);
  });

  it('can be switched to the server by importing the browser’s session, but never to another account’s, which the bot survives', async () => {
    const { id, api, companion, cookies, username } = await linked(6);
    const send = (session: string, renewsSession: boolean) =>
      companion.call('/api/poshmark/import-session', { session, renewsSession });
    expect((await send(cookies, true)).status).toBe(200);
    expect(await api.closet.authStatus()).toMatchObject({ transport: 'server', renewsSession: true, state: 'ready' });
    // The switch in the companion's settings is the seller's own choice, like the one in the profile.
    for (const renewsSession of [false, true]) {
      const chosen = await companion.call('/api/poshmark/renewal', { renewsSession }, { method: 'PUT' });
      expect(chosen.status).toBe(200);
      expect(await api.closet.authStatus()).toMatchObject({ renewsSession });
    }
    await companion.stop();
    const stored = async () =>
      (await world.database.query('select session, handle, market_user_id from closets where user_id = $1', [id])).rows;
    const before = await stored();
    const others = await world.strangerCookies();
    for (const renewsSession of [true, false]) {
      const refused = await send(others, renewsSession);
      expect(refused.status).toBe(422);
      expect(JSON.stringify(refused)).toContain('signed in to the practice marketplace with another account');
    }
    expect(await api.closet.authStatus()).toMatchObject({ state: 'ready', username, renewsSession: true });
    expect(await stored()).toEqual(before);
    await api.bot.start({ body: { offerShippingDiscount: false } });
    await until(api.bot.status, ({ shareStatus }) => shareStatus.completedShares === 6);
    expect(await world.journalOf(username)).toHaveLength(6);

    // And back, which erases the cookies here.
    companion.start();
    await until(api.companion.list, ({ companions }) => companions.some(({ isWorking }) => isWorking));
    await until(async () => companion.shown.renewsSession, Boolean);
    await api.closet.linkBrowser();
    expect(await api.closet.authStatus()).toMatchObject({ transport: 'browser', renewsSession: false });
  });
});

describe('a stored password', () => {
  it('never travels through a browser, even if somebody writes into the database that the closet does', async () => {
    const { id, api, username, password, paired } = await world.arrive();
    await api.closet.updateCredentials({ body: { poshmarkUsername: username, poshmarkPassword: password } });
    const companion = await paired();
    open.push(companion);
    companion.start();
    await until(api.companion.list, ({ companions }) => companions.some(({ isWorking }) => isWorking));
    await world.command('POST', 'sessions/expire', { account: username });
    for (const session of ['session', 'null']) {
      await world.database.query(`update closets set transport = 'browser', session = ${session} where user_id = $1`, [
        id,
      ]);
      await api.closet.testAuth().catch(() => {});
    }
    expect(companion.asked.length).toBeGreaterThan(0);
    const carried = JSON.stringify(companion.asked);
    expect(carried).not.toContain(password);
    expect(carried).not.toContain('jwt=');
  });
});
