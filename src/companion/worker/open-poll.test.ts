import { describe, expect, it, test } from 'vitest';
import { openLog } from '../platform/log.ts';
import { pairing } from '../platform/memory.fixture.ts';
import { openMemory, type Remembered } from '../platform/memory.ts';
import { done, newBrowser, newServer, next, share } from './companion.fixture.ts';
import { Companion } from './companion.ts';

describe('a worker', () => {
  describe('whose poll the server keeps open', () => {
    /** The first poll stays open until the test answers it. */
    const waiting = async (late: object, { status = 200, ...kept }: Remembered & { status?: number } = {}) => {
      const place = newBrowser(kept, async () => done);
      const server = newServer([next()]);
      const held = Promise.withResolvers<Response>();
      const asked = Promise.withResolvers<void>();
      let polls = 0;
      const fetchHeld = async (...given: Parameters<typeof fetch>) => {
        const isPoll = String(given[0]).endsWith('/companion/next');
        if (isPoll) polls += 1;
        const reply = await server.fetch(...given);
        if (!isPoll || polls > 1) return reply;
        asked.resolve();
        return held.promise;
      };
      const memory = openMemory(place.browser);
      const log = openLog(place.local, () => 1000);
      const companion = new Companion({
        browser: place.browser,
        memory,
        log,
        fetch: fetchHeld as typeof fetch,
        now: () => 1000,
        wait: async () => {},
      });
      const running = companion.wake();
      await asked.promise;
      return {
        ...place,
        ...server,
        log,
        memory,
        companion,
        running,
        /** The server answers the old poll. */
        release: () => held.resolve(new Response(JSON.stringify(late), { status })),
      };
    };

    it('tells the server at once that the seller resumed, without waiting for that poll', async () => {
      const { companion, memory, polls, running } = await waiting(next(), { isPaused: true });
      await memory.write({ isPaused: undefined });
      void companion.wake();
      await running;
      expect(polls().map(({ body }) => body.state)).toEqual(['paused', 'ready']);
    });

    it('keeps that poll if nothing has changed', async () => {
      const { companion, polls, release, running } = await waiting(next(), { isPaused: true });
      await companion.endStalePoll();
      expect(polls()).toHaveLength(1);
      release();
      await running;
    });

    it('still carries what that poll had got before a pause, or says that it doesn’t', async () => {
      const { companion, memory, answers, release, running, sent } = await waiting(next({ request: share }));
      await memory.write({ isPaused: true });
      await companion.endStalePoll();
      release();
      await running;
      await expect
        .poll(() => answers().map(({ body }) => body))
        .toMatchObject([{ requestId: 'r1', outcome: { kind: 'not_sent', reason: 'paused' } }]);
      expect(sent()).toBe(0);
    });

    test.each([
      ['ends that poll', { error: 'unauthenticated', message: '' }, 401],
      ['answers it a moment before', next(), 200],
    ])('stays unpaired when the seller ends the pairing and the server %s', async (_, late, status) => {
      const { local, log, memory, release, running } = await waiting(late, { status });
      await memory.write({ pairing: undefined, unpaired: { because: 'by_seller', server: pairing.server } });
      release();
      await running;
      expect(local.items).not.toHaveProperty('pairing');
      expect(local.items.unpaired).toMatchObject({ because: 'by_seller' });
      expect(await log.read()).toEqual([]);
    });
  });
});
