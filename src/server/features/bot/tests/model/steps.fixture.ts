// A model of the bot, which does not use the table of transitions, and what a step of it is: it acts on the bot in the database and on
// the model, and compares them.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ShareKind } from '#domain/bot/bot.ts';
import type { Database } from '#domain/ports/database.ts';
import { dayBounds, laterDay, shareDay } from '#domain/time.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { changeSettings } from '../../commands/change-settings.ts';
import { addSeller, addWorker, commandContext, openLedger } from '../bot-database.fixture.ts';

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

export const day = 24 * 3_600_000;

export type Model = {
  state: 'stopped' | 'waiting' | 'sharing' | 'paused' | 'waiting_for_browser';
  hasRound: boolean;
  /** In a pause: when it ends on its own, or that it waits for the seller. */
  pauseEnds: number | 'seller' | null;
  isCheck: boolean;
  owner: number | null;
  due: number | null;
  ownLimit: number;
  limit: number;
  resumesDaily: boolean;
  /** Whether it stopped at its limit, and when it starts again after that. */
  isAtLimit: boolean;
  startsAgainAt: number | null;
  gentleUntil: number;
  zone: string;
  guardedUntil: number;
  shareDay: string | null;
  shares: { at: number; day: string; counts: boolean; kind: ShareKind }[];
  tries: Map<string, number>;
  /** How often the owner has changed, and how often anyone except its workers has changed the row. */
  owners: number;
  changes: number;
};

/** A bot that was never started, with a limit of four shares a day. */
export const newModel = (): Model => ({
  state: 'stopped',
  hasRound: false,
  pauseEnds: null,
  isCheck: false,
  owner: null,
  due: null,
  ownLimit: 4,
  limit: 4,
  resumesDaily: false,
  isAtLimit: false,
  startsAgainAt: null,
  gentleUntil: 0,
  zone: 'UTC',
  guardedUntil: 0,
  shareDay: null,
  shares: [],
  tries: new Map(),
  owners: 0,
  changes: 0,
});

/** How often the important cases occurred: a sequence that never shares proves nothing. */
export const met = new Map<string, number>();
export const meet = (what: string): void => void met.set(what, (met.get(what) ?? 0) + 1);

export const today = (model: Model, now: number): string => laterDay(model.shareDay, shareDay(now, model.zone));
export const limitNow = (model: Model, now: number): number =>
  now < model.gentleUntil ? Math.max(Math.floor(model.ownLimit / 2), Math.min(model.ownLimit, 500)) : model.ownLimit;
export const onDay = (model: Model, which: string): number =>
  model.shares.filter((share) => share.counts && share.day === which).length;
export const ofKind = (model: Model, which: string, kind: ShareKind): number =>
  model.shares.filter((share) => share.counts && share.day === which && share.kind === kind).length;
const inWindow = (model: Model, now: number): number =>
  now < model.guardedUntil ? model.shares.filter((share) => share.counts && share.at > now - day).length : 0;
export const hasRoom = (model: Model, limit: number, now: number): boolean =>
  Math.max(onDay(model, today(model, now)), inWindow(model, now)) < limit;

/** When the limit has room again; null if it has room now. */
export const roomAgain = (model: Model, now: number): number | null => {
  const which = today(model, now);
  const byDay = onDay(model, which) < model.ownLimit ? now : dayBounds(which, model.zone).endsAt;
  const recent = model.shares.filter((share) => share.counts && share.at > now - day).map((share) => share.at);
  const oldestThatFills = recent.toSorted((a, b) => b - a)[model.ownLimit - 1];
  const isGuarded = now < model.guardedUntil && oldestThatFills !== undefined;
  const byGuard = isGuarded ? Math.min(oldestThatFills + day, model.guardedUntil) : now;
  return Math.max(byDay, byGuard) > now ? Math.max(byDay, byGuard) : null;
};
/** A start for the next day is planned if it was just requested, and moves with every change. */
export const plan = (model: Model, now: number, isNew: boolean): void => {
  if (model.state !== 'stopped' || !model.isAtLimit) return;
  const isWanted = model.resumesDaily && (isNew || model.startsAgainAt !== null);
  const before = model.startsAgainAt;
  model.startsAgainAt = isWanted ? (roomAgain(model, now) ?? before) : null;
  if (before === null && model.startsAgainAt !== null) meet('a start was planned');
  if (before !== null && model.startsAgainAt === null) meet('a planned start was called off');
  if (before !== null && model.startsAgainAt !== null && before !== model.startsAgainAt) meet('a planned start moved');
};
export const begin = (model: Model, now: number): void => {
  Object.assign(model, { state: 'waiting', isAtLimit: false, startsAgainAt: null, changes: model.changes + 1 });
  model.limit = limitNow(model, now);
  free(model, now);
};

export const free = (model: Model, due: number | null): void => {
  if (model.owner !== null) model.owners += 1;
  model.owner = null;
  model.due = model.state === 'stopped' ? null : model.state === 'paused' ? endOf(model) : due;
};
const endOf = ({ pauseEnds }: Model): number | null => (typeof pauseEnds === 'number' ? pauseEnds : null);
export const halt = (model: Model): void => {
  Object.assign(model, { state: 'stopped', hasRound: false, pauseEnds: null, isCheck: false });
  free(model, null);
};
/** After a pause, or when a browser is back: a round that was open continues. */
export const unpause = (model: Model): void => {
  Object.assign(model, { state: model.hasRound ? 'sharing' : 'waiting', pauseEnds: null, isCheck: false });
};
