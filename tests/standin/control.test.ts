import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { practiceAdmin } from '#marketplace/standin/practice-admin.ts';
import { startStandin } from '#marketplace/standin/server.ts';
import { epoch, ids, list, type Market, openMarket, record } from './caller.ts';

const market = await openMarket();
afterAll(() => market.close());

const everything = async (from: Market) => {
  const caller = from.visitor();
  const posts = (await caller.wholeCloset('all')).flat();
  // Two servers differ only in their port.
  return JSON.stringify(posts).replaceAll(from.origin, '');
};

describe('the control plane', () => {
  test('health returns version and clock', async () => {
    const { json } = await market.control('GET', 'health');
    expect(json).toEqual({ ok: true, version: '1.0', now: new Date(epoch).toISOString() });
  });

  test('the same seed gives the same ids and texts, even after many changes and on another server', async () => {
    const before = await everything(market);
    const jo = await market.seller();
    const [first] = list((await jo.closet()).json.data);
    await jo.share(String(first?.id));
    await market.control('POST', `listings/${first?.id}`, { set: 'removed' });
    expect(await everything(market)).not.toBe(before);
    await market.control('POST', 'reset', { seed: 7 });
    expect(await everything(market)).toBe(before);
    const other = await openMarket();
    expect(await everything(other)).toBe(before);
    await other.close();
  });

  test('another seed gives another closet, and reset uses the given sizes and signs everyone out', async () => {
    const jo = await market.seller();
    const before = ids((await jo.wholeCloset()).flat());
    await market.control('POST', 'reset', { seed: 8, listings: 5, sold: 3 });
    const after = ids((await market.visitor().wholeCloset('all')).flat());
    expect(after).toHaveLength(8);
    expect(before).not.toContain(after[0]);
    expect((await jo.self()).status).toBe(401);
    await market.control('POST', 'reset', { seed: 7 });
  });

  test('the clock can be set, advanced, and reset', async () => {
    const now = async () => (await market.control('GET', 'health')).json.now;
    await market.control('POST', 'clock', { now: '2026-05-01T01:00:00Z' });
    expect(await now()).toBe('2026-05-01T01:00:00.000Z');
    await market.control('POST', 'clock', { advanceMs: 3_600_000 });
    expect(await now()).toBe('2026-05-01T02:00:00.000Z');
    await market.control('POST', 'clock', { real: true });
    expect(await now()).toBe(new Date(epoch).toISOString());
  });

  test.each<[string, string, unknown, number, RegExp]>([
    ['POST', 'clock', { now: 'tomorrow' }, 400, /^now: /],
    ['POST', 'config', { moneyAs: 'gold' }, 400, /^moneyAs: /],
    ['POST', 'config', { shareLimitPerDay: -1 }, 400, /^shareLimitPerDay: /],
    // biome-ignore lint/suspicious/noThenProperty: the wire calls it so; nothing awaits it
    ['POST', 'faults', { id: 'x', when: { op: 'dance' }, then: { case: 'E1' } }, 400, /^when\.op: /],
    // biome-ignore lint/suspicious/noThenProperty: the wire calls it so; nothing awaits it
    ['POST', 'faults', { id: 'x', when: { op: 'any' }, then: { case: 'E99' } }, 400, /^then\.case: /],
    ['POST', 'listings/68a0c1d2e3f405162738495a', { set: 'sold' }, 404, /^There is no such listing\.$/],
    ['POST', 'sessions/expire', { account: 'nobody' }, 404, /^There is no such account\.$/],
    ['POST', 'human-check', {}, 400, /^account: /],
    ['GET', 'otp?account=thrifty_jo', undefined, 404, /^No code was asked for\.$/],
    ['GET', 'journal?since=soon', undefined, 400, /^since: /],
    ['POST', 'accounts', { listings: 1e9 }, 400, /^listings: /],
    ['DELETE', 'accounts/thrifty_jo', undefined, 409, /^Only sellers made on demand/],
    ['DELETE', 'accounts/nobody', undefined, 404, /^There is no such account\.$/],
    ['GET', 'reset', undefined, 405, /^GET is not for reset\.$/],
    ['POST', 'nonsense', {}, 404, /^There is no such command\.$/],
  ])('%s %s with %j is refused with %i and a sentence', async (method, path, body, status, sentence) => {
    const reply = await market.control(method, path, body);
    expect(reply.status).toBe(status);
    expect(reply.json.error).toMatch(sentence);
  });

  test('a body that is not JSON is refused, and unknown fields are ignored', async () => {
    const broken = await fetch(`${market.origin}/__standin/config`, { method: 'POST', body: '{' });
    expect([broken.status, await broken.json()]).toEqual([400, { error: 'The body is not JSON.' }]);
    expect((await market.control('POST', 'config', { colorOfTheSky: 'blue' })).status).toBe(200);
  });

  test('the journal can be read from any number on, and by account', async () => {
    const caller = market.visitor();
    await caller.get('/login');
    const first = (await market.control('GET', 'journal?since=0')).json;
    const jo = await market.seller();
    await jo.self();
    const rest = (await market.control('GET', `journal?since=${first.next}`)).json;
    const seen = list(rest.entries);
    expect(seen.map((entry) => entry.op)).toEqual(['page', 'login', 'self']);
    expect(seen[0]?.n).toBe(first.next);
    expect(seen[2]).toEqual({
      n: Number(rest.next) - 1,
      at: new Date(epoch).toISOString(),
      account: 'thrifty_jo',
      method: 'GET',
      path: '/vm-rest/users/self',
      op: 'self',
      case: 'ok',
      applied: false,
    });
    const mine = (await market.control('GET', `journal?since=${first.next}&account=thrifty_jo`)).json;
    expect(list(mine.entries).map((entry) => entry.op)).toEqual(['login', 'self']);
    const limited = (await market.control('GET', `journal?since=${first.next}&limit=1`)).json;
    expect([list(limited.entries).length, limited.next]).toEqual([1, Number(first.next) + 1]);
  });

  test('the journal keeps the newest calls when it is full', async () => {
    const small = await openMarket({ journalLimit: 3 });
    const caller = small.visitor();
    for (const path of ['/a', '/b', '/c', '/d', '/e']) await caller.get(path);
    const { json } = await small.control('GET', 'journal?since=0');
    expect(list(json.entries).map((entry) => [entry.n, entry.path])).toEqual([
      [3, '/c'],
      [4, '/d'],
      [5, '/e'],
    ]);
    await small.close();
  });

  test('accounts: the demo sellers are listed, and a created one can sign in until it is removed', async () => {
    const { json } = await market.control('GET', 'accounts');
    expect(list(json.accounts).map((account) => [account.username, account.password])).toEqual([
      ['thrifty_jo', 'practice-1'],
      ['otp_olive', 'practice-2'],
      ['empty_eve', 'practice-3'],
      ['big_bea', 'practice-4'],
    ]);
    const made = (await market.control('POST', 'accounts', { listings: 7, sold: 2 })).json;
    const seller = await market.seller(String(made.username), String(made.password));
    expect((await seller.wholeCloset('available', String(made.username))).flat()).toHaveLength(7);
    expect((await seller.wholeCloset('all', String(made.username))).flat()).toHaveLength(9);
    expect((await market.control('DELETE', `accounts/${made.username}`)).status).toBe(200);
    expect((await seller.self()).status).toBe(401);
    expect((await market.visitor().closet('available', {}, String(made.username))).status).toBe(404);
  });

  test('created sellers are different people with different closets', async () => {
    const names = new Set<string>();
    const titles = new Set<string>();
    for (let i = 0; i < 5; i += 1) {
      const { json } = await market.control('POST', 'accounts', { listings: 3, sold: 0 });
      names.add(String(json.username));
      for (const post of list((await market.visitor().closet('available', {}, String(json.username))).json.data))
        titles.add(String(post.id));
    }
    expect([names.size, titles.size]).toEqual([5, 15]);
  });

  test('other web pages can’t command it, nor can host names that only look like this machine', async () => {
    const from = (headers: Record<string, string>) => market.control('GET', 'accounts', undefined, headers);
    expect((await from({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await from({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await from({})).status).toBe(200);
    const statusAt = async (host: string) => {
      const [reply]: IncomingMessage[] = await once(
        get(`${market.origin}/__standin/otp`, { headers: { host } }),
        'response',
      );
      reply?.resume();
      return reply?.statusCode;
    };
    expect(await statusAt('localhost:4010')).toBe(404);
    expect(await statusAt('127.evil.example')).toBe(403);
    expect(await statusAt('evil.example')).toBe(403);
  });

  test('beyond loopback a key is required to start and to command it', async () => {
    await expect(startStandin({ port: 0, host: '0.0.0.0' })).rejects.toThrow(
      /needs a control key to listen on 0\.0\.0\.0/,
    );
    const open = await startStandin({ port: 0, host: '0.0.0.0', controlKey: 'a-long-key' });
    const health = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${open.port}/__standin/health`, { headers });
    expect((await health({})).status).toBe(403);
    expect((await health({ 'x-standin-key': 'a-long-kex' })).status).toBe(403);
    expect((await health({ 'x-standin-key': 'a-long-key' })).status).toBe(200);
    const desk = practiceAdmin(`http://127.0.0.1:${open.port}`, 'a-long-key');
    const { username } = await desk.open({ listings: 2, sold: 0 });
    await desk.close(username);
    await desk.close(username);
    await expect(practiceAdmin(`http://127.0.0.1:${open.port}`).open()).rejects.toThrow(/answered 403/);
    await open.close();
  });

  test('wrapPosts sets the shape of posts', async () => {
    const caller = market.visitor();
    const [first] = list((await caller.closet()).json.data);
    await market.control('POST', 'config', { wrapPosts: 'always' });
    expect(record((await caller.post(String(first?.id))).json.data).id).toBe(first?.id);
    // Off means as usual: both shapes.
    await market.control('POST', 'config', { wrapPosts: false });
    expect((await caller.post(String(first?.id))).json.id).toBe(first?.id);
    expect(record((await caller.get(`/vm-rest/posts/${first?.id}?app_version=2.55`)).json.data).id).toBe(first?.id);
    await market.control('POST', 'config', { wrapPosts: 'never' });
    expect((await caller.get(`/vm-rest/posts/${first?.id}?app_version=2.55`)).json.id).toBe(first?.id);
    await market.control('POST', 'config', { wrapPosts: 'auto' });
  });

  test('otpRequired asks everyone for a code', async () => {
    await market.control('POST', 'config', { otpRequired: true });
    const caller = market.visitor();
    await caller.get('/login');
    expect(record((await caller.login('thrifty_jo', 'practice-1')).json.error).errorType).toBe('EntryTokenRequired');
    await market.control('POST', 'config', { otpRequired: false });
  });
});
