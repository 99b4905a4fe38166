import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cost, perHour, perMinute, publicWrites } from '#contract/cost.ts';
import { costs } from '#contract/costs.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import { manualClock } from '#server/adapters/clock/manual-clock.ts';
import { createLimits } from '#server/http/request/limits.ts';
import { serve } from '#server/http/serve.ts';
import { freshDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { bodies, queries } from './accepted-bodies.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await freshDatabase();
  server = open();
  strict = open(strictPart);
});
afterAll(() => test.drop());

type Row = { name: string; route: Route; cost: Cost };
const rows: Row[] = Object.entries(routes).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, route]) => ({
    name: `${group}.${name}`,
    route,
    cost: (costs as Record<string, Record<string, Cost>>)[group]?.[name] as Cost,
  })),
);

const clock = manualClock(Date.parse('2026-11-21T12:00:00Z'));
const tokenOf = (user: string) => user.padEnd(43, '0');

let refuseWith: Failure | null = null;
/** The product's own table with handlers that answer nothing: what they are asked for would be costly here. */
const handlers = Object.fromEntries(
  Object.entries(routes).map(([group, calls]) => [
    group,
    Object.fromEntries(
      Object.keys(calls).map((name) => [
        name,
        async () => {
          throw refuseWith ?? Object.assign(new Error('answered'), { isAnswer: true });
        },
      ]),
    ),
  ]),
);

const open = (budgetFactor = 1) =>
  serve({
    budgetFactor,
    routes,
    costs,
    handlers: handlers as never,
    limits: createLimits({ database: test.database, clock }),
    whoIs: async (token) => {
      const id = token.replace(/0+$/, '');
      return { id, isGuest: id.startsWith('guest'), confirmedAt: Number.POSITIVE_INFINITY };
    },
    whichCompanion: async (token) => {
      const userId = token.replace(/0+$/, '');
      return { id: '1', userId, isGuest: userId.startsWith('guest') };
    },
    operator: { isSignedIn: async () => true },
    publicUrl: null,
    trustedProxies: { kind: 'none' },
    clock,
    log: silentLog,
  });

type Asker = { user: string; peer: string };
let server: ReturnType<typeof open>;
/** With a twentieth of every rate: thousands of calls a row would take too long. */
let strict: ReturnType<typeof open>;
const strictPart = 1 / 20;

/** One call with a body that the row's schema may refuse: what is scarce counts only if it is accepted. */
async function ask(
  { name, route }: Row,
  { user, peer }: Asker,
  body: unknown,
  from: ReturnType<typeof open> = server,
): Promise<Response> {
  const path = route.path.replace(/\{\w+\}/g, '1') + (queries[name] ?? '');
  const headers = {
    ...(route.access === 'companion'
      ? { authorization: `Bearer ${tokenOf(user)}` }
      : {
          cookie: `hangtag=${tokenOf(user)}; hangtag-operator=${tokenOf(user)}`,
          'x-requested-with': 'XMLHttpRequest',
        }),
    'content-type': 'application/json',
  };
  const isRead = route.method === 'GET';
  return from.fetch(
    new Request(`http://localhost${path}`, {
      method: route.method,
      headers,
      ...(isRead || !route.body ? {} : { body: JSON.stringify(body) }),
    }),
    peer,
  );
}

/** What narrows first for one asker: the account if there is one, else the client. */
const narrowest = ({ cost }: Row) => cost.account ?? cost.client;

/** Apart from all that was counted before. */
let askers = 0;
const newAsker = (name: string): Asker => ({
  user: `${name}x${++askers}x`,
  peer: `10.0.${askers >> 8}.${askers & 255}`,
});

describe('every row of the route table', () => {
  it('names who pays for it', () => {
    expect(rows.length).toBeGreaterThan(50);
    for (const { name, route, cost } of rows) {
      expect([name, cost.client.most > 0, cost.body.most > 0, cost.refusal !== '']).toEqual([name, true, true, true]);
      // Only a call that knows an account can charge it.
      expect([name, cost.account !== null]).toEqual([name, !['public', 'operator'].includes(route.access)]);
    }
  });

  it.each(rows.map((row) => [row.name, row] as const))(
    '%s refuses one beyond its budget, and nobody else',
    async (name, row) => {
      const [greedy, bystander] = [newAsker('a'), newAsker('b')];
      const isLarge = narrowest(row).most > 100;
      const most = isLarge ? narrowest(row).most * strictPart : narrowest(row).most;
      const body = bodies[name] ?? {};
      const answered = async (who: Asker) => {
        const reply = await ask(row, who, body, isLarge ? strict : server);
        return { status: reply.status, retryAfter: reply.headers.get('retry-after'), json: await reply.json() };
      };
      for (let n = 0; n < most; n++) {
        const { status, json } = await answered(greedy);
        if (status !== 500) throw new Error(`${name}, call ${n + 1} of ${most}: ${status} ${JSON.stringify(json)}`);
      }
      const refused = await answered(greedy);
      expect(refused).toMatchObject({
        status: 429,
        json: { error: 'too_many_requests', message: expect.stringMatching(/Try again in /) },
      });
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
      expect((await answered(bystander)).status).toBe(500);
      await clock.advance(Number(refused.retryAfter) * 1000);
      expect((await answered(greedy)).status).toBe(500);
      // What one row used up must not be missing from the next.
      await clock.advance(3 * 3_600_000);
    },
  );

  it('gives a guest a quarter', async () => {
    const row = rows.find(({ name }) => name === 'listings.updatePrices') as Row;
    const guest = newAsker('guest');
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await ask(row, guest, bodies[row.name])).status);
    expect(statuses).toEqual([500, 500, 500, 429]);
  });

  it('limits a client with many accounts, and all clients together', async () => {
    const row = rows.find(({ name }) => name === 'closet.updateCredentials') as Row;
    const { peer } = newAsker('c');
    const guesses = [];
    for (let n = 0; n < 12; n++)
      guesses.push((await ask(row, { user: newAsker('many').user, peer }, bodies[row.name])).status);
    expect(guesses).toEqual([...Array(10).fill(500), 429, 429]);
    const everyone = [];
    for (let n = 0; n < 115; n++) everyone.push((await ask(row, newAsker('all'), bodies[row.name])).status);
    expect(everyone.filter((status) => status === 500)).toHaveLength(110);
    // Those who were refused have lost nothing of their own.
    await clock.advance(15 * 60_000 + 1000);
    expect((await ask(row, newAsker('later'), bodies[row.name])).status).toBe(500);
  });

  it.each([
    ['pricing.optimize', 60, 120],
    ['pricing.analyzeListing', 60, 120],
    ['bot.timeline', 60, 120],
    ['pricing.analyzeImage', 20, 40],
    ['listings.updatePrices', 10, 30],
    ['listings.list', 600, 1_200],
    ['listings.change', 120, 240],
  ])('%s is answered %i times a minute for an account, and %i times for an address', (name, account, client) => {
    const { cost } = rows.find((row) => row.name === name) as Row;
    expect(cost).toMatchObject({ account: perMinute(account), client: perMinute(client) });
  });

  it('lets a seller start the bot 100 times in an hour, because each start adds to the log', async () => {
    const row = rows.find(({ name }) => name === 'bot.start') as Row;
    expect(row.cost).toMatchObject({ account: perHour(100), stores: 'log' });
  });

  it('does not count scarce calls whose input is wrong', async () => {
    const row = rows.find(({ name }) => name === 'account.register') as Row;
    const own = newAsker('typo');
    for (let n = 0; n < 30; n++) expect((await ask(row, own, { firstName: '' })).status).toBe(400);
    expect((await ask(row, own, bodies[row.name])).status).toBe(500);
  });
});

describe('a scarce call that was refused before anything was done', () => {
  it.each([
    ['closet_not_connected', 409],
    ['no_credentials', 409],
    ['already_connected', 409],
    ['practice_off', 409],
    ['no_pending_sign_in', 409],
    ['on_hold', 409],
    ['worker_away', 503],
  ] as const)('is not counted: %s', async (code, status) => {
    const row = rows.find(({ name }) => name === 'listings.sync') as Row;
    const own = newAsker('refused');
    refuseWith = new Failure(code, 'Refused.');
    expect((await ask(row, own, {})).status).toBe(status);
    refuseWith = null;
    expect((await ask(row, own, {})).status).toBe(500);
    expect((await ask(row, own, {})).status).toBe(429);
  });
});

it('a call that needs a closet is refused without one, even if its budget is used up', async () => {
  let isLinked = true;
  const { sync } = routes.listings;
  const small = serve({
    routes: { listings: { sync } },
    costs: { listings: { sync: costs.listings.sync } },
    handlers: {
      listings: { sync: async () => ({ message: '', added: 0, updated: 0, sold: 0, removed: 0, total: 0 }) },
    },
    refuseUnlinked: async () => {
      if (!isLinked) throw new Failure('closet_not_connected', 'Connect your closet.');
    },
    whoIs: async (token) => ({ id: token.replace(/0+$/, '') }),
    publicUrl: null,
    trustedProxies: { kind: 'none' },
    clock,
    log: silentLog,
  });
  const headers = { cookie: `hangtag=${tokenOf('a')}`, 'x-requested-with': 'XMLHttpRequest' };
  const call = async () =>
    (await small.fetch(new Request('http://localhost/api/listings/sync', { method: 'POST', headers }))).status;
  expect([await call(), await call()]).toEqual([200, 429]);
  isLinked = false;
  expect(await call()).toBe(409);
});

it('a factor multiplies every rate', async () => {
  const route = {
    method: 'POST',
    path: '/api/one',
    summary: 'One',
    access: 'public',
    reply: routes.contact.send.reply,
  } as const;
  const doubled = serve({
    routes: { thing: { one: route } },
    costs: { thing: { one: { ...publicWrites, budget: 'one', client: perMinute(1) } } },
    handlers: { thing: { one: async () => ({ message: 'done' }) } },
    whoIs: async () => null as { id: string } | null,
    publicUrl: null,
    trustedProxies: { kind: 'none' },
    budgetFactor: 2,
    clock,
    log: silentLog,
  });
  const call = async () =>
    (
      await doubled.fetch(
        new Request('http://localhost/api/one', { method: 'POST', headers: { 'x-requested-with': 'XMLHttpRequest' } }),
      )
    ).status;
  expect([await call(), await call(), await call()]).toEqual([200, 200, 429]);
});
