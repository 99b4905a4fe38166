import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { standardSettings } from '#domain/bot/bot.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { ownDatabase } from '#tests/database.ts';
import { changeSettings } from '../commands/change-settings.ts';
import { resumeSettled } from '../commands/resume.ts';
import { start, startAgain } from '../commands/start.ts';
import { pauseFromOutside, stop } from '../commands/stop.ts';
import { startRounds } from '../rounds/store.ts';
import { planRestart } from '../state/room.ts';
import { findBot, lockSeller } from '../state/seller.ts';
import { changeOwn, claimDue, closeLease, freeLostBots, freeOrphanedBots, readOwnBots } from '../state/worker-store.ts';
import { pauseBot } from '../worker/share/pauses.ts';
import { runningBot } from '../worker/share/running-bot.ts';
import type { WorkerState } from '../worker/share/worker-state.ts';
import {
  addSeller,
  addWorker,
  commandContext,
  keepPromises,
  openLedger,
  untilStatementWaits,
} from './bot-database.fixture.ts';

const noon = Date.UTC(2026, 3, 28, 12);
const clock = manualClock(noon);

const test = ownDatabase({ max: 16 });
let context: ReturnType<typeof commandContext>;
beforeAll(async () => {
  await keepPromises(test.database);
  context = commandContext(test.database, clock);
});

async function newWorker(): Promise<string> {
  const workerId = randomUUID();
  await addWorker(test.database, workerId);
  return workerId;
}

const claimAll = (workerId: string, limit = 200): Promise<string[]> =>
  test.database.transaction((tx) => claimDue(tx, { workerId, dueBefore: clock.now(), limit }));

async function startedBots(count: number): Promise<string[]> {
  const userIds: string[] = [];
  for (let n = 0; n < count; n++) {
    const { userId } = await addSeller(test.database, { listings: 1, now: noon });
    await start(context, userId, { ...standardSettings });
    userIds.push(userId);
  }
  return userIds;
}

/** A bot in a round of a worker. `ask(n)` requests a reservation for its n-th listing. */
async function sharingBot(dailyShareLimit = 100) {
  const { userId, listingIds } = await addSeller(test.database, { listings: 12, now: noon });
  await start(context, userId, { ...standardSettings, dailyShareLimit });
  const workerId = await newWorker();
  await claimAll(workerId);
  const [row] = await readOwnBots(test.database, workerId, [userId]);
  if (row === undefined) throw new Error('It was not claimed.');
  const { epoch, revision } = row;
  const own = { userId, workerId, epoch, revision };
  const kind = { kind: 'self', party: null } as const;
  const round = { ...own, ...kind, startsAt: noon, slot: null, cutsAt: null, plan: listingIds, planned: 12 };
  const [roundId] = await test.database.transaction((tx) => startRounds(tx, [round]));
  if (roundId == null) throw new Error('The round did not start.');
  const ask = (n: number) => ({
    kind: 'self' as const,
    mostOfKind: 0,
    userId,
    owner: workerId,
    epoch,
    revision,
    closetRevision: '1',
    roundId,
    listingId: listingIds[n] ?? 0,
    shareDay: '2026-04-28',
  });
  return { userId, own, ask };
}

const countOf = async (userId: string): Promise<number> => {
  const { rows } = await test.database.query<{ count: number }>(
    'select share_count as count from daily_share_counts where user_id = $1',
    [userId],
  );
  return rows[0]?.count ?? 0;
};

describe('a reservation that races', () => {
  const failure = { kind: 'human_check', message: 'A check.' } as const;
  type Own = Awaited<ReturnType<typeof sharingBot>>['own'];
  it.each<[string, (own: Own) => Promise<unknown>]>([
    ['a stop', ({ userId }) => stop(context, userId)],
    ['a pause from outside', ({ userId }) => pauseFromOutside(context, test.database, { userId, failure })],
    ['the limit', (own) => changeOwn(test.database, own, { kind: 'limit_reached', revision: own.revision, at: noon })],
    [
      'the end of the lease',
      async ({ workerId }) => {
        await test.database.query('update workers set lease_until = now() where id = $1', [workerId]);
        // A bot that is locked right now is freed by the next try. The worker's row stays as long as it owns one.
        for (let left = 1; left > 0; ) {
          await freeLostBots(test.database, noon);
          left = (await test.database.query('select from workers where id = $1', [workerId])).count;
        }
      },
    ],
  ])('with %s is made before it or not at all', async (_, end) => {
    const ledgers = [openLedger(test.database, clock), openLedger(test.database, clock)];
    for (let turn = 0; turn < 5; turn++) {
      const { userId, own, ask } = await sharingBot();
      const reserving = [0, 1, 2, 3, 4, 5].map((n) => ledgers[n % 2]?.reserve(ask(n)));
      await Promise.all([end(own), ...reserving]);
      const answers = await Promise.all(reserving);
      // `failed` would come from the trigger: a reservation was stored in a state other than sharing.
      for (const answer of answers)
        expect(answer?.kind === 'refused' ? answer.why : 'reserved').toMatch(/reserved|lost|changed|busy/);
      const count = await countOf(userId);
      expect(answers.filter((answer) => answer?.kind !== 'refused')).toHaveLength(count);
      for (const ledger of ledgers) expect(await ledger.reserve(ask(7))).toMatchObject({ kind: 'refused' });
      expect(await countOf(userId)).toBe(count);
    }
  });

  it('with a lower limit never exceeds the limit in force', async () => {
    const ledgers = [openLedger(test.database, clock), openLedger(test.database, clock)];
    for (let turn = 0; turn < 5; turn++) {
      const { userId, own, ask } = await sharingBot(6);
      const again = async (n: number) => {
        // After the change, the worker reads the bot again and requests once more.
        const first = await ledgers[n % 2]?.reserve(ask(n));
        const [row] = await readOwnBots(test.database, own.workerId, [userId]);
        if (first?.kind !== 'refused' || row === undefined) return;
        await ledgers[n % 2]?.reserve({ ...ask(n), revision: row.revision });
      };
      await Promise.all([
        changeSettings(context, userId, { dailyShareLimit: 2 }),
        ...[0, 1, 2, 3, 4, 5, 6, 7].map(again),
      ]);
      // Reservations before the change remain. The trigger checks each one against the limit of its time.
      const count = await countOf(userId);
      expect(count).toBeGreaterThanOrEqual(2);
      expect(count).toBeLessThanOrEqual(6);
      const [row] = await readOwnBots(test.database, own.workerId, [userId]);
      expect(row?.limitInForce).toBe(2);
      expect(await ledgers[0]?.reserve({ ...ask(9), revision: row?.revision ?? '' })).toMatchObject({ why: 'limit' });
    }
  });
});

describe('claims that race', () => {
  it('share the bots, each claimed once and under an epoch of its own', async () => {
    const userIds = await startedBots(24);
    const workers = await Promise.all([newWorker(), newWorker(), newWorker(), newWorker()]);
    const claimed: string[] = [];
    const shares = await Promise.all(
      workers.map(async (worker) => {
        const own: string[] = [];
        for (let turn = 0; turn < 12; turn++) own.push(...(await claimAll(worker, 4)));
        return own;
      }),
    );
    for (const own of shares) claimed.push(...own);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed).toEqual(expect.arrayContaining(userIds));
    const { rows } = await test.database.query<{ epoch: string }>(
      'select distinct epoch from bots where user_id = any($1::bigint[])',
      [userIds],
    );
    expect(rows).toEqual([{ epoch: '1' }]);
  });

  it('with the end of their worker’s lease leave no bot behind', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const userIds = await startedBots(6);
      const worker = await newWorker();
      await Promise.all([
        claimAll(worker),
        test.database.transaction((tx) => closeLease(tx, worker, noon)),
        claimAll(worker),
      ]);
      // The next worker finds bots that were claimed at that very moment.
      await freeLostBots(test.database, noon);
      expect(await freeOrphanedBots(test.database, noon)).toBe(0);
      const next = await newWorker();
      expect(await claimAll(next)).toEqual(expect.arrayContaining(userIds));
    }
  });

  it('with the seller’s changes never lose a bot: it has an owner, a due time, or is stopped', async () => {
    const userIds = await startedBots(10);
    const workers = await Promise.all([newWorker(), newWorker()]);
    const working = workers.map(async (workerId) => {
      for (let turn = 0; turn < 8; turn++)
        for (const userId of await claimAll(workerId, 3)) {
          const [row] = await readOwnBots(test.database, workerId, [userId]);
          if (row)
            await changeOwn(test.database, { userId, workerId, epoch: row.epoch }, { kind: 'released', dueAt: noon });
        }
    });
    const selling = userIds.map(async (userId, n) => {
      for (let turn = 0; turn < 4; turn++) await changeSettings(context, userId, { shareFrequency: 60 + turn });
      if (n % 2 === 0) await stop(context, userId);
    });
    await Promise.all([...working, ...selling]);
    expect(await freeOrphanedBots(test.database, noon)).toBe(0);
    const { rows } = await test.database.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from bots where user_id = any($1::bigint[]) group by 1 order by 1',
      [userIds],
    );
    expect(rows).toEqual([
      { state: 'stopped', count: 5 },
      { state: 'waiting', count: 5 },
    ]);
  });
});

describe('a planned start that races', () => {
  const midnight = Date.UTC(2026, 3, 29);

  /** Bots that stopped at their limit, with a start planned for midnight. */
  async function plannedBots(count: number): Promise<string[]> {
    const userIds = await startedBots(count);
    const workerId = await newWorker();
    await claimAll(workerId);
    for (const userId of userIds) {
      await changeSettings(context, userId, { dailyShareLimit: 50, resumeDaily: true });
      await claimAll(workerId);
      const [row] = await readOwnBots(test.database, workerId, [userId]);
      await test.database.query(
        `insert into daily_share_counts (user_id, share_date, share_count) values ($1, '2026-04-28', 50)`,
        [userId],
      );
      await test.database.transaction(async (tx) => {
        const own = { userId, workerId, epoch: row?.epoch ?? '' };
        await changeOwn(tx, own, { kind: 'limit_reached', revision: row?.revision ?? '', at: noon });
        const bot = await lockSeller(tx, userId, noon);
        const planned = bot && (await planRestart(tx, bot, { now: noon, isNew: true }));
        expect(planned?.startsAgainAt).toBe(midnight);
      });
    }
    return userIds;
  }
  const readBots = async (userIds: readonly string[]) => {
    const { rows } = await test.database.query<{ state: string; plan: number | null }>(
      'select distinct state, starts_again_at as plan from bots where user_id = any($1::bigint[]) order by 1',
      [userIds],
    );
    return rows;
  };
  /** What two workers and the seller see at midnight, and how often a start was recorded for each seller. */
  const atMidnight = () => {
    const started = new Map<string, number>();
    const record = async (_: unknown, { userId, action }: { userId: string; action: string }) => {
      if (action === 'BOT_STARTED') started.set(userId, (started.get(userId) ?? 0) + 1);
    };
    return { started, context: { ...commandContext(test.database, manualClock(midnight)), activity: { record } } };
  };

  type Late = ReturnType<typeof atMidnight>['context'];
  const limited = { ...standardSettings, dailyShareLimit: 50, resumeDaily: true };
  it.each<[string, 'waiting' | 'stopped', (late: Late, userId: string) => Promise<unknown>[]]>([
    ['between workers happens once', 'waiting', (late, userId) => [1, 2, 3].map(() => startAgain(late, userId))],
    [
      'with a stop leaves the bot stopped, whichever came first',
      'stopped',
      (late, userId) => [startAgain(late, userId), stop(late, userId)],
    ],
    [
      'with the seller’s own start starts the bot once',
      'waiting',
      (late, userId) => [startAgain(late, userId), start(late, userId, limited).catch(() => undefined)],
    ],
  ])('%s', async (_, state, rivals) => {
    const userIds = await plannedBots(8);
    const { started, context: late } = atMidnight();
    await Promise.all(userIds.flatMap((userId) => rivals(late, userId)));
    expect(await readBots(userIds)).toEqual([{ state, plan: null }]);
    if (state === 'waiting') expect([...started.values()]).toEqual(userIds.map(() => 1));
  });

  it('with the switch turned off is either done or never', async () => {
    const userIds = await plannedBots(8);
    const { started, context: late } = atMidnight();
    await Promise.all(
      userIds.flatMap((userId) => [startAgain(late, userId), changeSettings(late, userId, { resumeDaily: false })]),
    );
    for (const userId of userIds)
      expect(await readBots([userId])).toEqual([{ state: started.has(userId) ? 'waiting' : 'stopped', plan: null }]);
  });
});

it('a start that races with a switch to a real closet asks for the consent that the practice closet did not need', async () => {
  const { userId } = await addSeller(test.database, { listings: 1, now: noon });
  const summary = async () => {
    const seen = { connected: true, practice: true } as never;
    await test.database.query('update closets set practice = false where user_id = $1', [userId]);
    return seen;
  };
  const racing = { ...context, closet: { ...context.closet, summary } };
  await expect(start(racing, userId, { ...standardSettings })).rejects.toMatchObject({ code: 'consent_required' });
  await start(racing, userId, { ...standardSettings, acceptAutomationRisk: true });
});

it('a human check that another call meets during a pause with an end keeps the bot paused until its seller acts', async () => {
  const { userId } = await sharingBot();
  const fail = (kind: 'rate_limited' | 'human_check') =>
    pauseFromOutside(context, test.database, { userId, failure: { kind, message: 'No.' } });
  await fail('rate_limited');
  await fail('human_check');
  const read = async () => {
    const { rows } = await test.database.query(
      'select state, pause_reason as reason, resumes_at as "resumesAt", due_at as "dueAt" from bots where user_id = $1',
      [userId],
    );
    return rows[0];
  };
  expect(await read()).toEqual({ state: 'paused', reason: 'human_check', resumesAt: null, dueAt: null });
  await fail('rate_limited');
  expect(await read()).toMatchObject({ reason: 'human_check', resumesAt: null });
});

it('a pause that was settled by a process that ended ends by the sweep of a worker, but only once the closet is connected', async () => {
  const { userId } = await sharingBot();
  await pauseFromOutside(context, test.database, { userId, failure: { kind: 'otp_required', message: 'A code.' } });
  const whenCloset = async (state: string) => {
    await test.database.query('update closets set state = $2 where user_id = $1', [userId, state]);
    await resumeSettled(context);
    return (await findBot(test.database, userId, noon))?.phase.state;
  };
  expect(await whenCloset('connection_issue')).toBe('paused');
  expect(await whenCloset('ready')).toBe('sharing');
});

it('a pause that stores the outcome of its share locks the bot first, as everybody does who counts shares, so that no two of them deadlock', async () => {
  const { userId, own, ask } = await sharingBot();
  const reserved = await openLedger(test.database, clock).reserve(ask(0));
  const [row] = await readOwnBots(test.database, own.workerId, [userId]);
  if (reserved.kind !== 'reserved' || row === undefined) throw new Error('It was not reserved.');
  const { roundId, listingId, reservedAt } = reserved;
  const worker: Partial<WorkerState> = {
    context: { ...context, wakeWorkers() {} },
    database: test.database,
    lease: { workerId: own.workerId } as WorkerState['lease'],
  };
  const bot = runningBot({ row, round: null, open: [], now: noon });
  const settles = { userId, roundId, listingId, reservedAt, outcome: 'refused' as const, evidence: null, at: noon };
  let pausing: Promise<unknown> | undefined;
  // As another worker does that reserves for the bot, or a start that counts shares which a restore may have lost.
  await test.database.transaction(async (tx) => {
    await tx.query('select from bots where user_id = $1 for no key update', [userId]);
    pausing = pauseBot(worker as WorkerState, bot, {
      reason: 'human_check',
      resumesAt: null,
      message: 'A check.',
      settles,
    });
    await untilStatementWaits(test.database);
    await tx.query('update daily_share_counts set updated_at = now() where user_id = $1', [userId]);
  });
  await pausing;
  expect(await countOf(userId)).toBe(0);
  expect((await readOwnBots(test.database, own.workerId, [userId])).length).toBe(0);
});
