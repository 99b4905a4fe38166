import { describe, expect, it, test } from 'vitest';
import { findTab } from '../carry/marketplace-tab.ts';
import { callFromPage, lookAtPage, type PageReply } from '../carry/page-call.ts';
import type { Area, BrowserApi } from '../platform/browser.ts';
import { openLog } from '../platform/log.ts';
import { openMemory, type Pairing, type Remembered } from '../platform/memory.ts';
import { badgeFor } from './badge.ts';
import { Companion } from './companion.ts';

const origin = 'https://poshmark.com';
const pairing: Pairing = {
  server: 'https://hangtag.example',
  token: 'first',
  serverName: 'hangtag.example',
  closet: 'jo',
  marketplace: origin,
  name: 'Chrome',
  pairedAt: 0,
};
const state = {
  serverName: 'hangtag.example',
  closet: 'jo',
  marketplace: origin,
  transport: 'browser',
  isStandingBy: false,
  bot: 'sharing',
  pauseReason: null,
  nextShareAt: null,
  sharesToday: 1,
  dailyShareLimit: 100,
  wantsSession: false,
};
const share = {
  id: 'r1',
  method: 'PUT',
  path: '/vm-rest/users/self/shared_posts/68a0c1d2e3f405162738495a?pm_version=1',
  headers: { accept: 'application/json', 'content-type': 'application/json', 'x-xsrf-token': 'k3Yb-0pQ_7wZx9LrAbCd' },
  body: '{}',
  deadlineMs: 10_000,
};
const done: PageReply = { kind: 'answered', status: 200, path: '/', headers: {}, body: '{"trace_id":"1"}' };

const newArea = (items: Record<string, unknown> = {}): Area & { items: Record<string, unknown> } => ({
  items,
  get: async (keys) => {
    const wanted = keys === null ? Object.keys(items) : typeof keys === 'string' ? [keys] : keys;
    return Object.fromEntries(wanted.flatMap((key) => (key in items ? [[key, structuredClone(items[key])]] : [])));
  },
  set: async (given) => void Object.assign(items, structuredClone(given)),
  remove: async (keys) => {
    for (const key of typeof keys === 'string' ? [keys] : keys) delete items[key];
  },
});

/** A browser with one tab of the marketplace. `page` answers what is sent from it. */
const newBrowser = (kept: Remembered, page: (area: ReturnType<typeof newArea>) => Promise<PageReply>) => {
  const [local, session] = [
    newArea({ pairing, ...kept }),
    newArea(kept.unsent === undefined ? {} : { unsent: kept.unsent }),
  ];
  delete local.items.unsent;
  let sent = 0;
  const browser = {
    runtime: { getManifest: () => ({ version: '1.0.0' }) },
    storage: { local, session, onChanged: { addListener: () => {} } },
    permissions: { contains: async () => true },
    tabs: {
      query: async () => [{ id: 1, windowId: 1, active: false, status: 'complete', url: `${origin}/feed` }],
      get: async () => ({ id: 1, windowId: 1, active: false }),
      update: async () => {},
      remove: async () => {},
    },
    windows: { update: async () => {} },
    scripting: {
      executeScript: async ({ func }: { func: unknown }) => {
        if (func === lookAtPage) return [{ result: { origin, path: '/feed', isOnline: true, asksForPerson: false } }];
        expect(func).toBe(callFromPage);
        sent += 1;
        return [{ result: await page(session) }];
      },
    },
  } as unknown as BrowserApi;
  return { browser, local, session, sent: () => sent };
};

/** A server that hands out these replies, one for each poll, and then ends the pairing. */
const newServer = (replies: readonly object[]) => {
  const heard: { path: string; body: Record<string, unknown>; token: string }[] = [];
  const queue = [...replies];
  const reply = (status: number, json: object) => new Response(JSON.stringify(json), { status });
  const answerTo = async (url: string, init: RequestInit) => {
    const path = new URL(url).pathname;
    const token = String(new Headers(init.headers).get('authorization')).replace('Bearer ', '');
    heard.push({ path, body: JSON.parse(String(init.body)), token });
    if (path !== '/api/companion/next') return reply(200, { isTaken: true });
    const given = queue.shift();
    return given === undefined ? reply(401, { error: 'unauthenticated', message: '' }) : reply(200, given);
  };
  const of = (path: string) => heard.filter((call) => call.path === path);
  return {
    fetch: answerTo as unknown as typeof fetch,
    answers: () => of('/api/companion/answer'),
    polls: () => of('/api/companion/next'),
    imports: () => of('/api/poshmark/import-session'),
  };
};

const run = async (kept: Remembered, replies: readonly object[], page = async () => done) => {
  const place = newBrowser(kept, page);
  const server = newServer(replies);
  const log = openLog(place.local, () => 1000);
  const companion = new Companion({
    browser: place.browser,
    memory: openMemory(place.browser),
    log,
    fetch: server.fetch,
    now: () => 1000,
    pause: async () => {},
  });
  await companion.wake();
  return { ...place, ...server, log: await log.read() };
};

const next = (change: object = {}) => ({ protocol: 1, request: null, waitedMs: 0, state, ...change });
const claim = { id: 'r0', call: 'share', target: null, at: 0 };

describe('a worker', () => {
  it('carries a request once, answers it, and forgets the claim', async () => {
    const { answers, sent, local, log } = await run({}, [next({ request: share })]);
    expect(answers().map(({ body }) => body)).toMatchObject([
      { requestId: 'r1', outcome: { kind: 'answered', status: 200 } },
    ]);
    expect(sent()).toBe(1);
    expect(local.items).not.toHaveProperty('claim');
    expect(log.map((entry) => entry.kind === 'call' && entry.call)).toContain('share');
  });

  test.each([
    [
      'forward, and gives the request back, because it may be late',
      86_400_000,
      { kind: 'not_sent', reason: 'too_late' },
    ],
    ['back, and gives the request no more time', -86_400_000, { kind: 'answered', status: 200 }],
  ])('meets a clock that is set a day %s', async (_, byMs, outcome) => {
    let now = 100_000_000;
    const place = newBrowser({}, async () => done);
    const lookAtTabs = place.browser.tabs.query;
    place.browser.tabs.query = async (wanted) => {
      now += byMs;
      return lookAtTabs(wanted);
    };
    const withins: number[] = [];
    const inject = place.browser.scripting.executeScript as (given: never) => Promise<never>;
    place.browser.scripting.executeScript = async (given: object) => {
      const [call] = (given as { args: [{ withinMs?: number }?] }).args;
      if (call?.withinMs !== undefined) withins.push(call.withinMs);
      return inject(given as never);
    };
    const server = newServer([next({ request: share })]);
    await new Companion({
      browser: place.browser,
      memory: openMemory(place.browser),
      log: openLog(place.local, () => now),
      fetch: server.fetch,
      now: () => now,
      pause: async () => {},
    }).wake();
    expect(server.answers().map(({ body }) => body)).toMatchObject([{ requestId: 'r1', outcome }]);
    for (const within of withins) expect(within).toBeLessThanOrEqual(share.deadlineMs);
  });

  it('gives back what it got only after the computer had slept', async () => {
    let now = 100_000_000;
    const place = newBrowser({}, async () => done);
    const server = newServer([next({ request: share, waitedMs: 5_000 })]);
    const fetchLate = async (...given: Parameters<typeof fetch>) => {
      if (String(given[0]).endsWith('/companion/next')) now += 5_000 + share.deadlineMs;
      return server.fetch(...given);
    };
    await new Companion({
      browser: place.browser,
      memory: openMemory(place.browser),
      log: openLog(place.local, () => now),
      fetch: fetchLate,
      now: () => now,
      pause: async () => {},
    }).wake();
    expect(place.sent()).toBe(0);
    expect(server.answers().map(({ body }) => body)).toMatchObject([
      { requestId: 'r1', outcome: { kind: 'not_sent', reason: 'too_late' } },
    ]);
  });

  it('has the claim on disk, and no proof of “not sent”, when the request leaves', async () => {
    const seen: unknown[] = [];
    const place: { local?: ReturnType<typeof newArea> } = {};
    const spy = newBrowser({}, async (session) => {
      seen.push(structuredClone({ claim: place.local?.items.claim, unsent: session.items.unsent }));
      return done;
    });
    place.local = spy.local;
    const server = newServer([next({ request: share })]);
    await new Companion({
      browser: spy.browser,
      memory: openMemory(spy.browser),
      log: openLog(spy.local, () => 0),
      fetch: server.fetch,
      now: () => 0,
      pause: async () => {},
    }).wake();
    expect(seen).toEqual([
      { claim: { id: 'r1', call: 'share', target: share.path.split(/[/?]/)[5], at: 0 }, unsent: undefined },
    ]);
  });

  test.each<[string, Remembered, object]>([
    ['that was certainly not sent is given back', { claim, unsent: 'r0' }, { kind: 'not_sent', reason: 'too_late' }],
    ['that may have been sent is cut', { claim }, { kind: 'cut' }],
    ['whose proof is of another request is cut', { claim, unsent: 'r9' }, { kind: 'cut' }],
  ])('finds a claim of a killed worker, and one %s', async (_, kept, outcome) => {
    const { answers, sent } = await run(kept, []);
    expect(answers().map(({ body }) => body)).toEqual([{ protocol: 1, requestId: 'r0', outcome }]);
    expect(sent()).toBe(0);
  });

  it('sends nothing while it is paused, and says so', async () => {
    const { answers, polls, sent } = await run({ isPaused: true }, [next({ request: share })]);
    expect(polls()[0]?.body).toMatchObject({ state: 'paused' });
    expect(answers()[0]?.body).toMatchObject({ outcome: { kind: 'not_sent', reason: 'paused' } });
    expect(sent()).toBe(0);
  });

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
        pause: async () => {},
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

    it('keeps that poll where nothing has changed', async () => {
      const { companion, polls, release, running } = await waiting(next(), { isPaused: true });
      await companion.look();
      expect(polls()).toHaveLength(1);
      release();
      await running;
    });

    it('still carries what that poll had got before a pause, or says that it doesn’t', async () => {
      const { companion, memory, answers, release, running, sent } = await waiting(next({ request: share }));
      await memory.write({ isPaused: true });
      await companion.look();
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

  it('renews the session of the server as soon as the seller is signed in, and then not again for an hour', async () => {
    const place = newBrowser({ renewsSession: true }, async () => done);
    const jar = [[], [{ name: 'jwt', value: 'own', domain: 'poshmark.com', path: '/' }]];
    let reads = 0;
    place.browser.cookies = { getAll: async () => jar[Math.min(reads++, 1)] ?? [] };
    const wants = next({ state: { ...state, transport: 'server', wantsSession: true } });
    const server = newServer([wants, wants, wants]);
    await new Companion({
      browser: place.browser,
      memory: openMemory(place.browser),
      log: openLog(place.local, () => 9_000_000),
      fetch: server.fetch,
      now: () => 9_000_000,
      pause: async () => {},
    }).wake();
    expect(server.imports()).toHaveLength(1);
    expect(server.imports()[0]?.body).toMatchObject({ renewsSession: true });
  });

  it('uses a new token from the next call on', async () => {
    const { polls } = await run({}, [next({ token: 'second' }), next()]);
    expect(polls().map(({ token }) => token)).toEqual(['first', 'second', 'second']);
  });

  it('keeps the marketplace that the seller allowed, whatever the server says later', async () => {
    const { local, sent } = await run({}, [
      next({ state: { ...state, marketplace: 'https://evil.example' } }),
      next({ request: share }),
    ]);
    expect(sent()).toBe(1);
    // The pairing ended with the last poll.
    expect(local.items).toMatchObject({ unpaired: { because: 'revoked', server: pairing.server } });
  });

  it('forgets, when the pairing ends, that the seller let it renew that server’s session', async () => {
    const { local } = await run({ renewsSession: true, renewedAt: 5 }, []);
    expect(local.items).toMatchObject({ unpaired: { because: 'revoked' } });
    expect(local.items).not.toHaveProperty('renewsSession');
    expect(local.items).not.toHaveProperty('renewedAt');
  });

  test.each([
    [{ protocol: 2, request: null }, 'companion'],
    [{ protocol: 0, request: share, state }, 'server'],
  ])('does nothing for a server of another version: %o', async (reply, older) => {
    const { sent, session } = await run({}, [reply]);
    expect(sent()).toBe(0);
    expect(session.items.contact).toMatchObject({ kind: 'other_version', older });
  });

  it('does nothing with a reply that it can’t read', async () => {
    const { sent, session } = await run({}, [next({ request: { id: 'x', method: 'DELETE', path: '/' } }), next()]);
    expect(sent()).toBe(0);
    expect(session.items.contact).toBeUndefined();
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
    await new Companion({
      browser: place.browser,
      memory: openMemory(place.browser),
      log: openLog(place.local, () => 100_000),
      fetch: server.fetch,
      now: () => 100_000,
      pause: async () => {},
    }).wake();
    return removed;
  };

  it('is replaced where it shows an error, and waited for while it loads', async () => {
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

describe('a page that is loaded while the seller is needed', () => {
  test.each([
    [`${origin}/closet/jo`, true],
    [`${origin}/login`, false],
    [`${origin}/human-check`, false],
    ['https://hangtag.example/dashboard', false],
  ])('%s shows that the marketplace works again: %s', async (address, isSolved) => {
    const place = newBrowser({ attention: { kind: 'signed_out', since: 0 } }, async () => done);
    const companion = new Companion({
      browser: place.browser,
      memory: openMemory(place.browser),
      log: openLog(place.local, () => 0),
      fetch: newServer([]).fetch,
      now: () => 0,
      pause: async () => {},
    });
    await companion.lookAgain(address);
    expect('attention' in place.local.items).toBe(!isSolved);
  });
});

describe('the log', () => {
  it('loses no entry where two pages write at once, and brings none back that was cleared meanwhile', async () => {
    const area = newArea();
    const [popup, worker] = [openLog(area, () => 0), openLog(area, () => 0)];
    const events = async () => (await popup.read()).map((entry) => entry.kind === 'event' && entry.event).sort();
    await Promise.all([
      popup.add({ at: 0, kind: 'event', event: 'paused' }),
      worker.add({ at: 0, kind: 'event', event: 'solved' }),
    ]);
    expect(await events()).toEqual(['paused', 'solved']);
    await Promise.all([worker.add({ at: 0, kind: 'event', event: 'resumed' }), popup.clear()]);
    expect(await events()).toEqual(['log_cleared']);
  });

  it('keeps seven days, the newest first', async () => {
    const hour = 3_600_000;
    let now = 0;
    const area = newArea();
    const log = openLog(area, () => now);
    for (let day = 0; day < 10; day += 1) {
      now = day * 24 * hour;
      await log.add({ at: now, kind: 'event', event: 'paused' });
    }
    expect((await log.read()).map(({ at }) => at / (24 * hour))).toEqual([9, 8, 7, 6, 5, 4, 3]);
    // An hour is dropped when all of it is too old.
    expect(Object.keys(area.items)).toHaveLength(8);
    await log.clear();
    expect(await log.read()).toEqual([{ at: now, kind: 'event', event: 'log_cleared' }]);
  });
});

describe('the badge', () => {
  test.each<[Remembered, string]>([
    [{}, ''],
    [{ pairing }, ''],
    [{ pairing, isPaused: true }, 'II'],
    [{ pairing, attention: { kind: 'human_check', since: 0 } }, '!'],
    [{ pairing, isPaused: true, attention: { kind: 'signed_out', since: 0 } }, 'II'],
    [{ pairing, contact: { kind: 'unreachable', at: 0 } }, '?'],
    [{ pairing, contact: { kind: 'refused', at: 0, message: '' } }, '!'],
    [{ unpaired: { because: 'revoked', server: 'https://x' } }, '!'],
    [{ pairing, recording: { since: 0, origin } }, 'REC'],
  ])('of %o is "%s"', (known, text) => {
    expect(badgeFor(known).text).toBe(text);
  });

  it('shows that the seller is needed while the marketplace is not allowed, unless they paused', () => {
    expect(badgeFor({ pairing }, false).text).toBe('!');
    expect(badgeFor({ pairing, isPaused: true }, false).text).toBe('II');
  });
});
