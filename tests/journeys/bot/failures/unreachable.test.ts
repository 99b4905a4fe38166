// What the bot does if the database or the marketplace fails in the middle of a share.
import { describe, expect, it } from 'vitest';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketAccount, MarketResult } from '#domain/ports/marketplace.ts';
import { silentLog } from '#tests/database.ts';
import { botJourney } from '../bot-journey.ts';
import { type BotWorld, settings } from '../bot-world.ts';

const minute = 60_000;

const { world, paused } = botJourney({ hasWorker: false });

/** The world's closet, whose shares go through `share`. `send` is the real one. */
const closetSharingBy = (
  share: (send: () => Promise<MarketResult<null>>) => Promise<MarketResult<null>>,
): BotWorld['closet'] => ({
  ...world.closet,
  async openForBot(userId) {
    const held = await world.closet.openForBot(userId);
    if (held === null) return null;
    const account: MarketAccount = held.account;
    const send = account.share.bind(account);
    Object.assign(account, { share: (id: string) => share(() => send(id)) });
    return held;
  },
});

const connectionLost = () => new Error('Connection terminated unexpectedly');

/** The database of the test. After `leave(calls)` it rejects that many calls. */
function leavingDatabase(database: Database) {
  let missing = 0;
  const isAway = () => {
    if (missing === 0) return false;
    missing -= 1;
    return true;
  };
  const leaving: Database = {
    ...database,
    query: (sql, params) => (isAway() ? Promise.reject(connectionLost()) : database.query(sql, params)),
    transaction: (work) => (isAway() ? Promise.reject(connectionLost()) : database.transaction(work)),
  };
  const leave = (calls: number) => {
    missing = calls;
  };
  return { database: leaving, leave };
}

describe('a database that is unreachable between a reply and its settling', () => {
  // The first call after the answer, and the ones that follow from it.
  it.each([1, 2, 3, 4])('does not make the bot forget a rate limit (%d calls fail)', async (calls) => {
    const { database, leave } = leavingDatabase(world.database);
    const closet = closetSharingBy(async (send) => {
      const result = await send();
      if (result.kind === 'rate_limited') leave(calls);
      return result;
    });
    const { userId, account } = await world.addSeller(6);
    await world.fault('share', 'E3', { after: 2 });
    await world.openWorker(world.make({ database, closet }));
    await world.bot.start(userId, settings);
    expect(await paused(userId)).toMatchObject({ pauseReason: 'share_limit', sharesToday: 2, unknownToday: 0 });
    expect(await world.journalOf(account)).toHaveLength(3);
    expect((await world.attemptsOf(userId)).map(({ outcome }) => outcome)).toEqual([1, 1, 2]);
  });

  it.each([1, 2, 3])('does not make a confirmed share unknown (%d calls fail)', async (calls) => {
    const { database, leave } = leavingDatabase(world.database);
    let answers = 0;
    const closet = closetSharingBy(async (send) => {
      const result = await send();
      answers += 1;
      // The first reply is an outage, so the second one, a success, changes what the bot knows about the marketplace.
      if (answers === 2) leave(calls);
      return result;
    });
    const { userId } = await world.addSeller(5);
    await world.fault('share', 'E12', { times: 1 });
    await world.openWorker(world.make({ database, closet }));
    await world.bot.start(userId, settings);
    const done = await world.roundOver(userId);
    expect(done).toMatchObject({ sharesToday: 5, unknownToday: 1, totalShares: 4 });
    expect((await world.attemptsOf(userId)).map(({ outcome }) => outcome)).toEqual([3, 1, 1, 1, 1]);
    const { rows } = await world.database.query(
      `select backoff ->> 'outages' as outages from bots where user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ outages: '0' }]);
  });
});

describe('a database that is unreachable when the seller presses Start', () => {
  it('starts nothing, whichever call fails first', async () => {
    const { database, leave } = leavingDatabase(world.database);
    const bot = world.make({ database });
    const { userId, account } = await world.addSeller(5);
    await world.openWorker();
    for (const calls of [1, 2, 1_000]) {
      leave(calls);
      await expect(bot.start(userId, settings)).rejects.toThrow(connectionLost());
      leave(0);
      expect(await world.bot.status(userId)).toMatchObject({ state: 'stopped', isRunning: false });
    }
    await world.pass(10 * minute);
    expect(await world.journalOf(account)).toEqual([]);
    await bot.start(userId, settings);
    await world.sharesMade(userId, 5);
  });
});

describe('a marketplace that cannot be reached', () => {
  const unreachable = { kind: 'network', message: 'The marketplace could not be reached.' } as const;

  it('costs no share of the limit, and the listing is tried again after the usual wait', async () => {
    const sentAt: number[] = [];
    const closet = closetSharingBy(async (send) => {
      sentAt.push(world.clock.now());
      return sentAt.length === 2 ? unreachable : send();
    });
    const { userId, account } = await world.addSeller(4);
    await world.openWorker(world.make({ closet }));
    await world.bot.start(userId, settings);
    const done = await world.roundOver(userId);
    expect(done).toMatchObject({ sharesToday: 4, unknownToday: 0, totalShares: 4 });
    expect((sentAt[2] ?? 0) - (sentAt[1] ?? 0)).toBeGreaterThanOrEqual(2_000);
    expect(await world.journalOf(account)).toHaveLength(4);
    expect((await world.attemptsOf(userId)).map(({ outcome }) => outcome)).toEqual([1, 1, 1, 1]);
    expect(await world.entries(userId, 'SHARE_FAILED')).toEqual([]);
  });
});

it('a commit whose acknowledgment was lost does not skip the offers after the round that it ended', async () => {
  let lost = 0;
  const endsRound = async (tx: Queryable) =>
    (await tx.query('select 1 from rounds where ended_at is not null and xmin = pg_current_xact_id()::xid')).rows
      .length > 0;
  const database: Database = {
    ...world.database,
    async transaction(work) {
      let isLost = false;
      const result = await world.database.transaction(async (tx) => {
        const answer = await work(tx);
        isLost = await endsRound(tx);
        return answer;
      });
      if (!isLost) return result;
      lost += 1;
      throw connectionLost();
    },
  };
  const { userId } = await world.addSeller(2);
  await world.openWorker(world.make({ database }));
  await world.bot.start(userId, { ...settings, offerShippingDiscount: true });
  await world.roundOver(userId);
  await world.pass(5_000);
  expect(lost).toBe(1);
  expect(world.waiting.filter(({ name }) => name === 'bot.offers')).toHaveLength(1);
  expect(await world.entries(userId, 'ROUND_FINISHED')).toHaveLength(1);
});

it('a pause that could not be written before the lease was lost is stored later, before anything else is sent', async () => {
  const { database, leave } = leavingDatabase(world.database);
  const closet = closetSharingBy(async (send) => {
    const result = await send();
    if (result.kind !== 'rate_limited') return result;
    // The database is unreachable for so long that the lease ends.
    leave(Number.POSITIVE_INFINITY);
    await world.database.query('delete from workers');
    return result;
  });
  const { userId, account } = await world.addSeller(6);
  await world.fault('share', 'E3', { after: 2 });
  const times = { commitEveryMs: 1, claimEveryMs: 50, renewMs: 20 };
  const failed = Promise.withResolvers<void>();
  const warn = (_: object, message: string) => {
    if (message === 'Bot step failed, trying again') failed.resolve();
  };
  await world.openWorker(world.make({ database, closet, times, log: { ...silentLog, warn } }));
  await world.bot.start(userId, settings);
  const sent = async () => (await world.journalOf(account)).length;
  const passing = (async () => {
    while ((await sent()) < 3) await world.pass(500);
  })();
  // A renewal that was on its way may find the lease lost already, and then the worker isn't idle before the database is back.
  await failed.promise;
  leave(0);
  await passing;
  // The worker gets a new lease by the clock of the machine, which the test doesn't move.
  const stateInAMoment = async () => {
    await world.pass(500);
    return (await world.bot.status(userId)).state;
  };
  await expect.poll(stateInAMoment, { timeout: 20_000 }).toBe('paused');
  expect(await world.bot.status(userId)).toMatchObject({
    pauseReason: 'share_limit',
    sharesToday: 2,
    unknownToday: 0,
  });
  expect(await sent()).toBe(3);
});

it('a share that reaches the marketplace late is followed by the next one after at least the minimum pause', async () => {
  let shares = 0;
  const closet = closetSharingBy(async (send) => {
    shares += 1;
    // Within the time in which a share may leave, and nearly the whole pause that is drawn below.
    if (shares === 2) await world.time.advance(700);
    return send();
  });
  const { userId, account } = await world.addSeller(4);
  // Always the shortest pause.
  await world.openWorker(world.make({ closet, random: () => 0 }));
  await world.bot.start(userId, settings);
  await world.roundOver(userId, 4);
  const arrived = (await world.journalOf(account)).map(({ at }) => Date.parse(at));
  const pauses = arrived.slice(1).map((at, index) => at - (arrived[index] ?? 0));
  expect(pauses).toHaveLength(3);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
});
