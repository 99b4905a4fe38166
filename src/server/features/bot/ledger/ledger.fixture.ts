// Bots that share, and ledgers for them, in a database of the test file.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { freshDatabase, type TestDatabase } from '#tests/database.ts';
import { addSeller, addWorker } from '../tests/bot-database.fixture.ts';
import { createGroupCommit } from './group-commit.ts';
import { createLedger } from './ledger.ts';
import type { ReserveAsk } from './store.ts';

export const noon = Date.UTC(2026, 3, 28, 12);
const today = '2026-04-28';

/** Opens the database before the file's tests, and drops it after them. */
export function ledgerRig() {
  let test: TestDatabase;
  const clock = manualClock(noon);
  beforeAll(async () => {
    test = await freshDatabase({ max: 20 });
  });
  afterAll(() => test.drop());

  const sharingBot = (change: Parameters<typeof addSharingBot>[1] = {}) => addSharingBot(test.database, change);
  /** Adds 50 at a time, because nobody waits longer than five seconds for a connection. */
  const sharingBots = async (count: number, changeOf: (n: number) => Parameters<typeof sharingBot>[0] = () => ({})) => {
    const bots: Awaited<ReturnType<typeof sharingBot>>[] = [];
    while (bots.length < count) {
      const numbers = Array.from({ length: Math.min(50, count - bots.length) }, (_, n) => bots.length + n);
      bots.push(...(await Promise.all(numbers.map((n) => sharingBot(changeOf(n))))));
    }
    return bots;
  };

  /** A worker's ledger, with shorter times between group commits than in production. */
  const openLedger = (database: Database = test.database) => {
    const reservations = createGroupCommit({ database, spacingMs: 5, isOneStatement: true });
    const outcomes = createGroupCommit({ database, spacingMs: 5 });
    return { reservations, ledger: createLedger({ reservations, outcomes, clock }) };
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

  return {
    clock,
    get database() {
      return test.database;
    },
    sharingBot,
    sharingBots,
    openLedger,
    open,
    countOf,
    attemptsOf,
  };
}

/** A bot in the middle of a round, owned by a worker with a valid lease. `ask(n)` requests a reservation for its n-th listing. */
async function addSharingBot(
  database: Database,
  { limit = 50, listings = 5, counted = 0 }: { limit?: number; listings?: number; counted?: number },
) {
  const owner = randomUUID();
  const { userId, listingIds } = await addSeller(database, { listings, now: noon });
  const { rows: rounds } = await database.query<{ id: string }>(
    `insert into rounds (id, user_id, started_at, plan, planned)
     values (($2::bigint << 20) + nextval('round_numbers'), $1, now(), '{}', 0) returning id`,
    [userId, noon],
  );
  const roundId = rounds[0]?.id ?? '';
  await database.query(
    `insert into bots (user_id, state, settings, limit_in_force, owner, epoch, round_id) values ($1, 'sharing', '{}', $2, $3, 1, $4)`,
    [userId, limit, owner, roundId],
  );
  await addWorker(database, owner);
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
    listingId: listingIds[n] ?? 0,
    kind: 'self',
    mostOfKind: 0,
    shareDay: today,
    revision: '1',
    closetRevision: '1',
    ...change,
  });
  return { userId, roundId, ask };
}
