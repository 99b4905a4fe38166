import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, errorOf, ids, list, openMarket } from './caller.ts';

const market = await openMarket();
afterAll(() => market.close());
let jo: Caller;
let posts: string[];
beforeEach(async () => {
  await market.control('POST', 'reset', { seed: 7 });
  jo = await market.seller();
  posts = ids(list((await jo.closet()).json.data));
});

const at = (index: number) => posts[index] ?? '';

describe('limits', () => {
  test('the daily limit is a sliding window: 24 hours after the first share one more fits', async () => {
    await market.control('POST', 'config', { shareLimitPerDay: 3 });
    for (let i = 0; i < 3; i += 1) {
      expect(errorOf(await jo.share(at(i)))).toEqual({});
      await market.control('POST', 'clock', { advanceMs: 3_600_000 });
    }
    expect(errorOf(await jo.share(at(3)))).toMatchObject({
      errorType: 'SharePostRequestLimitExceededError',
      statusCode: 429,
    });
    await market.control('POST', 'clock', { advanceMs: 21 * 3_600_000 - 1 });
    expect(errorOf(await jo.share(at(3))).statusCode).toBe(429);
    await market.control('POST', 'clock', { advanceMs: 1 });
    expect(errorOf(await jo.share(at(3)))).toEqual({});
    expect(errorOf(await jo.share(at(4))).statusCode).toBe(429);
  });

  test('sharing in bursts causes the human check, which stays until it is solved', async () => {
    await market.control('POST', 'config', { burstLimit: 3 });
    for (let i = 0; i < 3; i += 1) await jo.share(at(i));
    expect(errorOf(await jo.share(at(3))).errorType).toBe('SuspectedBotErrorV2');
    await market.control('POST', 'clock', { advanceMs: 61_000 });
    expect(errorOf(await jo.share(at(3))).errorType).toBe('SuspectedBotErrorV2');
    await market.control('POST', 'human-check', { account: 'thrifty_jo', on: false });
    expect(errorOf(await jo.share(at(3)))).toEqual({});
  });

  test('the demo starts with limits, and tests start without', async () => {
    const demo = await openMarket({ limits: 'demo' });
    expect((await demo.control('POST', 'config', {})).json).toMatchObject({
      shareLimitPerDay: 5000,
      burstLimit: 40,
      callLimit: 120,
    });
    expect((await market.control('POST', 'config', {})).json).toMatchObject({
      shareLimitPerDay: 0,
      burstLimit: 0,
      callLimit: 0,
    });
    await demo.close();
  });
});

describe('the human check', () => {
  test('the button on the page clears it and leads back to the closet', async () => {
    await market.control('POST', 'human-check', { account: 'thrifty_jo', on: true });
    const page = await jo.get('/human-check?account=thrifty_jo');
    expect(page.text).toContain('id="captcha-popup"');
    expect(page.text).toContain('I am a person');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const pressed = await jo.call('POST', '/human-check', new URLSearchParams({ csrf }).toString(), form);
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/closet/thrifty_jo']);
    expect((await jo.self()).status).toBe(200);
    expect(errorOf(await jo.share(at(0)))).toEqual({});
  });
});
