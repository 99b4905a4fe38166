import { describe, expect, it, test } from 'vitest';
import { buildPriceWrite } from '#marketplace/connector/price-write.ts';
import { openLog } from '../platform/log.ts';
import { type newArea, origin, pairing, question, state } from '../platform/memory.fixture.ts';
import type { Remembered } from '../platform/memory.ts';
import { companionIn, done, newBrowser, newServer, next, run, share } from './companion.fixture.ts';

/** The listing of `question`, and the change that is asked for. */
const priceChange = (price: number, to: number) => {
  const listing = { id: question.listing, title: 'Boots', price_amount: { val: `${price}.0` } };
  const post = buildPriceWrite(listing, to, { partialUpdateAllowed: false });
  const path = `/vm-rest/posts/${listing.id}`;
  return {
    update: { ...share, method: 'POST', path, body: JSON.stringify({ post }) },
    page: async () => ({ ...done, body: JSON.stringify(listing) }),
  };
};

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
    const queryTabs = place.browser.tabs.query;
    place.browser.tabs.query = async (wanted) => {
      now += byMs;
      return queryTabs(wanted);
    };
    const withins: number[] = [];
    const inject = place.browser.scripting.executeScript as (given: never) => Promise<never>;
    place.browser.scripting.executeScript = async (given: object) => {
      const [call] = (given as { args: [{ withinMs?: number }?] }).args;
      if (call?.withinMs !== undefined) withins.push(call.withinMs);
      return inject(given as never);
    };
    const server = newServer([next({ request: share })]);
    await companionIn(place, server, () => now).wake();
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
    await companionIn(place, { fetch: fetchLate }, () => now).wake();
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
    await companionIn(spy, server).wake();
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

  it('passes on what was sold, and nothing of who bought it', async () => {
    const path = '/vm-rest/users/66b1f0a2c3d4e5f6a7b8c9d0/orders/sales?request=%7B%22count%22%3A48%7D&pm_version=1';
    const request = { ...share, method: 'GET', path, headers: { accept: 'application/json' }, body: null };
    const buyer = { username: 'planted_buyer' };
    const order = { id: '6a01', title: 'Boots', total_price_amount: { val: '39.0' } };
    const list = JSON.stringify({ data: { sales_summary: [{ ...order, buyer, shipping_address: buyer }], buyer } });
    const answered = async (body: string) => {
      const { answers, log } = await run({}, [next({ request })], async () => ({ ...done, body }));
      expect(JSON.stringify([answers(), log])).not.toContain('planted_buyer');
      return answers().map(({ body: { outcome } }) => (outcome as { body: string }).body);
    };
    const more = '"more":{"next_max_id":1777338896.120}';
    expect(await answered(`${list.slice(0, -1)},${more}}`)).toEqual([
      `{"data":{"sales_summary":[${JSON.stringify(order)}]},${more}}`,
    ]);
    expect(await answered('{"orders":[{"buyer":"planted_buyer"}],"trace_id":"1"}')).toEqual(['{"trace_id":"1"}']);
    expect(await answered('["planted_buyer"]')).toEqual(['[]']);
  });

  it('asks the seller before a price far from what it reads, and sends no more than the read', async () => {
    const { update, page } = priceChange(2400, 3);
    const { answers, sent, local, log } = await run({}, [next({ request: update })], page);
    expect(answers()[0]?.body).toMatchObject({ outcome: { kind: 'not_sent', reason: 'asks_seller' } });
    expect(sent()).toBe(1);
    expect(log).toMatchObject([{ call: 'update', outcome: { kind: 'asked' } }, { event: 'revoked' }]);
    // The pairing has ended, and the question with it. What was written is remembered for the next one.
    expect(local.items).not.toHaveProperty('asked');
    const agreed = { ...question, askedAt: 1000, answer: 'yes' as const };
    const again = await run({ asked: [agreed] }, [next({ request: update }), next({ request: update })], page);
    expect(again.answers().map(({ body }) => body)).toMatchObject([
      { outcome: { kind: 'answered' } },
      { outcome: { kind: 'not_sent', reason: 'asks_seller' } },
    ]);
    expect(again.local.items.writes).toEqual({ 0: { update: 1 } });
  });

  it('asks once about the 501st price of a day, and after a yes makes 499 more without a question', async () => {
    const { update, page } = priceChange(100, 90);
    const full = { writes: { 0: { update: 500, share: 7 } } };
    expect((await run(full, [next({ request: update })], page)).answers()[0]?.body).toMatchObject({
      outcome: { kind: 'not_sent', reason: 'asks_seller' },
    });
    const many = { price: 100, to: 90, because: 'many', askedAt: 1000, answer: 'yes' } as const;
    const agreed = { ...question, ...many };
    const again = await run({ ...full, asked: [agreed] }, [next({ request: update }), next({ request: update })], page);
    expect(again.answers().map(({ body }) => body)).toMatchObject([
      { outcome: { kind: 'answered' } },
      { outcome: { kind: 'answered' } },
    ]);
    expect(again.local.items.writes).toEqual({ 0: { update: 2, share: 7 } });
  });

  it('shares no more in a day than the highest limit that there is', async () => {
    const { answers, sent } = await run({ writes: { 0: { share: 50_000 } } }, [next({ request: share })]);
    expect(answers()[0]?.body).toMatchObject({ outcome: { kind: 'not_sent', reason: 'not_allowed' } });
    expect(sent()).toBe(0);
  });

  it('sends nothing while it is paused, and says so', async () => {
    const { answers, polls, sent } = await run({ isPaused: true }, [next({ request: share })]);
    expect(polls()[0]?.body).toMatchObject({ state: 'paused' });
    expect(answers()[0]?.body).toMatchObject({ outcome: { kind: 'not_sent', reason: 'paused' } });
    expect(sent()).toBe(0);
  });

  it('renews the session of the server as soon as the seller is signed in, and then not again for an hour', async () => {
    const place = newBrowser({ renewsSession: true }, async () => done);
    const jar = [[], [{ name: 'jwt', value: 'own', domain: 'poshmark.com', path: '/' }]];
    let reads = 0;
    place.browser.cookies = { getAll: async () => jar[Math.min(reads++, 1)] ?? [] };
    const wants = next({ state: { ...state, transport: 'server', wantsSession: true } });
    const server = newServer([wants, wants, wants]);
    await companionIn(place, server, () => 9_000_000).wake();
    expect(server.imports()).toHaveLength(1);
    expect(server.imports()[0]?.body).toMatchObject({ renewsSession: true });
  });

  it.each([
    [200, 'session_renewed'],
    [422, 'session_refused'],
    [null, 'session_unanswered'],
  ])('logs every session that it sends, whatever becomes of it: %s', async (importStatus, event) => {
    const place = newBrowser({ renewsSession: true }, async () => done);
    place.browser.cookies = {
      getAll: async () => [{ name: 'jwt', value: 'own', domain: 'poshmark.com', path: '/' }],
    };
    const wants = next({ state: { ...state, transport: 'server', wantsSession: true } });
    await companionIn(place, newServer([wants], { importStatus }), () => 9_000_000).wake();
    const events = (await openLog(place.local, () => 9_000_000).read()).flatMap((entry) =>
      entry.kind === 'event' ? [entry.event] : [],
    );
    expect(events).toContain(event);
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

describe('a page that is loaded while the seller is needed', () => {
  test.each([
    [`${origin}/closet/jo`, true],
    [`${origin}/login`, false],
    [`${origin}/human-check`, false],
    ['https://hangtag.example/dashboard', false],
  ])('%s shows that the marketplace works again: %s', async (address, isSolved) => {
    const place = newBrowser({ attention: { kind: 'signed_out', since: 0 } }, async () => done);
    const companion = companionIn(place, newServer([]));
    await companion.pageLoaded(address);
    expect('attention' in place.local.items).toBe(!isSolved);
  });
});
