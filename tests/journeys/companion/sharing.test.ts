import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/companion/allow/allowlist.ts';
import { seenInPhoto } from '../front/accepted-bodies.ts';
import { companionJourney } from './companion-journey.ts';
import type { Fate } from './scripted-companion.ts';

const { linked, open, until, world } = companionJourney();

describe('a closet that is linked by a paired browser', () => {
  it('is linked, synced, and shared in order without any cookie on the server', async () => {
    const { api, companion, username, cookies } = await linked(60, 1);
    expect(await api.closet.authStatus()).toMatchObject({ transport: 'browser', keepsPassword: false, username });
    const closet = await api.listings.list();

    await api.bot.start({ body: { offerShippingDiscount: false } });
    await until(api.bot.status, ({ shareStatus }) => shareStatus.completedShares === 60);

    const shared = (await world().journalOf(username)).map(({ listingId }) => listingId);
    expect(shared).toHaveLength(60);
    expect(new Set(shared).size).toBe(60);
    expect(companion.asked.filter(({ method }) => method === 'PUT').map(({ path }) => path.split('/').at(-1))).toEqual(
      shared.map((id) => expect.stringContaining(String(id))),
    );
    const { rows } = await world().database.query<{ marketId: string }>(
      `select l.poshmark_id as "marketId" from share_attempts s join listings l on l.id = s.listing_id
       where s.outcome = 1 and l.poshmark_id = any($1) order by s.reserved_at`,
      [shared],
    );
    expect(rows.map(({ marketId }) => marketId)).toEqual(shared);
    expect(closet).toHaveLength(60);
    const { rows: stored } = await world().database.query<{ dump: string }>(
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
    await world().command('POST', 'parties', { parties });
    await world().command('POST', 'news', { account: username, by: ['mia'] });
    companion.decide = (request) => ('allowed' in judge(request) ? 'carry' : 'forbid');
    await api.bot.start({ body: { offerShippingDiscount: false, partySharing: true, shareBack: true } });
    const { sharesByKind, sharesToday } = await until(
      api.bot.status,
      ({ state, sharesByKind: { party, back } }) => state === 'waiting' && party === 6 && back > 0,
    );

    const shares = await world().journalOf(username);
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

  it('makes every call through the browser: searches and the API test, too, or says why it makes none', async () => {
    const before = (await world().journal()).length;
    const { api, companion } = await linked(5);
    const searched = () => companion.asked.filter(({ path }) => path.startsWith('/vm-rest/posts?')).length;
    await until(
      async () => searched(),
      (count) => count > 0,
    );
    const tested = await api.closet.test();
    expect(tested).toMatchObject({ status: 'success', stats: { failed: 0, total: 4 } });
    expect(tested.probes[0]?.message).toBe('The practice marketplace is responding to your browser.');
    // The page on which the seller's browser signed in is the only one that anybody opened without a session.
    const strangers = (await world().journal()).slice(before).filter(({ account }) => account === null);
    expect(strangers.map(({ op, path }) => `${op} ${path}`)).toEqual(['page /login']);

    await companion.stop();
    await world().database.query(`update companions set seen_at = seen_at - interval '5 minutes'`);
    expect(await api.pricing.state()).toMatchObject({ searchAwaitsBrowser: true });
    expect((await api.activity.list({ query: { limit: 100 } })).map(({ action }) => action)).not.toContain(
      'BOT_PAUSED',
    );
  });

  it('is searched for the comps of a photo through its browser', async () => {
    const { api, companion } = await linked(5);
    const searched = () => companion.asked.filter(({ path }) => path.includes('Marchpane')).length;
    await api.pricing.correctPhoto({ body: { seen: seenInPhoto, kindHint: 'jeans', brandHint: 'Marchpane' } });
    await until(
      async () => searched(),
      (count) => count > 0,
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
    expect(await world().journalOf(username)).toEqual([]);
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
    expect(await world().journalOf(username, 'update')).toEqual([]);
    companion.decide = () => 'carry';
    expect(await changing).toMatchObject({ newPrice: (listing?.price ?? 0) + 1 });
    expect(await world().journalOf(username, 'update')).toHaveLength(1);

    companion.decide = ({ method }) => (method === 'POST' ? 'ask' : 'carry');
    const before = await asked();
    const unanswered = expect(change(other)).rejects.toMatchObject({
      message: expect.stringMatching(/^The companion in your browser asks you first/),
    });
    await until(asked, (count) => count > before);
    // As if it had been asked for half a minute. The change waits again only after the browser's answer has arrived.
    const askOften = () => world().database.query(`update price_writes set tries = tries + 8 where state = 'waiting'`);
    await until(askOften, ({ count }) => count > 0);
    await unanswered;
    expect(await world().journalOf(username, 'update')).toHaveLength(1);
    expect(await api.bot.status()).toMatchObject({ state: 'stopped' });
  });

  it('continues after an hour of sleep with one round, and doesn’t catch up on those that it missed', async () => {
    const { api, companion, username } = await linked(8);
    await companion.stop();
    await world().database.query(
      `update companions set seen_at = seen_at - interval '1 hour' from closets c
       where c.user_id = companions.user_id and c.handle = $1`,
      [username],
    );
    await api.bot.start({ body: { offerShippingDiscount: false } });
    await until(api.bot.status, ({ state }) => state === 'waiting_for_browser');
    expect(await api.bot.status()).toMatchObject({ browserAway: 'asleep', sharesToday: 0 });
    expect(await world().journalOf(username)).toEqual([]);
    companion.start();
    await until(api.bot.status, ({ state, shareStatus }) => state === 'waiting' && shareStatus.completedShares === 8);
    expect(await api.bot.status()).toMatchObject({ sharesToday: 8 });
    expect(await world().journalOf(username)).toHaveLength(8);
  });

  it('shares the listings that were next when its browser was closed in mid-round, and calls none of them refused', async () => {
    const { id, api, companion, username } = await linked(8);
    companion.decide = () => {
      // The fourth share is still answered. Nobody takes the ones after it.
      if (companion.asked.filter(({ method }) => method === 'PUT').length >= 4) void companion.stop();
      return 'carry';
    };
    await api.bot.start({ body: { offerShippingDiscount: false } });
    const unclaimed = async () =>
      (await world().database.query('select from share_attempts where user_id = $1', [id])).count;
    await until(unclaimed, (count) => count === 5);
    await until(unclaimed, (count) => count === 4);
    await world().database.query(`update companions set seen_at = seen_at - interval '5 minutes' where user_id = $1`, [
      id,
    ]);
    await until(api.bot.status, ({ state }) => state === 'waiting_for_browser');
    const closed = await api.bot.status();
    expect(closed).toMatchObject({ sharesToday: 4, shareStatus: { completedShares: 4, refused: 0, left: 4 } });

    companion.decide = () => 'carry';
    companion.start();
    await until(api.bot.status, ({ state, shareStatus }) => state === 'waiting' && shareStatus.completedShares === 8);
    const shared = (await world().journalOf(username)).map(({ listingId }) => listingId);
    expect(new Set(shared).size).toBe(8);
    const actions = (await api.activity.list({ query: { limit: 100 } })).map(({ action }) => action);
    expect(actions).not.toContain('SHARE_FAILED');
    expect(actions).not.toContain('BOT_PAUSED');
  });

  it('waits for its browser, says why, and continues when one is back', async () => {
    const { api, companion, username, paired } = await linked(12);
    companion.decide = () => {
      // The browser is closed in the middle of the round.
      if (companion.asked.filter(({ method }) => method === 'PUT').length > 4) void companion.stop();
      return 'carry';
    };
    await api.bot.start({ body: { offerShippingDiscount: false } });
    await until(api.bot.status, ({ shareStatus }) => shareStatus.completedShares >= 4);
    await companion.stop();
    for (const { id: paired } of (await api.companion.list()).companions) await api.companion.remove({ id: paired });
    await until(api.bot.status, ({ state }) => state === 'waiting_for_browser');
    const status = await api.bot.status();
    expect(status).toMatchObject({ isRunning: true, browserAway: 'none', nextShareTime: null });
    expect(status.browserLostAt).toBeDefined();
    const before = (await world().journalOf(username)).length;

    const back = await paired();
    open.push(back);
    back.start();
    await until(api.bot.status, ({ state, shareStatus }) => state === 'waiting' && shareStatus.left === 0);
    const shared = (await world().journalOf(username)).map(({ listingId }) => listingId);
    expect(new Set(shared).size).toBe(shared.length);
    expect(shared.length).toBeGreaterThan(before);
    const actions = (await api.activity.list({ query: { limit: 100 } })).map(({ action }) => action);
    expect(actions.filter((action) => action === 'BROWSER_AWAY')).toHaveLength(1);
    expect(actions.filter((action) => action === 'BROWSER_BACK')).toHaveLength(1);
    expect(actions).not.toContain('BOT_PAUSED');
  });

  it('continues in another browser, which has its own request token, whatever else uses the account meanwhile', async () => {
    const { id, api, companion, paired, username } = await linked(4);
    await companion.stop();
    await world().database.query(`update companions set seen_at = seen_at - interval '5 minutes' where user_id = $1`, [
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
        if (path === '/create-listing' && pages === 1) await world().database.query(change, [id]);
        return 'carry';
      };
      other.start();
      await until(api.companion.list, ({ companions }) => companions.at(-1)?.isWorking === true);
      await api.bot.start({ body: { offerShippingDiscount: false } });
      const done = async () => (await world().journalOf(username)).filter((entry) => entry.case === 'ok').length;
      await until(
        async () => (await api.bot.status()).state === 'paused' || (await done()) === 4 * (round + 1),
        Boolean,
      );
      expect((await api.bot.status()).pauseMessage, change).toBeUndefined();
      expect(pages, change).toBeGreaterThan(0);
      await api.bot.stop();
      await other.stop();
      await world().database.query(
        `update companions set seen_at = seen_at - interval '5 minutes' where user_id = $1`,
        [id],
      );
    }
  });

  it('pauses for a human check, and continues once the seller has passed it in the browser', async () => {
    const { api, companion, username } = await linked(6);
    await world().fault('share', 'E4', { after: 2, account: username });
    await api.bot.start({ body: { offerShippingDiscount: false } });
    await until(api.bot.status, ({ state }) => state === 'paused');
    expect(await api.bot.status()).toMatchObject({ pauseReason: 'human_check' });
    // The browser shows the check, and then the marketplace again.
    for (const state of ['human_check', 'ready'] as const) {
      await companion.stop();
      companion.state = state;
      companion.start();
      await until(api.companion.list, ({ companions }) =>
        companions.every((one) => one.isAwake && one.state === state),
      );
    }
    await until(api.bot.status, ({ state }) => state !== 'paused');
    await api.bot.stop();
    expect(new Set((await world().journalOf(username)).map(({ listingId }) => listingId)).size).toBeGreaterThan(1);
  });

  it('makes a price change again after its check was passed in the browser, while the bot is stopped', async () => {
    const { api, companion } = await linked(3);
    const [listing] = await api.listings.list();
    const id = listing?.id ?? '';
    const price = (listing?.price ?? 0) + 1;
    await world().fault('update', 'E4');
    await expect(api.listings.setPrice({ id, body: { price } })).rejects.toMatchObject({
      code: 'human_check_required',
    });
    // Nothing is sent before somebody has passed the check.
    await expect(api.listings.setPrice({ id, body: { price } })).rejects.toMatchObject({
      code: 'human_check_required',
    });
    for (const state of ['human_check', 'ready'] as const) {
      await companion.stop();
      companion.state = state;
      companion.start();
      await until(api.companion.list, ({ companions }) =>
        companions.every((one) => one.isAwake && one.state === state),
      );
    }
    expect(await api.listings.setPrice({ id, body: { price } })).toMatchObject({ newPrice: price });
    await until(api.closet.authStatus, ({ state }) => state === 'ready');
  });

  it('shares nothing with another account that its browser is signed in with, and says which one it needs', async () => {
    const { api, companion, username, cookies } = await linked(4);
    companion.cookies = await world().strangerCookies();
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
    const done = (await world().journal()).filter((entry) => entry.op === 'share' && entry.case === 'ok');
    expect(done.slice(-4).map(({ account }) => account)).toEqual([username, username, username, username]);

    // Without a bot to resume, signing in in the browser is enough to restore the connection.
    await api.bot.stop();
    companion.cookies = await world().strangerCookies();
    await expect(api.closet.testAuth()).rejects.toThrow(/another account/);
    expect(await api.closet.authStatus()).toMatchObject({ state: 'connection_issue' });
    companion.cookies = cookies;
    for (const state of ['signed_out', 'ready'] as const) {
      await companion.stop();
      companion.state = state;
      companion.start();
      await until(api.companion.list, ({ companions }) => companions.every((one) => one.state === state));
    }
    await until(api.closet.authStatus, ({ state }) => state === 'ready');
    expect((await api.closet.authStatus()).username).toBe(before.username);
  });

  it('never passes its daily limit', async () => {
    const { api, username } = await linked(60);
    await api.bot.start({ body: { offerShippingDiscount: false, dailyShareLimit: 50 } });
    await until(api.bot.status, ({ state }) => state === 'stopped');
    expect(await world().journalOf(username)).toHaveLength(50);
  });

  it('can be switched to the server by importing the browser’s session, which the bot survives', async () => {
    const { api, companion, cookies, username } = await linked(6);
    const imported = await companion.call('/api/poshmark/import-session', { session: cookies, renewsSession: true });
    expect(imported.status).toBe(200);
    expect(await api.closet.authStatus()).toMatchObject({ transport: 'server', renewsSession: true, state: 'ready' });
    // The switch in the companion's settings is the seller's own choice, like the one in the profile.
    for (const renewsSession of [false, true]) {
      const chosen = await companion.call('/api/poshmark/renewal', { renewsSession }, { method: 'PUT' });
      expect(chosen.status).toBe(200);
      expect(await api.closet.authStatus()).toMatchObject({ renewsSession });
    }
    await companion.stop();
    await api.bot.start({ body: { offerShippingDiscount: false } });
    await until(api.bot.status, ({ shareStatus }) => shareStatus.completedShares === 6);
    expect(await world().journalOf(username)).toHaveLength(6);

    // And back, which erases the cookies here.
    companion.start();
    await until(api.companion.list, ({ companions }) => companions.some(({ isWorking }) => isWorking));
    await until(async () => companion.shown.renewsSession, Boolean);
    await api.closet.linkBrowser();
    expect(await api.closet.authStatus()).toMatchObject({ transport: 'browser', renewsSession: false });
  });

  it('is never replaced by the closet of another account that the browser is signed in with', async () => {
    const { id, api, companion, cookies, username } = await linked(6);
    const send = (session: string, renewsSession: boolean) =>
      companion.call('/api/poshmark/import-session', { session, renewsSession });
    expect((await send(cookies, true)).status).toBe(200);
    await companion.stop();
    const before = await world().database.query(
      'select session, handle, market_user_id from closets where user_id = $1',
      [id],
    );
    const others = await world().strangerCookies();
    for (const renewsSession of [true, false]) {
      const refused = await send(others, renewsSession);
      expect(refused.status).toBe(422);
      expect(JSON.stringify(refused)).toContain('signed in to the practice marketplace with another account');
    }
    expect(await api.closet.authStatus()).toMatchObject({ state: 'ready', username, renewsSession: true });
    const after = await world().database.query(
      'select session, handle, market_user_id from closets where user_id = $1',
      [id],
    );
    expect(after.rows).toEqual(before.rows);
    await api.bot.start({ body: { offerShippingDiscount: false } });
    await until(api.bot.status, ({ shareStatus }) => shareStatus.completedShares === 6);
  });
});

describe('a stored password', () => {
  it('never travels through a browser, even if somebody writes into the database that the closet does', async () => {
    const { id, api, username, password, paired } = await world().arrive();
    await api.closet.updateCredentials({ body: { poshmarkUsername: username, poshmarkPassword: password } });
    const companion = await paired();
    open.push(companion);
    companion.start();
    await until(api.companion.list, ({ companions }) => companions.some(({ isWorking }) => isWorking));
    await world().command('POST', 'sessions/expire', { account: username });
    for (const session of ['session', 'null']) {
      await world().database.query(
        `update closets set transport = 'browser', session = ${session} where user_id = $1`,
        [id],
      );
      await api.closet.testAuth().catch(() => {});
    }
    expect(companion.asked.length).toBeGreaterThan(0);
    const carried = JSON.stringify(companion.asked);
    expect(carried).not.toContain(password);
    expect(carried).not.toContain('jwt=');
  });
});
