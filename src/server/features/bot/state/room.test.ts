import { describe, expect, it } from 'vitest';
import { ledgerRig, noon } from '../ledger/ledger.fixture.ts';
import { readRoomAgainAt } from './room.ts';

const rig = ledgerRig();
const hourMs = 3_600_000;

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
