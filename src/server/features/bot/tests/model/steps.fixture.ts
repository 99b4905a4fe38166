// What a step of the model is: it acts on the bot in the database and on the model, and compares them.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ShareKind } from '#domain/bot/bot.ts';
import type { Database } from '#domain/ports/database.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { changeSettings } from '../../commands/change-settings.ts';
import { addSeller, addWorker, commandContext, openLedger } from '../bot-database.fixture.ts';
import { endOf, type Model, meet, onDay } from './bot-model.fixture.ts';

export const workers = [0, 1, 2];

/** What a worker remembers about the bot, which may be long out of date. The last two are the model's view of it. */
export type Memory = { epoch: string; revision: string; roundId: string | null; owners: number; changes: number };
export type Real = {
  database: Database;
  userId: string;
  listingIds: number[];
  clock: ReturnType<typeof manualClock>;
  context: ReturnType<typeof commandContext>;
  ledger: ReturnType<typeof openLedger>;
  leases: string[];
  memories: (Memory | null)[];
  listing: number;
  lastSeen: { epoch: bigint; revision: bigint };
  partitions: Set<string>;
  kinds: Map<string, ShareKind>;
};

export async function newReal(database: Database): Promise<Real> {
  // Deletes the bots of the previous sequence, because claims look at all bots.
  await database.query('delete from bots');
  await database.query('delete from workers');
  const clock = manualClock(Date.UTC(2026, 3, 28, 12));
  const { userId, listingIds } = await addSeller(database, { listings: 80, now: clock.now() });
  const leases = workers.map(() => randomUUID());
  for (const lease of leases) await addWorker(database, lease);
  const context = commandContext(database, clock);
  await changeSettings(context, userId, { dailyShareLimit: 4 });
  return {
    database,
    userId,
    listingIds,
    clock,
    context,
    ledger: openLedger(database, clock),
    leases,
    memories: workers.map(() => null),
    listing: 0,
    lastSeen: { epoch: 0n, revision: 0n },
    partitions: new Set(),
    kinds: new Map(),
  };
}

type Act = (model: Model, real: Real) => Promise<void>;
export type Command = fc.AsyncCommand<Model, Real> & { act: Act };

/** Runs the step, then compares the row with the model. Triggers catch writes that must never happen. */
export const command = (name: string, act: Act): Command => ({
  act,
  check: () => true,
  toString: () => name,
  async run(model, real) {
    await act(model, real);
    meet(model.state);
    const { rows } = await real.database.query<{
      state: string;
      owner: string | null;
      due: number | null;
      hasRound: boolean;
      limit: number;
      resumes: number | null;
      startsAgain: number | null;
      epoch: string;
      revision: string;
    }>(
      `select state, owner, due_at as due, round_id is not null as "hasRound", limit_in_force as limit,
         resumes_at as resumes, starts_again_at as "startsAgain", epoch, revision from bots where user_id = $1`,
      [real.userId],
    );
    const row = rows[0];
    expect(row).toMatchObject({
      state: model.state,
      owner: model.owner === null ? null : real.leases[model.owner],
      due: model.due,
      hasRound: model.hasRound,
      limit: model.limit,
      resumes: endOf(model),
      startsAgain: model.startsAgainAt,
    });
    const seen = { epoch: BigInt(row?.epoch ?? 0), revision: BigInt(row?.revision ?? 0) };
    expect(seen.epoch >= real.lastSeen.epoch && seen.revision >= real.lastSeen.revision).toBe(true);
    real.lastSeen = seen;
    const { rows: counts } = await real.database.query<{ day: string; count: number }>(
      'select share_date as day, share_count as count from daily_share_counts where user_id = $1 and share_count > 0',
      [real.userId],
    );
    const days = [...new Set(model.shares.filter(({ counts: isCounted }) => isCounted).map((share) => share.day))];
    expect(counts.toSorted((a, b) => (a.day < b.day ? -1 : 1))).toEqual(
      days.toSorted().map((each) => ({ day: each, count: onDay(model, each) })),
    );
  },
});

export const byWorker = <T>(make: (worker: number) => T) => fc.constantFrom(...workers).map(make);
/** The claim that a worker believes it has, and whether it is right. */
export const claimOf = ({ owner, owners }: Model, { userId, leases, memories }: Real, worker: number) => {
  const memory = memories[worker];
  if (!memory) return null;
  const own = { userId, workerId: leases[worker] ?? '', epoch: memory.epoch };
  return { own, memory, isOwner: owner === worker && memory.owners === owners };
};
