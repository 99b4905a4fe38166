import { describe, expect, it } from 'vitest';
import { writes } from '#contract/cost.ts';
import { costs } from '#contract/costs.ts';
import { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import { manualClock } from '#server/adapters/clock/manual-clock.ts';
import { serve } from '#server/http/serve.ts';
import { silentLog } from '#tests/database.ts';
import { photo } from './accepted-bodies.ts';

const clock = manualClock(Date.parse('2026-11-21T12:00:00Z'));
const tokenOf = (user: string) => user.padEnd(43, '0');

describe('a call that waits in line', () => {
  it('leaves places to others, and is refused when the line is full', async () => {
    const places = { atOnce: 2, ofAccount: 1, waiting: 2, waitingOfAccount: 1 };
    const route = {
      method: 'POST',
      path: '/api/slow',
      summary: 'Slow',
      access: 'user',
      reply: routes.contact.send.reply,
    } as const;
    const held: (() => void)[] = [];
    const slow = serve({
      routes: { thing: { slow: route } },
      costs: { thing: { slow: { ...writes, places } } },
      handlers: {
        thing: {
          slow: () => new Promise<{ message: string }>((resolve) => held.push(() => resolve({ message: 'done' }))),
        },
      },
      whoIs: async (token) => ({ id: token.replace(/0+$/, '') }),
      publicUrl: null,
      trustedProxies: { kind: 'none' },
      clock,
      log: silentLog,
    });
    const call = (user: string) =>
      slow.fetch(
        new Request('http://localhost/api/slow', {
          method: 'POST',
          headers: { cookie: `hangtag=${tokenOf(user)}`, 'x-requested-with': 'XMLHttpRequest' },
        }),
      );
    const greedy = [call('a'), call('a')];
    expect((await call('a')).status).toBe(429);
    const other = call('b');
    await expect.poll(() => held.length).toBe(2);
    const last = call('c');
    const full = await call('d');
    expect([full.status, full.headers.get('retry-after')]).toEqual([503, '5']);
    for (let n = 0; n < 4; n++) {
      await expect.poll(() => held.length).toBeGreaterThan(0);
      held.shift()?.();
    }
    expect((await Promise.all([...greedy, other, last])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

describe('a photo that trickles in', () => {
  it('takes no place from others, and its account can send no second one meanwhile', async () => {
    const analyzed: string[] = [];
    let coming = 0;
    const photoServer = serve({
      onPictures: () => (coming += 1),
      routes: { pricing: { analyzeImage: routes.pricing.analyzeImage } },
      costs: { pricing: { analyzeImage: costs.pricing.analyzeImage } },
      handlers: {
        pricing: {
          analyzeImage: async ({ user }: { user: { id: string } }) => {
            analyzed.push(user.id);
            throw new Failure('invalid_image', 'Read, and refused.');
          },
        },
      },
      whoIs: async (token) => ({ id: token.replace(/0+$/, '') }),
      publicUrl: null,
      trustedProxies: { kind: 'none' },
      clock,
      log: silentLog,
    });
    const send = (user: string, body: BodyInit) =>
      photoServer.fetch(
        new Request('http://localhost/api/price/analyze-image', {
          method: 'POST',
          headers: {
            cookie: `hangtag=${tokenOf(user)}`,
            'x-requested-with': 'XMLHttpRequest',
            'content-type': 'application/json',
          },
          body,
          duplex: 'half',
        } as RequestInit),
        `10.9.0.${user.length}`,
      );
    const endings: (() => void)[] = [];
    const trickling = () =>
      new ReadableStream<Uint8Array>({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('{"image":"data:image/png;base64,'));
          endings.push(() => stream.error(new Error('gone')));
        },
      });
    const whole = JSON.stringify({ image: photo });
    const slow = ['a', 'aa', 'aaa', 'aaaa'].map((user) => send(user, trickling()));
    const second = await send('a', whole);
    expect([second.status, await second.json()]).toEqual([
      429,
      expect.objectContaining({ message: expect.stringContaining('other photo') }),
    ]);
    // The photo process starts while a photo arrives, but not for one that is refused.
    expect(coming).toBe(slow.length);
    expect((await send('bystander', whole)).status).toBe(400);
    expect(analyzed).toEqual(['bystander']);
    for (const end of endings) end();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    // The place is free again.
    expect((await send('a', whole)).status).toBe(400);
    expect(analyzed).toEqual(['bystander', 'a']);
  });
});
