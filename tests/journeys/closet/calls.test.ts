import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { closetHttp } from '#server/features/closet/http.ts';
import { listingsHttp } from '#server/features/listings/http.ts';
import { createLimits } from '#server/http/request/limits.ts';
import { closetJourney, failureOf, serveSeller } from './closet-journey.ts';
import type { ClosetWorld } from './closet-world.ts';

const jo = { poshmarkUsername: 'thrifty_jo', poshmarkPassword: 'practice-1' };
const olive = { poshmarkUsername: 'otp_olive', poshmarkPassword: 'practice-2' };

/** The part of the server that handles closet and listings, called through the contract's client. */
function callsOf(
  world: ClosetWorld,
  userId: string,
  { budgetFactor = 10, confirmedAt = Number.POSITIVE_INFINITY } = {},
) {
  const { closet, listings, prices, clock, database } = world;
  const noUser = () => Promise.reject(new Error('this journey disconnects nothing'));
  const logged: unknown[] = [];
  const write = (fields: object, message: string) => {
    logged.push({ ...fields, message });
  };
  const { server, client } = serveSeller(
    { userId, confirmedAt },
    {
      routes: { closet: routes.closet, listings: routes.listings },
      limits: createLimits({ database, clock }),
      budgetFactor,
      handlers: {
        closet: closetHttp({ closet, tryAfterCheck: async () => {}, userOf: noUser }),
        listings: listingsHttp({ listings, prices, picture: noUser }),
      },
      clock,
      log: { debug: write, info: write, error: write },
    },
  );
  return { server, client, logged };
}

let world: ClosetWorld;
let userId: string;
let calls: ReturnType<typeof callsOf>;
const arrive = closetJourney({ sold: 20 });
beforeEach(async () => {
  ({ world, userId } = await arrive());
  calls = callsOf(world, userId);
});

describe('over HTTP', () => {
  it('a closet is linked, synced, listed, and hidden from other users', async () => {
    const { client } = calls;
    await client.closet.updateCredentials({ body: jo });
    expect(await client.closet.authStatus()).toMatchObject({ state: 'ready', username: 'thrifty_jo' });
    expect(await client.listings.sync()).toMatchObject({ added: 80, total: 80 });
    const [first] = await client.listings.list();
    const id = first?.id ?? '';
    expect(await client.listings.change({ id, body: { floorPrice: 20 } })).toMatchObject({ id, floorPrice: 20 });

    const neighbor = callsOf(world, await world.addUser());
    expect(await neighbor.client.listings.list()).toEqual([]);
    expect(await failureOf(neighbor.client.listings.change({ id, body: { floorPrice: 20 } }))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });

  it('many listings get a floor, a cost, and a shelf and are left out of rounds in one call, and the others are named', async () => {
    const { client } = calls;
    await client.closet.updateCredentials({ body: jo });
    await client.listings.sync();
    const [first, second] = (await client.listings.list()).filter(({ isActive }) => isActive);
    const [one, other] = [first?.id ?? '', second?.id ?? ''];
    const body = {
      listingIds: [one, other, one, '999999', 'nonsense'],
      floorPercent: 80,
      skipSharing: true,
      costCents: 300,
      shelf: 'Rack',
    };
    const done = await client.listings.changeMany({ body });
    expect(done.updated).toBe(2);
    expect(done.failed.map(({ listingId, error }) => [listingId, error])).toEqual([
      ['999999', 'not_found'],
      ['nonsense', 'not_found'],
    ]);
    const listed = new Map((await client.listings.list()).map((listing) => [listing.id, listing]));
    expect(listed.get(other)).toMatchObject({
      ...{ skipSharing: true, costCents: 300, shelf: 'Rack', sku: null },
      floorPrice: Math.max(Math.round((second?.price ?? 0) * 0.8), 3),
    });
    expect(await client.listings.change({ id: one, body: { skipSharing: false } })).toMatchObject({
      skipSharing: false,
      floorPrice: listed.get(one)?.floorPrice,
    });
    await client.listings.changeMany({ body: { listingIds: [one], floorPrice: null, shelf: null } });
    expect((await client.listings.list()).find(({ id }) => id === one)).toMatchObject({
      ...{ floorPrice: null, shelf: null, costCents: 300 },
    });
    await world.database.query('update listings set price = null where id = $1', [one]);
    expect(await client.listings.changeMany({ body: { listingIds: [one], floorPercent: 50 } })).toMatchObject({
      updated: 0,
      failed: [{ listingId: one, error: 'no_price' }],
    });
    const refused = await failureOf(
      client.listings.changeMany({ body: { listingIds: [one], floorPrice: 5, floorPercent: 5 } }),
    );
    expect(refused).toMatchObject({ status: 400, fields: { floorPercent: expect.stringContaining('not both') } });
    expect(await failureOf(client.listings.changeMany({ body: { listingIds: [one] } }))).toMatchObject({ status: 400 });
  });

  it('refusals have the statuses of the contract', async () => {
    const { client } = calls;
    const { closet, listings } = client;
    expect(await failureOf(listings.sync())).toMatchObject({ status: 409, code: 'closet_not_connected' });
    expect(await failureOf(closet.testAuth())).toMatchObject({ status: 409, code: 'no_credentials' });
    expect(await failureOf(closet.importSession({ body: { session: 'nothing in it' } }))).toMatchObject({
      status: 422,
      code: 'session_rejected',
    });
    expect(await failureOf(closet.updateCredentials({ body: { ...jo, poshmarkPassword: 'wrong' } }))).toMatchObject({
      status: 422,
      code: 'credentials_rejected',
    });
    expect(await failureOf(closet.updateCredentials({ body: olive }))).toMatchObject({
      status: 409,
      code: 'code_required',
    });
    await closet.requestCode();
    const sent = await world.count('entry');
    for (const code of ['soon', '123', '111111 or 222222'])
      expect(await failureOf(closet.verifyCode({ body: { code } }))).toMatchObject({
        status: 400,
        fields: { code: expect.any(String) },
      });
    expect(await world.count('entry')).toBe(sent);
    expect(await failureOf(closet.requestCode())).toMatchObject({ status: 429, retryAfterMs: 60_000 });
    expect(await failureOf(closet.verifyCode({ body: { code: '000000' } }))).toMatchObject({
      status: 422,
      code: 'code_rejected',
    });
    await world.clock.advance(10 * 60_000);
    expect(await failureOf(closet.verifyCode({ body: { code: '000000' } }))).toMatchObject({
      status: 422,
      code: 'code_expired',
    });
    await world.fault('login', 'E11');
    expect(await failureOf(closet.updateCredentials({ body: jo }))).toMatchObject({
      status: 502,
      code: 'marketplace_unavailable',
    });
    await closet.updateCredentials({ body: jo });
    expect(await failureOf(closet.linkPractice())).toMatchObject({ status: 409, code: 'already_connected' });
    await world.fault('self', 'E4');
    expect(await failureOf(closet.testAuth())).toMatchObject({ status: 409, code: 'human_check_required' });
    expect(await failureOf(listings.change({ id: '1', body: { floorPrice: 2 } }))).toMatchObject({
      status: 400,
      fields: { floorPrice: 'Enter whole dollars, from 3 to 50,000, or leave this empty' },
    });
  });

  it('the number of passwords tried at the marketplace is limited, for an account and for a closet', async () => {
    const wrong = { ...jo, poshmarkPassword: 'wrong' };
    const { client } = callsOf(world, userId, { budgetFactor: 1 });
    world.guard.limit = createLimits(world).take;
    // What the tests before this one sent came from the same address.
    await world.clock.advance(15 * 60_000);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await failureOf(client.closet.updateCredentials({ body: wrong }))).toMatchObject({ status: 422 });
    }
    expect(await failureOf(client.closet.testAuth())).toMatchObject({ status: 429, code: 'too_many_requests' });
    // Another account can't continue guessing for the same closet.
    const neighbor = callsOf(world, await world.addUser());
    const again = { ...wrong, poshmarkUsername: ' Thrifty_Jo ' };
    expect(await failureOf(neighbor.client.closet.updateCredentials({ body: again }))).toMatchObject({ status: 429 });
    expect(await world.count('login')).toBe(5);
    world.guard.limit = async () => {};
  });

  it('credentials and sessions are taken only from a seller who proved in the last ten minutes who they are', async () => {
    const { client } = callsOf(world, userId, { confirmedAt: world.clock.now() - 10 * 60_000 });
    const session = await world.browserCookies('thrifty_jo', jo.poshmarkPassword);
    const before = await world.count('login');
    const needed = { status: 403, code: 'confirmation_required' };
    expect(await failureOf(client.closet.updateCredentials({ body: jo }))).toMatchObject(needed);
    expect(await failureOf(client.closet.importSession({ body: { session } }))).toMatchObject(needed);
    expect(await client.closet.authStatus()).toMatchObject({ state: 'setup_required' });
    expect(await world.count('login')).toBe(before);
    await expect(calls.client.closet.importSession({ body: { session } })).resolves.toBeTruthy();
  });

  it('no password, code, or cookie reaches the log', async () => {
    const { client, logged } = calls;
    const cookies = await world.browserCookies('thrifty_jo', jo.poshmarkPassword);
    await failureOf(client.closet.updateCredentials({ body: { ...jo, poshmarkPassword: 'canary-password' } }));
    await failureOf(client.closet.updateCredentials({ body: olive }));
    await client.closet.requestCode();
    const code = await world.code('otp_olive');
    const message = `Your code is ${code.slice(0, 3)} ${code.slice(3)}. It is good for 10 minutes.`;
    await client.closet.verifyCode({ body: { code: message } });
    await client.closet.importSession({ body: { session: cookies } });
    await world.fault('self', 'E16');
    await failureOf(client.closet.testAuth());
    const text = JSON.stringify(logged);
    expect(logged.length).toBeGreaterThanOrEqual(6);
    const secrets = [
      'canary-password',
      olive.poshmarkPassword,
      code,
      ...cookies.split('; ').map((pair) => pair.split('=')[1] ?? ''),
    ];
    for (const secret of secrets) expect(text.includes(secret)).toBe(false);
  });

  it('the list is not sent again if nothing changed', async () => {
    const { client, server } = calls;
    await client.closet.updateCredentials({ body: jo });
    await client.listings.sync();
    const cookie = `hangtag=${'a'.repeat(43)}`;
    const ask = (more: Record<string, string> = {}) =>
      server.fetch(new Request('http://127.0.0.1/api/listings', { headers: { cookie, ...more } }), '127.0.0.1');
    const known = { 'if-none-match': (await ask()).headers.get('etag') ?? '' };
    expect((await ask(known)).status).toBe(304);
    await world.clock.advance(1000);
    await client.listings.sync();
    expect((await ask(known)).status).toBe(200);
  });
});
