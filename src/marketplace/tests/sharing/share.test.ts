import { describe, expect, it } from 'vitest';
import type { MarketAccount } from '#domain/ports/marketplace.ts';
import { play } from '../scripted-connection.fixture.ts';
import { errorBody, fullPost, type Reply, type Script, token } from '../scripted-marketplace.fixture.ts';

const id = '68a0c1d2e3f405162738495a';
const share = `PUT /vm-rest/users/self/shared_posts/${id}`;
const post = `GET /vm-rest/posts/${id}`;
const shared: Reply = { json: { trace_id: '0b7f7a52' } };
const unavailable = { json: errorBody('InvalidInputError', 400, 'This listing is no longer available') };

async function shareTimes(account: MarketAccount, times: number): Promise<string[]> {
  const kinds: string[] = [];
  for (let n = 0; n < times; n += 1) kinds.push((await account.share(id)).kind);
  return kinds;
}

describe('a share', () => {
  it('is one PUT with an empty object, the token, and honest headers', async () => {
    const { account, server } = await play({ [share]: shared });
    expect(await account.share(id)).toEqual({ kind: 'ok', value: null, traceId: '0b7f7a52' });
    const [asked] = server.asked;
    expect(asked?.body).toBe('{}');
    expect(asked?.query.get('pm_version')).toBe('2026.33.00');
    expect(asked?.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      'x-xsrf-token': token,
      origin: server.origin,
      referer: `${server.origin}/closet/thrifty_jo`,
      'user-agent': 'Hangtag/0 (test)',
    });
    expect(asked?.headers['x-csrf-token']).toBeUndefined();
    expect(Object.keys(asked?.headers ?? {}).filter((name) => name.startsWith('sec-'))).toEqual([]);
  });

  it('into a party names it, and nothing else changes', async () => {
    const { account, server } = await play({ [share]: shared });
    expect(await account.share(id, { partyId: 'p 1&x' })).toMatchObject({ kind: 'ok' });
    expect(server.asked.map(({ path, body, query }) => [path, body, query.get('event_ids'), query.get('x')])).toEqual([
      [`/vm-rest/users/self/shared_posts/${id}`, '{}', 'p 1&x', null],
    ]);
  });

  it('that ends in a human check is not sent again', async () => {
    const check = { json: { ...errorBody('SuspectedBotErrorV2', 403), restricted_action: 'share_post' } };
    const { account, server } = await play({ [share]: [shared, shared, check, shared] });
    expect(await shareTimes(account, 3)).toEqual(['ok', 'ok', 'human_check']);
    expect(server.asked).toHaveLength(3);
  });

  it.each([
    ['sold', { json: fullPost({ inventory: { status: 'sold_out' } }) }, 'listing_not_available'],
    ['not for sale', { json: { data: fullPost({ inventory: { status: 'not_for_sale' } }) } }, 'listing_not_available'],
    ['removed', { status: 404, json: errorBody('PostRemovedError', 404) }, 'listing_gone'],
    ['removed, by its status', { json: fullPost({ status: 'removed' }) }, 'listing_gone'],
    ['still for sale', { json: fullPost() }, 'validation'],
    ['not to be read', { status: 503, html: '' }, 'validation'],
    ['behind a human check by now', { html: '<div id="captcha-popup">' }, 'human_check'],
  ])('refused because of the listing reads the listing: %s', async (_case, seen, kind) => {
    const { account, server } = await play({ [share]: unavailable, [post]: seen });
    expect(await account.share(id)).toMatchObject({ kind });
    expect(server.writes()).toHaveLength(1);
    expect(server.asked).toHaveLength(2);
  });

  it.each([
    ['still for sale', { json: fullPost() }, { kind: 'validation', message: 'The answer was “Page not found”.' }],
    ['not to be read', { status: 503, html: '' }, { kind: 'validation' }],
    ['sold', { json: fullPost({ inventory: { status: 'sold_out' } }) }, { kind: 'listing_not_available' }],
    ['gone', { status: 404, json: errorBody('NotFoundError', 404) }, { kind: 'listing_gone' }],
    ['gone, by a page as well', { status: 404, html: '<title>Page not found</title>' }, { kind: 'listing_gone' }],
  ])(
    'answered with a page that isn’t found reads the listing, because the path may have changed: %s',
    async (_case, seen, result) => {
      const { account, server } = await play({
        [share]: { status: 404, html: '<title>Page not found</title>' },
        [post]: seen,
      });
      expect(await account.share(id)).toMatchObject(result);
      expect(server.writes()).toHaveLength(1);
      expect(server.asked).toHaveLength(2);
    },
  );

  it('a listing that the share itself reports as gone is not read again', async () => {
    const { account, server } = await play({ [share]: { status: 404, json: errorBody('NotFoundError', 404) } });
    expect(await account.share(id)).toMatchObject({ kind: 'listing_gone' });
    expect(server.asked).toHaveLength(1);
  });

  it('maintenance is reported with its Retry-After, and the share is not repeated', async () => {
    const { account, server } = await play({
      [share]: { status: 503, html: "<title>We'll be right back</title>", headers: { 'retry-after': '120' } },
    });
    expect(await account.share(id)).toMatchObject({ kind: 'unavailable', retryAfterMs: 120_000 });
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ['a list instead of an object', { json: [] }, 'protocol_changed'],
    ['another success than 200', { status: 202, json: {} }, 'protocol_changed'],
  ])('%s is not a confirmed share', async (_case, reply, kind) => {
    const { account, server } = await play({ [share]: reply });
    expect(await account.share(id)).toMatchObject({ kind });
    expect(server.asked).toHaveLength(1);
  });
});

describe('a share without an answer', () => {
  /**
   * The connection is open before the share, so the first byte leaves at once. A share whose deadline passes while it connects was
   * never sent, and on a busy machine that takes long.
   */
  const connected = async (reply: Reply, shareMs: number) => {
    const played = await play(
      { [share]: reply, [post]: { json: fullPost() } },
      { timeouts: { shareMs, callMs: 60_000 } },
    );
    expect(await played.account.listing(id)).toMatchObject({ kind: 'ok' });
    return played;
  };

  it.each([
    ['late', { raw: () => {} }],
    ['cut before its head', { raw: (response) => response.destroy() }],
    [
      'cut in its body',
      {
        raw: (response) => {
          response.writeHead(200, { 'content-length': '99' });
          response.write('{"tra');
          setTimeout(() => response.destroy(), 5);
        },
      },
    ],
    [
      'never ending',
      {
        raw: (response) => {
          response.writeHead(200);
          response.write('{"trace_id":"t"}');
        },
      },
    ],
  ] satisfies [string, Reply][])('is uncertain and sent once: %s', async (_case, reply) => {
    const { account, server } = await connected(reply, 150);
    expect(await account.share(id)).toMatchObject({ kind: 'uncertain' });
    expect(server.writes()).toHaveLength(1);
  });

  it('is not sent again on a new connection by the HTTP client', async () => {
    const { account, server } = await play({ [share]: [shared, { raw: (response) => response.destroy() }, shared] });
    expect(await shareTimes(account, 3)).toEqual(['ok', 'uncertain', 'ok']);
    expect(server.asked).toHaveLength(3);
  });

  it('ends at its own deadline, whatever the deadline of other calls', async () => {
    const { account } = await connected({ raw: () => {} }, 50);
    expect(await account.share(id)).toMatchObject({ kind: 'uncertain' });
  });

  it('differs from a read, which is a network failure after its own deadline', async () => {
    const { account } = await play({ [post]: { raw: () => {} } }, { timeouts: { callMs: 50 } });
    expect(await account.listing(id)).toMatchObject({ kind: 'network' });
  });

  it('was never sent if its turn came too late, and says so', async () => {
    const { account, server } = await play(
      { [post]: { raw: () => {} }, [share]: shared },
      { timeouts: { shareMs: 40, callMs: 120 } },
    );
    const [, late] = await Promise.all([account.listing(id), account.share(id)]);
    expect(late).toMatchObject({ kind: 'network' });
    expect(server.writes()).toHaveLength(0);
  });

  it('was never sent if no connection became free, and never will be', async () => {
    const hanging: Script = {
      [post]: { raw: (response) => setTimeout(() => response.end('{}'), 150) },
      [share]: shared,
    };
    const { server, market, account } = await play(hanging, { connections: 1, timeouts: { shareMs: 60 } });
    const other = market.account({ cookies: [{ name: 'jwt', value: 'x' }] });
    const [read, late] = await Promise.all([other.listing(id), account.share(id)]);
    expect(late).toMatchObject({ kind: 'network' });
    expect(read).toMatchObject({ kind: 'protocol_changed' });
    await other.listing(id);
    expect(server.writes()).toHaveLength(0);
  });
});

describe('a connection that is closed', () => {
  it('ends calls in flight after a short time, and says that they may have succeeded', async () => {
    const close = Promise.withResolvers<void>();
    const { account, market } = await play({ [share]: { raw: () => close.resolve() } }, { timeouts: { closeMs: 30 } });
    const pending = account.share(id);
    await close.promise;
    await market.close();
    expect(await pending).toMatchObject({ kind: 'uncertain' });
  });
});
