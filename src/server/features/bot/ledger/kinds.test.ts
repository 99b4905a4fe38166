import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ShareKind, shareKinds } from '#domain/bot/bot.ts';
import { ledgerRig, noon } from './ledger.fixture.ts';
import { kindNumbers } from './store.ts';

const rig = ledgerRig();
const { sharingBot, open } = rig;

/** Somebody to share back: the ledger's id of the share. */
async function someone(userId: string, roundId: string, n: number): Promise<number> {
  const { rows } = await rig.database.query<{ id: string }>(
    `insert into share_backs (user_id, day, person_hash, listing_hash, name, round_id, at)
     values ($1, '2026-04-28', 'p' || $3::int, 'l' || $3::int, 'mia', $2, to_timestamp($4::double precision / 1000)) returning id`,
    [userId, roundId, n, noon],
  );
  return -Number(rows[0]?.id);
}

async function countsOf(userId: string) {
  const { rows } = await rig.database.query<{ all: number; party: number; back: number }>(
    `select share_count as all, party_count as party, back_count as back from daily_share_counts where user_id = $1`,
    [userId],
  );
  const { rows: attempts } = await rig.database.query<{ kind: number; count: number }>(
    'select kind, count(*)::int as count from share_attempts where user_id = $1 and outcome <> 2 group by kind',
    [userId],
  );
  const of = (kind: ShareKind): number => attempts.find((row) => row.kind === kindNumbers[kind])?.count ?? 0;
  const ledger = { all: of('self') + of('party') + of('back'), party: of('party'), back: of('back') };
  return { day: rows[0] ?? { all: 0, party: 0, back: 0 }, ledger };
}

describe('a reservation of another kind', () => {
  it('counts toward the day like any other, and toward the number of its kind', async () => {
    const { userId, roundId, ask } = await sharingBot({ limit: 3 });
    const ledger = open();
    const back = await someone(userId, roundId, 1);
    await ledger.reserve(ask(0));
    expect(await ledger.reserve(ask(1, { kind: 'party', mostOfKind: 5 }))).toMatchObject({ sharesToday: 2 });
    expect(await ledger.reserve(ask(2, { kind: 'back', mostOfKind: 5, listingId: back }))).toMatchObject({
      marketId: null,
      sharesToday: 3,
    });
    expect(await ledger.reserve(ask(3, { kind: 'party', mostOfKind: 5 }))).toEqual({ kind: 'refused', why: 'limit' });
    expect((await countsOf(userId)).day).toEqual({ all: 3, party: 1, back: 1 });
  });

  it.each<ShareKind>(['party', 'back'])('of %s is refused above its own number, and others are not', async (kind) => {
    const { userId, roundId, ask } = await sharingBot();
    const ledger = open();
    const listing = async (n: number) => (kind === 'back' ? { listingId: await someone(userId, roundId, n) } : {});
    const reserve = async (n: number) => ledger.reserve(ask(n, { kind, mostOfKind: 2, ...(await listing(n)) }));
    await reserve(0);
    await reserve(1);
    expect(await reserve(2)).toEqual({ kind: 'refused', why: 'enough' });
    expect(await ledger.reserve(ask(3))).toMatchObject({ kind: 'reserved' });
  });

  it('is refused for a share-back that nobody planned', async () => {
    const { ask } = await sharingBot();
    const unplanned = ask(0, { kind: 'back', mostOfKind: 5, listingId: -999_999 });
    expect(await open().reserve(unplanned)).toEqual({ kind: 'refused', why: 'not_available' });
  });
});

it('no order of reservations and outcomes passes the limit or a number of a kind, and the counts are the ledger’s', async () => {
  const anyStep = fc.record({
    kind: fc.constantFrom(...shareKinds),
    outcome: fc.constantFrom('shared', 'refused', 'unknown', 'not_sent', null),
  });
  const plan = fc.record({
    limit: fc.integer({ min: 1, max: 8 }),
    most: fc.record({
      self: fc.constant(0),
      party: fc.integer({ min: 1, max: 4 }),
      back: fc.integer({ min: 1, max: 4 }),
    }),
    steps: fc.array(anyStep, { minLength: 4, maxLength: 16 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ limit, most, steps }) => {
      const { userId, roundId, ask } = await sharingBot({ limit, listings: steps.length });
      const ledgers = [open(), open()];
      await Promise.all(
        steps.map(async ({ kind, outcome }, n) => {
          const listingId = kind === 'back' ? await someone(userId, roundId, n) : ask(n).listingId;
          const ledger = ledgers[n % 2] ?? open();
          const answer = await ledger.reserve(ask(n, { kind, mostOfKind: most[kind], listingId }));
          if (answer.kind === 'refused' || outcome === null) return;
          const { reservedAt } = answer;
          await ledger.settle({ userId, roundId, listingId, reservedAt, outcome, evidence: 'validation: no' });
        }),
      );
      const { day, ledger } = await countsOf(userId);
      expect(day).toEqual(ledger);
      expect(day.all).toBeLessThanOrEqual(limit);
      expect(day.party).toBeLessThanOrEqual(most.party);
      expect(day.back).toBeLessThanOrEqual(most.back);
    }),
    { numRuns: 25 },
  );
});
