import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { createGroupCommit } from './group-commit.ts';
import { ledgerRig } from './ledger.fixture.ts';
import { createLedger, sendWindowMs, turnLimitMs } from './ledger.ts';

const rig = ledgerRig();
const { sharingBot, sharingBots, openLedger, open, countOf, attemptsOf, clock } = rig;
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a group', () => {
  it('runs the requests of hundreds of bots in a few commits', async () => {
    const { ledger, reservations } = openLedger();
    const bots = await sharingBots(200);
    const answers = await Promise.all(bots.map(({ ask }) => ledger.reserve(ask())));
    expect(answers.every(({ kind }) => kind === 'reserved')).toBe(true);
    expect(reservations.commits).toBeLessThanOrEqual(2);
  });

  it('answers a thousand requests at once, each with its own result', async () => {
    const { ledger } = openLedger();
    const bots = await sharingBots(1_000, (n) => ({ counted: n % 50 }));
    const answers = await Promise.all(bots.map(({ ask }) => ledger.reserve(ask())));
    expect(answers).toMatchObject(
      bots.map(({ ask }, n) => ({ kind: 'reserved', listingId: ask().listingId, sharesToday: (n % 50) + 1 })),
    );
  });

  it('asks the leases of several owners at once, and reserves nothing under one that has ended', async () => {
    const ledger = open();
    const [standing, ended] = [await sharingBot(), await sharingBot()];
    await rig.database.query(`update workers set lease_until = now() - interval '1 ms' where id = $1`, [
      ended.ask().owner,
    ]);
    const answers = await Promise.all([ledger.reserve(ended.ask()), ledger.reserve(standing.ask())]);
    expect(answers).toMatchObject([{ kind: 'refused', why: 'lost' }, { kind: 'reserved' }]);
    expect(await attemptsOf(ended.userId)).toEqual([]);
  });

  it('stores no reservation that is not counted', async () => {
    const { userId, ask } = await sharingBot();
    const other = await sharingBot();
    await rig.database.query(
      `create function forget_count() returns trigger language plpgsql as 'begin return null; end';
       create trigger forget_count before insert on daily_share_counts for each row when (new.user_id = ${userId})
         execute function forget_count()`,
    );
    const ledger = open();
    const answers = await Promise.all([ledger.reserve(ask()), ledger.reserve(other.ask())]);
    expect(answers).toMatchObject([{ kind: 'refused', why: 'failed' }, { kind: 'reserved' }]);
    expect(await attemptsOf(userId)).toEqual([]);
    await rig.database.query('drop function forget_count cascade');
  });

  it('settles in two groups what it reserved in one, without moving a row or adding to an index', async () => {
    const ledger = open();
    const bots = await sharingBots(300);
    const pageOf = async () => {
      const { rows } = await rig.database.query<{ key: string; page: number }>(
        `select user_id || '/' || listing_id as key, (ctid::text::point)[0]::int as page from share_attempts
         where user_id = any($1::bigint[])`,
        [bots.map(({ userId }) => userId)],
      );
      return new Map(rows.map(({ key, page }) => [key, page]));
    };
    const reserved = await Promise.all(bots.map(({ ask }) => ledger.reserve(ask())));
    const before = await pageOf();
    const shared = { outcome: 'shared', evidence: 'req-7f3a91c2d4e85b60' } as const;
    for (const half of [0, 1]) {
      const settled = reserved.map(
        (answer, index) => index % 2 === half && answer.kind === 'reserved' && ledger.settle({ ...answer, ...shared }),
      );
      expect((await Promise.all(settled)).filter((isSettled) => isSettled)).toHaveLength(150);
    }
    expect(before.size).toBe(300);
    expect(await pageOf()).toEqual(before);
  });

  it.each(['keep', 'reject'] as const)(
    'lets a request with a value that the driver can’t write fail alone (%s)',
    async (onLoss) => {
      type Ask = { n: number; self?: Ask };
      const group = createGroupCommit({ database: rig.database, spacingMs: 5, retryMs: 1 });
      const store = group.operation<Ask, number>({
        async run(tx, asks) {
          // The driver turns objects into JSON, and its error has no SQLSTATE.
          for (const ask of asks) await tx.query('select $1::jsonb', [ask]);
          return asks.map(({ n }) => n);
        },
        keyOf: ({ n }) => String(n),
        onLoss,
      });
      const circle: Ask = { n: 2 };
      circle.self = circle;
      const answers = await Promise.allSettled([{ n: 1 }, circle, { n: 3 }].map(store));
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    },
  );

  /** A ledger whose database is busy until `release(ms)` advances monotonic time and lets it answer. */
  function openBusy() {
    let letGo = () => {};
    const busy = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const ledger = open({
      ...rig.database,
      transaction: (work, options) => busy.then(() => rig.database.transaction(work, options)),
    });
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
  const doubling = (onLoss: 'keep' | 'reject', database?: Database) =>
    createGroupCommit({ database: database ?? rig.database, spacingMs: 5, retryMs: 1 }).operation<number, number>({
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
      ...rig.database,
      transaction: (work) =>
        rig.database.transaction((tx) =>
          work({
            query: (sql, params) => {
              losses += 1;
              return losses === 1 ? Promise.reject(new Error('Connection terminated')) : tx.query(sql, params);
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
      ...rig.database,
      transaction: async (work) => {
        if (!isAway) return rig.database.transaction(work);
        isAway = false;
        const lost = () => new Error('Connection terminated unexpectedly');
        if (how === 'never began') throw lost();
        return rig.database.transaction(async (tx) => {
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
      database: { ...rig.database, transaction: (work) => held.then(() => rig.database.transaction(work)) },
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
    const shared = { userId, roundId, listingId: ask().listingId, outcome: 'shared', evidence: 'trace' } as const;
    expect(await ledger.settle(shared)).toBe(true);
  });

  it('reserves nothing while the database is unreachable, and gives back reservations that may have been stored', async () => {
    const { userId, ask } = await sharingBot();
    let isAway = true;
    const ledger = open({
      ...rig.database,
      transaction: async (work, options) => {
        const result = await rig.database.transaction(work, options);
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
    expect(await attemptsOf(userId)).toEqual([]);
  });
});
