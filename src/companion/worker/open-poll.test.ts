import { describe, expect, it, test } from 'vitest';
import { findTab } from '../carry/marketplace-tab.ts';
import { openLog } from '../platform/log.ts';
import { origin, pairing, question, state } from '../platform/memory.fixture.ts';
import { openMemory, type Remembered } from '../platform/memory.ts';
import { badgeFor } from './badge.ts';
import { companionIn, done, newBrowser, newServer, next, share } from './companion.fixture.ts';

describe('a worker whose poll the server keeps open', () => {
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
    const companion = companionIn(place, { fetch: fetchHeld as typeof fetch }, () => 1000);
    const running = companion.wake();
    await asked.promise;
    return {
      ...place,
      ...server,
      log: openLog(place.local, () => 1000),
      memory: openMemory(place.browser),
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

describe('the companion’s own tab', () => {
  /** Polls once, and then meets a server of another version, which changes nothing. */
  const removedIn = async (bot: string): Promise<number[]> => {
    const place = newBrowser({}, async () => done);
    Object.assign(place.session.items, { ownTab: 5, lastCarriedAt: 0 });
    const removed: number[] = [];
    place.browser.tabs.remove = async (id) => void removed.push(id);
    const server = newServer([next({ state: { ...state, bot } }), { protocol: 2, request: null }]);
    await companionIn(place, server, () => 100_000).wake();
    return removed;
  };

  it('is replaced if it shows an error, and waited for while it loads', async () => {
    const place = newBrowser({}, async () => done);
    const tabs = new Map<number, { id: number; windowId: number; active: boolean; status: string }>();
    let status = 'complete';
    Object.assign(place.browser.tabs, {
      query: async () => [],
      get: async (id: number) => tabs.get(id) ?? Promise.reject(new Error('closed')),
      create: async () => {
        const tab = { id: tabs.size + 10, windowId: 1, active: false, status };
        tabs.set(tab.id, tab);
        return tab;
      },
      remove: async (id: number) => void tabs.delete(id),
      onUpdated: { addListener: () => {}, removeListener: () => {} },
      onRemoved: { addListener: () => {}, removeListener: () => {} },
    });
    // No page of the marketplace can be looked into: the line is down.
    place.browser.scripting.executeScript = async () => Promise.reject(new Error('an error page'));
    const find = () => findTab({ browser: place.browser, memory: openMemory(place.browser), origin }, 0);
    for (let tries = 0; tries < 3; tries += 1) expect(await find()).toBeNull();
    expect(tabs.size).toBe(1);
    status = 'loading';
    await find();
    const [loading] = tabs.keys();
    await find();
    expect([...tabs.keys()]).toEqual([loading]);
  });

  it('is closed after the round, and stays during it', async () => {
    expect(await removedIn('waiting')).toEqual([5]);
    expect(await removedIn('sharing')).toEqual([]);
  });
});

describe('the badge', () => {
  test.each<[Remembered, string]>([
    [{}, ''],
    [{ pairing }, ''],
    [{ pairing, isPaused: true }, 'II'],
    [{ pairing, asked: [question] }, '?'],
    [{ pairing, isPaused: true, asked: [question] }, 'II'],
    [{ pairing, attention: { kind: 'human_check', since: 0 } }, '!'],
    [{ pairing, isPaused: true, attention: { kind: 'signed_out', since: 0 } }, 'II'],
    [{ pairing, contact: { kind: 'unreachable', at: 0 } }, '?'],
    [{ pairing, contact: { kind: 'refused', at: 0, message: '' } }, '!'],
    [{ unpaired: { because: 'revoked', server: 'https://x' } }, '!'],
    [{ pairing, recording: { since: 0, origin } }, 'REC'],
  ])('of %o is "%s"', (known, text) => {
    expect(badgeFor(known)[0]).toBe(text);
  });

  it('shows that the seller is needed while the marketplace is not allowed, unless they paused', () => {
    expect(badgeFor({ pairing }, false)[0]).toBe('!');
    expect(badgeFor({ pairing, isPaused: true }, false)[0]).toBe('II');
  });
});
