import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { countShares } from '../../listings/listings.ts';
import { readRoomAgainAt } from '../state/room.ts';
import { untilStatementWaits } from '../tests/bot-database.fixture.ts';
import { ledgerRig, noon } from './ledger.fixture.ts';
import type { ReserveAsk } from './store.ts';

const rig = ledgerRig();
const { sharingBot, open, countOf, attemptsOf } = rig;
const hourMs = 3_600_000;

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

  const ownLease = '(select owner from bots where user_id = $1)';
  it.each<[string, why: string, because: Partial<ReserveAsk> | string]>([
    ['to another owner', 'lost', { owner: randomUUID() }],
    [
      'under a lease that has ended',
      'lost',
      `update workers set lease_until = now() - interval '1 ms' where id = ${ownLease}`,
    ],
    ['under a lease that was taken away', 'lost', `delete from workers where id = ${ownLease}`],
    ['to an older epoch', 'lost', { epoch: '0' }],
    ['after the seller stopped', 'changed', `update bots set state = 'stopped' where user_id = $1`],
    ['in a pause', 'changed', `update bots set state = 'paused' where user_id = $1`],
    ['with settings that were changed', 'changed', 'update bots set revision = 2 where user_id = $1'],
    ['in a round that is over', 'changed', 'update bots set round_id = null where user_id = $1'],
    ['with an old session', 'changed', 'update closets set revision = 2 where user_id = $1'],
    [
      'while another call of the account runs',
      'held',
      `update closets set locked_until = now() + interval '1 minute' where user_id = $1`,
    ],
    [
      'for a listing that was sold',
      'not_available',
      `update listings set is_active = false, availability = 'sold' where user_id = $1`,
    ],
    ['for a bot that is gone', 'busy', 'delete from bots where user_id = $1'],
    ['under a limit of nothing', 'limit', 'update bots set limit_in_force = 0 where user_id = $1'],
  ])('is not given %s', async (_, why, because) => {
    const { userId, ask } = await sharingBot();
    if (typeof because === 'string') await rig.database.query(because, [userId]);
    const asked = ask(0, typeof because === 'string' ? {} : because);
    expect(await open().reserve(asked)).toEqual({ kind: 'refused', why });
    expect(await countOf(userId)).toBe(0);
    expect(await attemptsOf(userId)).toEqual([]);
  });

  it('is given again after the account lock has ended', async () => {
    const { userId, ask } = await sharingBot();
    await rig.database.query(`update closets set locked_until = now() - interval '1 s' where user_id = $1`, [userId]);
    expect(await open().reserve(ask())).toMatchObject({ kind: 'reserved' });
  });

  it('waits for nobody: a bot whose row is being changed has to ask again', async () => {
    const { userId, ask } = await sharingBot();
    const other = await sharingBot();
    const ledger = open();
    await rig.database
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
    expect(await ledger.reserve(ask(2, { shareDay: '2026-04-28' }))).toEqual({ kind: 'refused', why: 'limit' });
  });

  it('moves no share day under a lease that has ended', async () => {
    const { userId, ask } = await sharingBot();
    const ledger = open();
    await ledger.reserve(ask(0, { shareDay: '2026-04-28' }));
    await rig.database.query(
      `update workers set lease_until = now() - interval '1 ms' where id = (select owner from bots where user_id = $1)`,
      [userId],
    );
    expect(await ledger.reserve(ask(1, { shareDay: '2026-04-29' }))).toEqual({ kind: 'refused', why: 'lost' });
    const { rows } = await rig.database.query('select share_day from bots where user_id = $1', [userId]);
    expect(rows).toEqual([{ share_day: '2026-04-28' }]);
  });

  it('also respects the limit in any 24 hours after a move to another zone', async () => {
    const { userId, ask } = await sharingBot({ limit: 2 });
    const ledger = open();
    await rig.database.query(
      `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, outcome)
       select $2::bigint, n, $1, '2026-04-27', to_timestamp($3::double precision / 1000) - n * interval '11 hours', n from generate_series(1, 3) n`,
      [userId, ask().roundId, noon],
    );
    // One shared 11 hours ago counts, one refused 22 hours ago and one of 33 hours ago do not.
    await rig.database.query(
      `update bots set rolling_until = to_timestamp($2::double precision / 1000) where user_id = $1`,
      [userId, noon + 1000],
    );
    expect(await ledger.reserve(ask(0))).toMatchObject({ kind: 'reserved', sharesToday: 1 });
    expect(await ledger.reserve(ask(1))).toEqual({ kind: 'refused', why: 'limit' });
    await rig.database.query(
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
    const outcome = { userId, roundId, listingId: ask().listingId, outcome: 'shared', evidence: 'trace-1' } as const;
    const both = await Promise.all([ledger.settle(outcome), open().settle(outcome)]);
    expect(both.toSorted()).toEqual([false, true]);
    const { rows } = await rig.database.query('select share_count, last_shared from listing_shares where id = $1', [
      ask().listingId,
    ]);
    expect(rows).toEqual([{ share_count: 1, last_shared: noon }]);
    expect(await attemptsOf(userId)).toEqual([{ outcome: 1, tries: 1, evidence: 'trace-1' }]);
    expect(await countOf(userId)).toBe(1);
  });

  it('counts both of a listing’s first shares, although the second one finds no row when it begins', async () => {
    const { userId, ask } = await sharingBot();
    const [first, other] = [ask(0).listingId, ask(1).listingId];
    let second: Promise<void> | undefined;
    await rig.database.transaction(async (tx) => {
      await countShares(tx, [{ userId, listingId: first, at: noon }]);
      second = countShares(rig.database, [
        { userId, listingId: first, at: noon + 1 },
        { userId, listingId: first, at: noon + 2 },
        { userId, listingId: other, at: noon },
      ]);
      await untilStatementWaits(rig.database);
    });
    await second;
    const { rows } = await rig.database.query(
      'select share_count, last_shared from listing_share_counts where user_id = $1 order by listing_id',
      [userId],
    );
    expect(rows).toEqual([
      { share_count: 3, last_shared: noon + 2 },
      { share_count: 1, last_shared: noon },
    ]);
  });

  it('gives a refused share back to its day, once', async () => {
    const { userId, roundId, ask } = await sharingBot();
    const ledger = open();
    await ledger.reserve(ask());
    const place = { userId, roundId, listingId: ask().listingId };
    const refused = { ...place, outcome: 'refused', evidence: 'validation: No' } as const;
    expect(await ledger.settle(refused)).toBe(true);
    expect(await ledger.settle(refused)).toBe(false);
    expect(await countOf(userId)).toBe(0);
  });

  it('keeps an unknown share counted, and unknown whatever is reported later', async () => {
    const { userId, roundId, ask } = await sharingBot();
    const ledger = open();
    await ledger.reserve(ask());
    const place = { userId, roundId, listingId: ask().listingId };
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
      ledger.settle({ userId, roundId, listingId: ask().listingId, outcome: 'refused', evidence: `${kind}: why` });
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

/** A seller who has just moved to another time zone. Yesterday, shares may have been lost with a server. */
async function movedSeller({ limit, lost, sharedAt }: { limit: number; lost: number; sharedAt: number[] }) {
  const { userId, ask } = await rig.sharingBot({ limit, listings: 3 });
  const { roundId } = ask();
  for (const [n, at] of sharedAt.entries())
    await rig.database.query(
      `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, outcome)
       values ($1, $2, $3, '2026-04-28', to_timestamp($4::double precision / 1000), 1)`,
      [roundId, ask(n).listingId, userId, at],
    );
  await rig.database.query(
    `insert into daily_share_counts (user_id, share_date, share_count, assumed) values ($1, '2026-04-27', $2, $2)`,
    [userId, lost],
  );
  const rollingUntil = noon + 40 * hourMs;
  await rig.database.query(
    `update bots set rolling_until = to_timestamp($2::double precision / 1000) where user_id = $1`,
    [userId, rollingUntil],
  );
  const day = { userId, timezone: 'UTC', day: '2026-04-28', rollingUntil, limit, now: noon };
  return { day, ask, rollingUntil, roomAt: () => readRoomAgainAt(rig.database, day) };
}

describe('room after a move to another time zone', () => {
  it.each([
    { lost: 0, limit: 2, roomAt: null },
    { lost: 0, limit: 1, roomAt: noon + 13 * hourMs },
    { lost: 1, limit: 3, roomAt: null },
    { lost: 1, limit: 2, roomAt: noon + 13 * hourMs },
    { lost: 2, limit: 2, roomAt: noon + 24 * hourMs },
  ])('with one share 11 hours ago, $lost that may be lost, and a limit of $limit', async ({ roomAt, ...of }) => {
    const seller = await movedSeller({ ...of, sharedAt: [noon - 11 * hourMs] });
    expect(await seller.roomAt()).toBe(roomAt);
    const reserved = await rig.open().reserve(seller.ask(1));
    expect(reserved).toMatchObject(roomAt === null ? { kind: 'reserved' } : { kind: 'refused', why: 'limit' });
  });
});

/** The long leg: `RACES=10000 npx vitest run` with this file. */
const races = Number(process.env.RACES ?? 1_000);

describe('the limit', () => {
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
        await rig.database.query('delete from share_attempts where user_id = any($1)', [userIds]);
        await rig.database.query('update daily_share_counts set share_count = 99 where user_id = any($1)', [userIds]);
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
        const { rows } = await rig.database.query(
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
