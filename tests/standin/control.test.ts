import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { practiceAdmin } from '#marketplace/standin/practice-admin.ts';
import { startStandin } from '#marketplace/standin/server.ts';
import { list, type Market, openMarket } from './caller.ts';

const market = await openMarket();
afterAll(() => market.close());

const everything = async (from: Market) => {
  const caller = await from.seller();
  const posts = (await caller.wholeCloset('all')).flat();
  const orders = await caller.get('/vm-rest/users/self/orders/sales?request=%7B%22count%22%3A100%7D&pm_version=1');
  // Two servers differ only in their port.
  return JSON.stringify([posts, orders.json.data]).replaceAll(from.origin, '');
};

describe('the control plane', () => {
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

  test.each<[string, string, unknown, number, RegExp]>([
    ['POST', 'config', { shareLimitPerDay: -1 }, 400, /^shareLimitPerDay: /],
    // biome-ignore lint/suspicious/noThenProperty: the wire calls it so; nothing awaits it
    ['POST', 'faults', { id: 'x', when: { op: 'dance' }, then: { case: 'E1' } }, 400, /^when\.op: /],
    ['GET', 'journal?since=soon', undefined, 400, /^since: /],
    ['DELETE', 'accounts/thrifty_jo', undefined, 409, /^Only sellers made on demand/],
    ['DELETE', 'accounts/nobody', undefined, 404, /^There is no such account\.$/],
    ['GET', 'reset', undefined, 405, /^GET is not for reset\.$/],
    ['POST', 'nonsense', {}, 404, /^There is no such command\.$/],
  ])('%s %s with %j is refused with %i and a sentence', async (method, path, body, status, sentence) => {
    const reply = await market.control(method, path, body);
    expect(reply.status).toBe(status);
    expect(reply.json.error).toMatch(sentence);
  });

  test('a created account can sign in until it is removed', async () => {
    const made = (await market.control('POST', 'accounts', { listings: 7, sold: 2 })).json;
    const seller = await market.seller(String(made.username), String(made.password));
    expect((await seller.wholeCloset('available', String(made.username))).flat()).toHaveLength(7);
    expect((await seller.wholeCloset('all', String(made.username))).flat()).toHaveLength(9);
    expect((await market.control('DELETE', `accounts/${made.username}`)).status).toBe(200);
    expect((await seller.self()).status).toBe(401);
    expect((await market.visitor().closet('available', {}, String(made.username))).status).toBe(404);
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
});
