import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { manualClock } from '#server/adapters/clock/manual-clock.ts';
import { freshDatabase, type TestDatabase } from '#tests/database.ts';
import { createGroupCommit } from './group-commit.ts';
import { createLedger, sendWindowMs, turnLimitMs } from './ledger.ts';
import type { ReserveAsk } from './store.ts';

const noon = Date.UTC(2026, 3, 28, 12);
const today = '2026-04-28';

let test: TestDatabase;
let clock: ReturnType<typeof manualClock>;

beforeAll(async () => {
  test = await freshDatabase({ max: 20 });
  clock = manualClock(noon);
  await test.database.query(`select ensure_share_partition('2026-04-28'::date)`);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await test.drop();
});

let sellers = 0;

/** A bot in the middle of a round, owned by a worker with a valid lease. `ask(n)` requests a reservation for its n-th listing. */
async function sharingBot({
  limit = 50,
  listings = 5,
  counted = 0,
}: {
  limit?: number;
  listings?: number;
  counted?: number;
} = {}) {
  sellers += 1;
  const { database } = test;
  const owner = randomUUID();
  const at = 'to_timestamp($2::double precision / 1000)';
  const { rows: users } = await database.query<{ id: string }>(
    `insert into users (first_name, last_name, email, password, created_at) values ('A', 'B', $1, 'x', ${at}) returning id`,
    [`seller${sellers}@example.com`, noon],
  );
  const userId = users[0]?.id ?? '';
  await database.query(`insert into closets (user_id, practice, state, linked_at) values ($1, true, 'ready', ${at})`, [
    userId,
    noon,
  ]);
  const { rows } = await database.query<{ id: string }>(
    `insert into listings (user_id, poshmark_id, market_user_id, title, url, synced_at)
     select $1, 'm' || n, 'u', 'Listing ' || n, '', ${at} from generate_series(1, $3::int) n returning id`,
    [userId, noon, listings],
  );
  const { rows: rounds } = await database.query<{ id: string }>(
    `insert into rounds (id, user_id, started_at, plan, planned)
     values (($3::bigint << 20) + nextval('round_numbers'), $1, ${at}, '{}', 0) returning id`,
    [userId, noon, noon],
  );
  const roundId = rounds[0]?.id ?? '';
  await database.query(
    `insert into bots (user_id, state, settings, limit_in_force, owner, epoch, round_id) values ($1, 'sharing', '{}', $2, $3, 1, $4)`,
    [userId, limit, owner, roundId],
  );
  await database.query(`insert into workers (id, lease_until) values ($1, now() + interval '1 hour')`, [owner]);
  if (counted > 0) {
    await database.query('insert into daily_share_counts (user_id, share_date, share_count) values ($1, $2, $3)', [
      userId,
      today,
      counted,
    ]);
  }
  const ask = (n = 0, change: Partial<ReserveAsk> = {}): ReserveAsk => ({
    userId,
    owner,
    epoch: '1',
    roundId,
    listingId: Number(rows[n]?.id),
    shareDay: today,
    revision: '1',
    closetRevision: '1',
    ...change,
  });
  return { userId, roundId, ask };
}

/** A worker's ledger, with shorter times between group commits than in production. */
const openLedger = (database: Database = test.database) => {
  const group = createGroupCommit({ database, spacingMs: 5 });
  return { group, ledger: createLedger({ reservations: group, outcomes: group, clock }) };
};
const open = (database?: Database) => openLedger(database).ledger;

const countOf = async (userId: string, day = today): Promise<number> => {
  const { rows } = await test.database.query<{ share_count: number }>(
    'select share_count from daily_share_counts where user_id = $1 and share_date = $2',
    [userId, day],
  );
  return rows[0]?.share_count ?? 0;
};

const attemptsOf = async (userId: string) => {
  const { rows } = await test.database.query<{ outcome: number; tries: number; evidence: string | null }>(
    'select outcome, tries, evidence from share_attempts where user_id = $1 order by listing_id',
    [userId],
  );
  return rows;
};

describe('a reservation', () => {
  it('permits one share, and is counted and stored before it does', async () => {
    const { userId, ask } = await sharingBot();
    const answer = await open().reserve(ask());
    expect(answer).toMatchObject({ kind: 'reserved', marketId: 'm1', tries: 1, sharesToday: 1 });
    expect(await countOf(userId)).toBe(1);
    expect(await attemptsOf(userId)).toEqual([{ outcome: 0, tries: 1, evidence: null }]);
  });

  it('is given once per listing and round, even if two request it at once', async () => {
    const { userId, ask } = await sharingBot();
    const answers = await Promise.all([open().reserve(ask()), open().reserve(ask()), open().reserve(ask())]);
    expect(answers.filter(({ kind }) => kind === 'reserved')).toHaveLength(1);
    expect(answers.filter((answer) => answer.kind === 'refused' && answer.why === 'already')).toHaveLength(2);
    expect(await countOf(userId)).toBe(1);
  });

  const refusals: { name: string; change?: Partial<ReserveAsk>; sql?: string; why: string }[] = [
    { name: 'to another owner', change: { owner: randomUUID() }, why: 'lost' },
    {
      name: 'under a lease that has ended',
      sql: `update workers set lease_until = now() - interval '1 ms'
        where id = (select owner from bots where user_id = $1)`,
      why: 'lost',
    },
    {
      name: 'under a lease that was taken away',
      sql: 'delete from workers where id = (select owner from bots where user_id = $1)',
      why: 'lost',
    },
    { name: 'to an older epoch', change: { epoch: '0' }, why: 'lost' },
    { name: 'after the seller stopped', sql: `update bots set state = 'stopped' where user_id = $1`, why: 'changed' },
    { name: 'in a pause', sql: `update bots set state = 'paused' where user_id = $1`, why: 'changed' },
    { name: 'with settings that were changed', sql: 'update bots set revision = 2 where user_id = $1', why: 'changed' },
    { name: 'in a round that is over', sql: 'update bots set round_id = null where user_id = $1', why: 'changed' },
    { name: 'with an old session', sql: 'update closets set revision = 2 where user_id = $1', why: 'changed' },
    {
      name: 'while another call of the account runs',
      sql: `update closets set locked_until = now() + interval '1 minute' where user_id = $1`,
      why: 'held',
    },
    {
      name: 'for a listing that was sold',
      sql: `update listings set is_active = false, availability = 'sold' where user_id = $1`,
      why: 'not_available',
    },
    { name: 'for a bot that is gone', sql: 'delete from bots where user_id = $1', why: 'busy' },
    { name: 'under a limit of nothing', sql: 'update bots set limit_in_force = 0 where user_id = $1', why: 'cap' },
  ];
  it.each(refusals)('is not given $name', async ({ change, sql, why }) => {
    const { userId, ask } = await sharingBot();
    if (sql) await test.database.query(sql, [userId]);
    expect(await open().reserve(ask(0, change))).toEqual({ kind: 'refused', why });
    expect(await countOf(userId)).toBe(0);
    expect(await attemptsOf(userId)).toEqual([]);
  });

  it('is given again after the account lock has ended', async () => {
    const { userId, ask } = await sharingBot();
    await test.database.query(`update closets set locked_until = now() - interval '1 s' where user_id = $1`, [userId]);
    expect(await open().reserve(ask())).toMatchObject({ kind: 'reserved' });
  });

  it('waits for nobody: a bot whose row is being changed has to ask again', async () => {
    const { userId, ask } = await sharingBot();
    const other = await sharingBot();
    const ledger = open();
    await test.database
      .transaction(async (tx) => {
        await tx.query('update bots set limit_reason = null where user_id = $1', [userId]);
        const held = ledger.reserve(ask());
        expect(await ledger.reserve(other.ask())).toMatchObject({ kind: 'reserved' });
        return { held };
      })
      .then(async ({ held }) => expect(await held).toMatchObject({ kind: 'reserved' }));
  });

  it('is counted for a share day that never moves backward', async () => {
    const { userId, ask } = await sharingBot({ limit: 2 });
    const ledger = open();
    await ledger.reserve(ask(0, { shareDay: '2026-04-29' }));
    await ledger.reserve(ask(1, { shareDay: '2026-04-28' }));
    expect(await countOf(userId, '2026-04-28')).toBe(0);
    expect(await countOf(userId, '2026-04-29')).toBe(2);
    expect(await ledger.reserve(ask(2, { shareDay: '2026-04-28' }))).toEqual({ kind: 'refused', why: 'cap' });
  });

  it('also respects the limit in any 24 hours after a move to another zone', async () => {
    const { userId, ask } = await sharingBot({ limit: 2 });
    const ledger = open();
    await test.database.query(
      `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, outcome)
       select $2::bigint, n, $1, '2026-04-27', to_timestamp($3::double precision / 1000) - n * interval '11 hours', n from generate_series(1, 3) n`,
      [userId, ask().roundId, noon],
    );
    // One shared 11 hours ago counts, one refused 22 hours ago and one of 33 hours ago do not.
    await test.database.query(
      `update bots set rolling_until = to_timestamp($2::double precision / 1000) where user_id = $1`,
      [userId, noon + 1000],
    );
    expect(await ledger.reserve(ask(0))).toMatchObject({ kind: 'reserved', sharesToday: 1 });
    expect(await ledger.reserve(ask(1))).toEqual({ kind: 'refused', why: 'cap' });
    await test.database.query(
      `update bots set rolling_until = to_timestamp($2::double precision / 1000) where user_id = $1`,
      [userId, noon],
    );
    expect(await ledger.reserve(ask(1))).toMatchObject({ kind: 'reserved', sharesToday: 2 });
  });
});

describe('settling', () => {
  it('confirms a share once, and adds one to the listing’s count', async () => {
    const { userId, roundId, ask } = await sharingBot();
    const ledger = open();
    await ledger.reserve(ask());
    const outcome = { roundId, listingId: ask().listingId, outcome: 'shared', evidence: 'trace-1' } as const;
    const both = await Promise.all([ledger.settle(outcome), open().settle(outcome)]);
    expect(both.toSorted()).toEqual([false, true]);
    const { rows } = await test.database.query('select share_count, last_shared from listings where id = $1', [
      ask().listingId,
    ]);
    expect(rows).toEqual([{ share_count: 1, last_shared: noon }]);
    expect(await attemptsOf(userId)).toEqual([{ outcome: 1, tries: 1, evidence: 'trace-1' }]);
    expect(await countOf(userId)).toBe(1);
  });

  it('gives a refused share back to its day, once', async () => {
    const { userId, roundId, ask } = await sharingBot();
    const ledger = open();
    await ledger.reserve(ask());
    const refused = { roundId, listingId: ask().listingId, outcome: 'refused', evidence: 'validation: No' } as const;
    expect(await ledger.settle(refused)).toBe(true);
    expect(await ledger.settle(refused)).toBe(false);
    expect(await countOf(userId)).toBe(0);
  });

  it('keeps an unknown share counted, and unknown whatever is reported later', async () => {
    const { userId, roundId, ask } = await sharingBot();
    const ledger = open();
    await ledger.reserve(ask());
    const place = { roundId, listingId: ask().listingId };
    await ledger.settle({ ...place, outcome: 'unknown', evidence: 'uncertain: cut' });
    expect(await ledger.settle({ ...place, outcome: 'refused', evidence: 'late' })).toBe(false);
    expect(await countOf(userId)).toBe(1);
    expect(await ledger.reserve(ask())).toEqual({ kind: 'refused', why: 'already' });
  });

  it.each([
    { kind: 'token_rejected', again: true },
    { kind: 'session_expired', again: true },
    { kind: 'not_sent', again: true },
    { kind: 'validation', again: false },
    { kind: 'human_check', again: false },
  ])('lets the same listing be tried once more after $kind: $again', async ({ kind, again }) => {
    const { userId, roundId, ask } = await sharingBot();
    const ledger = open();
    const refuse = () =>
      ledger.settle({ roundId, listingId: ask().listingId, outcome: 'refused', evidence: `${kind}: why` });
    await ledger.reserve(ask());
    await refuse();
    const second = await ledger.reserve(ask());
    expect(second).toMatchObject(again ? { kind: 'reserved', tries: 2 } : { kind: 'refused', why: 'already' });
    if (again) {
      expect(await countOf(userId)).toBe(1);
      await refuse();
      expect(await ledger.reserve(ask())).toEqual({ kind: 'refused', why: 'already' });
    }
    expect(await countOf(userId)).toBe(0);
  });
});

/** The long leg: `RACES=10000 npx vitest run` with this file. */
const races = Number(process.env.RACES ?? 1_000);

describe('the cap', () => {
  it(
    'gives one of 40 requests the last reservation, a thousand times',
    async () => {
      const ledgers = Array.from({ length: 8 }, () => open());
      const bots = await Promise.all(
        Array.from({ length: 50 }, () => sharingBot({ limit: 100, counted: 99, listings: 40 })),
      );
      const userIds = bots.map(({ userId }) => userId);
      /** The same bots race again and again, each time with one reservation left: new ones would take half of the time. */
      const leaveOne = async () => {
        await test.database.query('delete from share_attempts where user_id = any($1)', [userIds]);
        await test.database.query('update daily_share_counts set share_count = 99 where user_id = any($1)', [userIds]);
      };
      for (let turn = 0; turn < races / bots.length; turn++) {
        await leaveOne();
        await Promise.all(
          bots.map(async ({ ask }) => {
            const answers = await Promise.all(
              Array.from({ length: 40 }, (_, n) => (ledgers[n % ledgers.length] ?? open()).reserve(ask(n))),
            );
            expect(answers.filter(({ kind }) => kind === 'reserved')).toHaveLength(1);
          }),
        );
        const { rows } = await test.database.query(
          `select share_count as counted, (select count(*)::int from share_attempts a where a.user_id = c.user_id) as attempts
         from daily_share_counts c where user_id = any($1)`,
          [userIds],
        );
        expect(rows).toEqual(bots.map(() => ({ counted: 100, attempts: 1 })));
      }
    },
    240 * races,
  );
});

describe('a group', () => {
  it('runs the requests of hundreds of bots in a few commits', async () => {
    const { ledger, group } = openLedger();
    const bots = await Promise.all(Array.from({ length: 200 }, () => sharingBot()));
    const answers = await Promise.all(bots.map(({ ask }) => ledger.reserve(ask())));
    expect(answers.every(({ kind }) => kind === 'reserved')).toBe(true);
    expect(group.commits).toBeLessThanOrEqual(2);
  });

  it('answers a thousand requests at once, each with its own result', async () => {
    const { ledger } = openLedger();
    const bots = await Promise.all(Array.from({ length: 1_000 }, (_, n) => sharingBot({ counted: n % 50 })));
    const answers = await Promise.all(bots.map(({ ask }) => ledger.reserve(ask())));
    expect(answers).toMatchObject(
      bots.map(({ ask }, n) => ({ kind: 'reserved', listingId: ask().listingId, sharesToday: (n % 50) + 1 })),
    );
  });

  /** A ledger whose database is busy until `release(ms)` lets so much monotonic time have passed. */
  function openBusy() {
    let letGo = () => {};
    const busy = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const ledger = open({ ...test.database, transaction: (work) => busy.then(() => test.database.transaction(work)) });
    const real = performance.now.bind(performance);
    const release = (ms: number) => {
      vi.spyOn(performance, 'now').mockImplementation(() => real() + ms);
      letGo();
    };
    return { ledger, release };
  }

  it('counts the time to send from its turn, not from when it was queued', async () => {
    const { ask } = await sharingBot();
    const { ledger, release } = openBusy();
    const askedAt = performance.now();
    const waiting = ledger.reserve(ask());
    release(turnLimitMs / 2);
    const answer = await waiting;
    expect(answer.kind === 'reserved' && answer.sendBefore - askedAt).toBeGreaterThan(sendWindowMs + turnLimitMs / 2);
  });

  it('reserves nothing for a request that has waited too long', async () => {
    const { userId, ask } = await sharingBot();
    const { ledger, release } = openBusy();
    const waiting = ledger.reserve(ask());
    release(turnLimitMs);
    expect(await waiting).toEqual({ kind: 'refused', why: 'busy' });
    expect(await attemptsOf(userId)).toEqual([]);
    expect(await countOf(userId)).toBe(0);
  });

  it('lets a request that cannot be stored fail alone', async () => {
    const ledger = open();
    const [sound, broken] = [await sharingBot(), await sharingBot()];
    const answers = await Promise.all([
      ledger.reserve(broken.ask(0, { shareDay: 'not a day' })),
      ledger.reserve(sound.ask()),
    ]);
    expect(answers).toMatchObject([{ kind: 'refused', why: 'failed' }, { kind: 'reserved' }]);
  });

  /** Doubles numbers. A negative one throws, as a broken rule would. */
  const doubling = (onLoss: 'keep' | 'reject', database = test.database) =>
    createGroupCommit({ database, spacingMs: 5, retryMs: 1 }).operation<number, number>({
      async run(tx, asks) {
        await tx.query('select 1');
        if (asks.some((ask) => ask < 0)) throw new Error('There is no half of a share.');
        return asks.map((ask) => 2 * ask);
      },
      keyOf: String,
      onLoss,
    });

  it.each(['keep', 'reject'] as const)('lets a request that our own code rejects fail alone (%s)', async (onLoss) => {
    const double = doubling(onLoss);
    const answers = await Promise.allSettled([1, 2, -3, 4, 5].map(double));
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });

  it.each([
    { onLoss: 'keep' as const, expected: ['fulfilled', 'fulfilled'] },
    { onLoss: 'reject' as const, expected: ['rejected', 'rejected'] },
  ])('over a connection that is lost in a statement: $onLoss', async ({ onLoss, expected }) => {
    let losses = 0;
    const falling: Database = {
      ...test.database,
      transaction: (work) =>
        test.database.transaction((tx) =>
          work({
            query: (sql, params) => {
              losses += 1;
              // In the second statement, the operation's own.
              return losses === 2 ? Promise.reject(new Error('Connection terminated')) : tx.query(sql, params);
            },
          }),
        ),
    };
    const answers = await Promise.allSettled([1, 2].map(doubling(onLoss, falling)));
    expect(answers.map(({ status }) => status)).toEqual(expected);
  });

  it.each(['never began', 'was rolled back'])('gives back no later share if its own reservation %s', async (how) => {
    const { userId, roundId, ask } = await sharingBot();
    let isAway = true;
    const falling: Database = {
      ...test.database,
      transaction: async (work) => {
        if (!isAway) return test.database.transaction(work);
        isAway = false;
        const lost = () => new Error('Connection terminated unexpectedly');
        if (how === 'never began') throw lost();
        return test.database.transaction(async (tx) => {
          await work(tx);
          throw lost();
        });
      },
    };
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const outcomes = createGroupCommit({
      database: { ...test.database, transaction: (work) => held.then(() => test.database.transaction(work)) },
      spacingMs: 5,
    });
    const ledger = createLedger({
      reservations: createGroupCommit({ database: falling, spacingMs: 5 }),
      outcomes,
      clock,
    });
    expect(await ledger.reserve(ask())).toEqual({ kind: 'refused', why: 'failed' });

    // The database is back, and the bot requests the same listing before the first outcome is stored.
    await clock.advance(1_000);
    const second = await ledger.reserve(ask());
    expect(second).toMatchObject({ kind: 'reserved', tries: 1 });
    letGo();
    await outcomes.drain(5_000);
    expect(await attemptsOf(userId)).toEqual([{ outcome: 0, tries: 1, evidence: null }]);
    expect(await countOf(userId)).toBe(1);
    const shared = { roundId, listingId: ask().listingId, outcome: 'shared', evidence: 'trace' } as const;
    expect(await ledger.settle(shared)).toBe(true);
  });

  it('reserves nothing while the database is unreachable, and gives back reservations that may have been stored', async () => {
    const { userId, ask } = await sharingBot();
    let isAway = true;
    const ledger = open({
      ...test.database,
      transaction: async (work) => {
        const result = await test.database.transaction(work);
        // The commit succeeded, but its acknowledgment was lost.
        if (isAway) {
          isAway = false;
          throw new Error('Connection terminated unexpectedly');
        }
        return result;
      },
    });
    expect(await ledger.reserve(ask())).toEqual({ kind: 'refused', why: 'failed' });
    await expect.poll(() => countOf(userId)).toBe(0);
    expect(await attemptsOf(userId)).toMatchObject([{ outcome: 2, evidence: 'not_sent: the database was lost' }]);
  });
});
