import { isIP } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PushMessage, PushOutcome } from '#domain/ports/pusher.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { type PushService, startPushService, verifyVapid } from '#tests/push-service.ts';
import { publicNetwork } from '../public-network.ts';
import { identify, makeVapidKeys, type PushNetwork, webPusher } from './web-push.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const message: PushMessage = { text: '{"title":"Hello"}', topic: 'bot', lifeMs: 90_500, urgency: 'high' };
const keys = makeVapidKeys();

let service: PushService;
const opened: { close(): Promise<void> }[] = [];
const pusher = (change: Partial<PushNetwork> = {}, answerLimitMs?: number) => {
  const own = webPusher({
    keys: async () => keys,
    subject: 'mailto:operator@example.com',
    clock: manualClock(now),
    network: { ...service.network, ...change },
    ...(answerLimitMs !== undefined && { answerLimitMs }),
  });
  opened.push(own);
  return own;
};
const targetOf = ({ endpoint, keys: own }: ReturnType<PushService['subscribe']>) => ({ endpoint, ...own });
beforeEach(async () => {
  service = await startPushService();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await service.close();
});

test('the browser can decrypt the message, and the push service can verify the sender and the audience', async () => {
  const browser = service.subscribe();
  expect(await pusher().send(targetOf(browser), message)).toEqual({ kind: 'sent' });
  expect(service.received(browser)).toEqual([{ title: 'Hello' }]);
  const [taken] = service.taken;
  expect(taken?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '90',
    urgency: 'high',
    topic: 'bot',
  });
  expect(verifyVapid(taken?.headers.authorization ?? '')).toEqual({
    publicKey: keys.publicKey,
    claims: { aud: 'https://push.example.com', exp: now / 1000 + 43_200, sub: 'mailto:operator@example.com' },
  });
});

test('the tests’ own verifier accepts the example of RFC 8292, and no other signature', () => {
  const example =
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
  expect(verifyVapid(example).claims).toMatchObject({ aud: 'https://push.example.net' });
  const ours = identify(keys, { audience: 'https://push.example.com', subject: 'mailto:a@example.com', now });
  expect(() => verifyVapid(ours.replace(/k=.*/, `k=${makeVapidKeys().publicKey}`))).toThrow('not by this key');
});

test('every key pair has the full length', () => {
  for (let made = 0; made < 300; made++) {
    const { publicKey, privateKey } = makeVapidKeys();
    expect([publicKey.length, privateKey.length]).toEqual([87, 43]);
  }
});

describe('a reply', () => {
  const IN_A_MINUTE = new Date(now + 60_000).toUTCString();
  test.each<[number, string, PushOutcome]>([
    [200, '', { kind: 'sent' }],
    [404, '', { kind: 'gone' }],
    [410, '', { kind: 'gone' }],
    [400, '', { kind: 'refused', why: 'status 400' }],
    [403, '', { kind: 'refused', why: 'status 403' }],
    [413, '', { kind: 'refused', why: 'status 413' }],
    [500, '', { kind: 'later', why: 'status 500' }],
    [429, '120', { kind: 'later', why: 'status 429', retryAfterMs: 120_000 }],
    [503, IN_A_MINUTE, { kind: 'later', why: 'status 503', retryAfterMs: 60_000 }],
    [503, 'soon', { kind: 'later', why: 'status 503' }],
  ])('%i with retry-after "%s" means %j', async (status, after, outcome) => {
    service.answer({ status, ...(after && { headers: { 'retry-after': after } }) });
    expect(await pusher().send(targetOf(service.subscribe()), message)).toEqual(outcome);
  });

  test('that redirects is not followed', async () => {
    service.answer({ status: 307, headers: { location: 'https://push.example.com/elsewhere' } });
    const outcome = await pusher().send(targetOf(service.subscribe()), message);
    expect(outcome).toEqual({ kind: 'refused', why: 'status 307' });
    expect(service.taken).toHaveLength(1);
  });

  test('without an end is not read forever', async () => {
    service.answer({ status: 201, body: 'x'.repeat(5_000_000) });
    expect(await pusher().send(targetOf(service.subscribe()), message)).toEqual({ kind: 'sent' });
  });
});

describe('a connection', () => {
  test.each([['127.0.0.1'], ['fd00::1'], ['8.8.8.8', '127.0.0.1']])(
    'does not lead to a name that stands for %s',
    async (...addresses) => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      const own = pusher({ mayReach: publicNetwork.mayReach, resolve: async () => found });
      const outcome = await own.send(targetOf(service.subscribe()), message);
      expect(outcome).toEqual({ kind: 'refused', why: 'the host is not in the open internet' });
      expect(service.taken).toEqual([]);
    },
  );

  test('uses the address that was checked, because the name is resolved once per connection', async () => {
    await pusher().send(targetOf(service.subscribe()), message);
    expect(service.looked).toEqual(['push.example.com']);
  });

  test('is not made to a server with another certificate', async () => {
    const outcome = await pusher({ ca: undefined }).send(targetOf(service.subscribe()), message);
    expect(outcome.kind).toBe('later');
    expect(service.taken).toEqual([]);
  });

  test('times out if the push service accepts it and says nothing', async () => {
    service.silence();
    const outcome = await pusher({}, 200).send(targetOf(service.subscribe()), message);
    expect(outcome.kind).toBe('later');
  });

  test('fails if nothing answers or the name does not exist, and the error does not contain the endpoint', async () => {
    const browser = targetOf(service.subscribe());
    const nobody = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await pusher({ resolve: nobody }).send(browser, message)).toEqual({ kind: 'later', why: 'ENOTFOUND' });
    expect(await pusher({ port: 1 }).send(browser, message)).toEqual({ kind: 'later', why: 'ECONNREFUSED' });
  });
});

test('an invalid subscription gets no message, and a message that is too long is not sent', async () => {
  const browser = targetOf(service.subscribe());
  const own = pusher();
  expect(own.mistakeIn(browser)).toBeNull();
  expect(own.mistakeIn({ ...browser, endpoint: 'https://127.0.0.1/x' })).toContain('public name');
  expect(own.mistakeIn({ ...browser, auth: 'AAAA' })).toContain('keys');
  expect(await own.send({ ...browser, endpoint: 'http://push.example.com/x' }, message)).toMatchObject({
    kind: 'refused',
  });
  expect(await own.send(browser, { ...message, text: 'x'.repeat(4080) })).toMatchObject({ kind: 'refused' });
  expect(service.taken).toEqual([]);
});

test('a key that could not be loaded is requested again', async () => {
  let asked = 0;
  const own = webPusher({
    keys: async () => {
      asked += 1;
      if (asked === 1) throw new Error('no database');
      return keys;
    },
    subject: 'mailto:operator@example.com',
    clock: manualClock(now),
    network: service.network,
  });
  opened.push(own);
  await expect(own.publicKey()).rejects.toThrow('no database');
  expect(await own.publicKey()).toBe(keys.publicKey);
  await own.publicKey();
  expect(asked).toBe(2);
});
