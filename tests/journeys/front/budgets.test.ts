import { describe, expect, it } from 'vitest';
import { type Cost, guestPart, perHour, perMinute, type Rate, reads, writes } from '#contract/cost.ts';
import { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import { mostChangesADay } from '#server/features/listings/prices/update-prices.ts';
import { createLimits } from '#server/http/request/limits.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { ownDatabase } from '#tests/database.ts';
import { mostADay } from '../../../src/companion/allow/bounds.ts';
import { type AllRows, type Asker, answered, newAsker, openRows, type Row, rowOf, rows } from './cost-rows.ts';

const knowsAccount = ({ route }: Row): boolean => !['public', 'operator'].includes(route.access);
const isRead = ({ route }: Row): boolean => route.method === 'GET';

describe('every row of the route table', () => {
  it('names who pays for it', () => {
    expect(rows.length).toBeGreaterThan(50);
    for (const row of rows) {
      const { name, cost } = row;
      expect([name, cost.client.most > 0, cost.body.most > 0, cost.refusal !== '']).toEqual([name, true, true, true]);
      // Only a call that knows an account can charge it.
      expect([name, cost.account !== null]).toEqual([name, knowsAccount(row)]);
    }
  });
});

type Payer = 'an account' | 'a guest' | 'a client' | 'the installation';
const payers: Payer[] = ['an account', 'a guest', 'a client', 'the installation'];

const rateOf = (cost: Cost, payer: Payer): Rate | null => {
  if (payer === 'a client') return cost.client;
  return payer === 'the installation' ? cost.installation : cost.account;
};

/** `rows`: those that count in it. The first one uses it up. */
type Budget = { name: string; payer: Payer; rate: Rate; refusal: string; rows: [Row, ...Row[]] };

/** The general budgets count the rows of most other budgets, too. */
const isInGeneral = (row: Row): boolean => row.cost.isApart !== true;
const countsIn = (name: string, row: Row): boolean =>
  row.cost.budget === name ||
  (name === reads.budget && isInGeneral(row) && isRead(row)) ||
  (name === writes.budget && isInGeneral(row) && !isRead(row));

/** One of each way to count is enough to see that guests get their part. */
const asGuest = [reads, writes, rowOf('closet.updateCredentials').cost].map(({ budget }) => budget);
const budgetNames = [...new Set(rows.map(({ cost }) => cost.budget))];
const budgets = budgetNames.flatMap((name): Budget[] => {
  const own = rows.filter(({ cost }) => cost.budget === name);
  return payers.flatMap((payer) => {
    const first = own.find(({ cost }) => rateOf(cost, payer) !== null);
    const rate = first && rateOf(first.cost, payer);
    if (!first || !rate || (payer === 'a guest' && !asGuest.includes(name))) return [];
    const isOfAccount = payer === 'an account' || payer === 'a guest';
    const others = rows.filter((row) => row !== first && countsIn(name, row) && (!isOfAccount || knowsAccount(row)));
    return { name, payer, rate, refusal: first.cost.refusal, rows: [first, ...others] };
  });
});

/** More calls than this would take too long, so larger rates are scaled down to it, together with all others. */
const mostCalls = 20;

/** What is left of a rate for the payer when all rates are multiplied by `factor`. */
const scaled = ({ payer, rate }: Budget, factor: number): number =>
  Math.max(1, Math.ceil((rate.most * factor) / (payer === 'a guest' ? guestPart : 1)));

/** Asks for each call of one payer, whose other half is always another one. */
const askersOf = (payer: Payer): { next: () => Asker; bystander: (after: Asker) => Asker } => {
  const own = newAsker(payer === 'a guest' ? 'guest' : 'greedy');
  if (payer === 'a client')
    return {
      next: () => ({ ...newAsker(), peer: own.peer }),
      bystander: ({ user }) => ({ ...newAsker(), user }),
    };
  if (payer === 'the installation') return { next: () => newAsker(), bystander: () => newAsker() };
  return {
    next: () => ({ ...newAsker(), user: own.user }),
    bystander: ({ peer }) => ({ ...newAsker('other'), peer }),
  };
};

/** Calls of a long window come at intervals, so that the budget of a minute for all writes is not what refuses them. */
async function useUp(budget: Budget, most: number, { ask, clock }: AllRows, next: () => Asker): Promise<void> {
  const { withinMs } = budget.rate;
  const stepMs = withinMs > 60_000 ? Math.floor(withinMs / 2 / most) : 0;
  for (let n = 1; n <= most; n++) {
    const reply = await ask(budget.rows[0], next());
    if (reply.status !== answered) throw new Error(`call ${n} of ${most}: ${reply.status} ${reply.message}`);
    if (stepMs > 0) await clock.advance(stepMs);
  }
}

describe('the budget', () => {
  it('of each row has the rates that all rows of this budget have', () => {
    for (const name of budgetNames) {
      const own = rows.filter(({ cost }) => cost.budget === name);
      for (const payer of payers) {
        const rates = own.flatMap(({ cost }) => rateOf(cost, payer) ?? []);
        expect([name, payer, new Set(rates.map((rate) => JSON.stringify(rate))).size < 2]).toEqual([name, payer, true]);
      }
    }
  });

  it.each(budgets.map((budget) => [budget.name, budget.payer, budget] as const))(
    'of %s for %s refuses each of its rows once it is used up, and nobody else',
    async (_, payer, budget) => {
      const factor = Math.min(1, mostCalls / budget.rate.most);
      const all = openRows({ factor });
      const { next, bystander } = askersOf(payer);
      await useUp(budget, scaled(budget, factor), all, next);
      let waitS = 0;
      for (const row of budget.rows) {
        const asker = next();
        const refused = await all.ask(row, asker);
        expect([row.name, refused]).toEqual([
          row.name,
          expect.objectContaining({ status: 429, error: 'too_many_requests' }),
        ]);
        expect([row.name, refused.message]).toEqual([
          row.name,
          expect.stringContaining(`${budget.refusal} Try again in `),
        ]);
        expect([row.name, refused.retryAfter > 0]).toEqual([row.name, true]);
        waitS ||= refused.retryAfter;
        if (payer === 'the installation') continue;
        for (const other of [bystander(asker), newAsker()])
          expect([row.name, (await all.ask(row, other)).status]).toEqual([row.name, answered]);
      }
      // What is not part of the budget goes on for the same caller.
      for (const row of [rowOf('listings.list'), rowOf('listings.change'), rowOf('companion.next')])
        if (!budget.rows.includes(row))
          expect([row.name, (await all.ask(row, next())).status]).toEqual([row.name, answered]);
      await all.clock.advance(waitS * 1000);
      expect((await all.ask(budget.rows[0], next())).status).toBe(answered);
    },
  );

  it.each<[string, Partial<Cost>]>([
    ['pricing.optimize', { account: perMinute(60), client: perMinute(120) }],
    ['pricing.analyzeListing', { account: perMinute(60), client: perMinute(120) }],
    ['bot.timeline', { account: perMinute(60), client: perMinute(120) }],
    ['pricing.analyzeImage', { account: perMinute(20), client: perMinute(40) }],
    ['listings.updatePrices', { account: perMinute(10), client: perMinute(30) }],
    ['listings.list', { account: perMinute(600), client: perMinute(1_200) }],
    ['listings.change', { account: perMinute(120), client: perMinute(240) }],
    ['account.register', { client: perHour(20) }],
    ['account.demo', { client: perHour(10) }],
    ['account.sendEmailLink', { account: perHour(5) }],
    ['contact.send', { account: perHour(5), client: perHour(5) }],
    // Each start adds to the log.
    ['bot.start', { account: perHour(100), stores: 'log' }],
  ])('of %s is %o', (name, cost) => {
    expect(rowOf(name).cost).toMatchObject(cost);
  });

  it.each(['account.register', 'companion.pair'])(
    'of %s is four a minute for an address, so that ten accounts take minutes',
    async (name) => {
      const { ask, clock } = openRows();
      const row = rowOf(name);
      const { peer } = newAsker();
      for (let n = 0; n < 4; n++) expect((await ask(row, { ...newAsker(), peer })).status).toBe(answered);
      const refused = await ask(row, { ...newAsker(), peer });
      expect([refused.status, refused.retryAfter <= 60]).toEqual([429, true]);
      expect((await ask(row, newAsker())).status).toBe(answered);
      await clock.advance(60_000);
      expect((await ask(row, { ...newAsker(), peer })).status).toBe(answered);
    },
  );
});

describe('a scarce call', () => {
  const test = ownDatabase();
  const clock = manualClock(Date.parse('2026-11-21T12:00:00Z'));
  /** One process of an installation. */
  const openProcess = (factor = 1, handler?: () => Promise<never>) =>
    openRows({ factor, limits: createLimits({ database: test.database, clock }), clock, ...(handler && { handler }) });

  it.each(
    budgets
      .filter(
        ({ payer, rows: [row] }) =>
          row.cost.counts === 'accepted' && rateOf(row.cost, payer) === (row.cost.account ?? row.cost.client),
      )
      .filter(({ payer }) => payer !== 'a guest')
      .map(({ rows: [row] }) => [row.cost.budget, row] as const),
  )('is counted over all processes: %s', async (_, row) => {
    const factor = 1 / (row.cost.account ?? row.cost.client).most;
    const own = newAsker();
    expect((await openProcess(factor).ask(row, own)).status).toBe(answered);
    expect((await openProcess(factor).ask(row, own)).status).toBe(429);
    await clock.advance(3_600_000);
  });

  it('that is refused for the address has used up nothing of the account', async () => {
    const { ask } = openProcess();
    const row = rowOf('closet.updateCredentials');
    const { peer } = newAsker();
    for (let n = 0; n < 10; n++) expect((await ask(row, { ...newAsker(), peer })).status).toBe(answered);
    const own = newAsker();
    for (let n = 0; n < 3; n++) expect((await ask(row, { ...own, peer })).status).toBe(429);
    for (let n = 0; n < 5; n++) expect((await ask(row, own)).status).toBe(answered);
    expect((await ask(row, own)).status).toBe(429);
  });

  it('is not counted if its input is wrong', async () => {
    const { ask } = openProcess();
    const row = rowOf('account.register');
    const own = newAsker('typo');
    for (let n = 0; n < 30; n++) expect((await ask(row, own, { firstName: '' })).status).toBe(400);
    expect((await ask(row, own)).status).toBe(answered);
  });

  it.each([
    ['closet_not_connected', 409],
    ['no_credentials', 409],
    ['already_connected', 409],
    ['practice_off', 409],
    ['no_pending_sign_in', 409],
    ['on_hold', 409],
    ['worker_away', 503],
  ] as const)('that was refused before anything was done is not counted: %s', async (code, status) => {
    const own = newAsker();
    const row = rowOf('listings.sync');
    const refusing = openProcess(1, async () => {
      throw new Failure(code, 'Refused.');
    });
    expect((await refusing.ask(row, own)).status).toBe(status);
    const { ask } = openProcess();
    expect((await ask(row, own)).status).toBe(answered);
    expect((await ask(row, own)).status).toBe(429);
  });

  it('is not counted if it finds no place to wait', async () => {
    const row = rowOf('computer.saveBackup');
    const own = newAsker();
    const { promise: saved, reject: end } = Promise.withResolvers<never>();
    const { ask } = openProcess(1, () => saved);
    // One gets in, and one may wait.
    const seen: number[] = [];
    const all = Array.from({ length: 32 }, () => ask(row, own).then(({ status }) => seen.push(status)));
    await expect.poll(() => seen.length).toBe(30);
    end(new Error('answered'));
    await Promise.all(all);
    expect(seen).toEqual([...Array(30).fill(429), answered, answered]);
    expect((await ask(row, own)).status).toBe(answered);
  });
});

it('a call that needs a closet is refused without one, even if its budget is used up', async () => {
  let isLinked = true;
  const { ask } = openRows({
    refuseUnlinked: async () => {
      if (!isLinked) throw new Failure('closet_not_connected', 'Connect your closet.');
    },
  });
  const [row, own] = [rowOf('listings.sync'), newAsker()];
  expect([(await ask(row, own)).status, (await ask(row, own)).status]).toEqual([answered, 429]);
  isLinked = false;
  expect((await ask(row, own)).status).toBe(409);
});

describe('four sellers of one household, each with 3,000 listings, two browsers that share, and a phone', () => {
  /** What one of them needs in the budget's own time: a closet is read at two pages a second, and shared every two seconds. */
  const carried = 2 * 60 + 30 + 3;
  const { account, companion, bot, listings } = routes;
  it.each<[string, { cost: Cost }, number]>([
    ['calls that a browser carries, while the closet is read and shared', companion.next, carried],
    ['answers to them', companion.answer, carried],
    ['codes to pair both browsers with, one of them twice', companion.code, 3],
    ['pairings of both browsers', companion.pair, 2],
    ['registration', account.register, 1],
    ['reads of three open dashboards while the bot shares', bot.status, 3 * 70],
    ['updates of 100 prices each, as many as a minute can make', listings.updatePrices, 1],
  ])('meet no budget with: %s', (_, { cost }, needed) => {
    if (cost.account !== null) expect(needed).toBeLessThanOrEqual(cost.account.most);
    expect(4 * needed).toBeLessThanOrEqual(cost.client.most);
    // One after another, within a few minutes.
    expect(needed).toBeLessThanOrEqual(cost.burst?.most ?? needed);
  });

  it('change the prices of all listings in a day, with six questions of the companion at most', () => {
    expect(mostChangesADay).toBeGreaterThanOrEqual(3_000);
    expect(Math.ceil(3_000 / mostADay.update)).toBeLessThanOrEqual(6);
  });
});
