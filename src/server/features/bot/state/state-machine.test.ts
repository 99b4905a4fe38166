import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noBackoff, readBackoff } from '#domain/bot/backoff.ts';
import { standardSettings } from '#domain/bot/bot.ts';
import { Failure } from '#domain/failure.ts';
import { dayBounds, laterDay, shareDay } from '#domain/time.ts';
import { manualClock } from '#server/adapters/clock/manual-clock.ts';
import { freshDatabase, type TestDatabase } from '#tests/database.ts';
import { changeSettings } from '../commands/change-settings.ts';
import { moveZone } from '../commands/move-zone.ts';
import { pauseFromOutside } from '../commands/pause-from-outside.ts';
import { planRestart } from '../commands/plan-restart.ts';
import { resume } from '../commands/resume.ts';
import { start } from '../commands/start.ts';
import { startAgain } from '../commands/start-again.ts';
import { stop } from '../commands/stop.ts';
import type { Outcome } from '../ledger/store.ts';
import { ensurePartition, finishRounds, startRounds } from '../rounds/store.ts';
import { addSeller, addWorker, commandContext, keepPromises, openLedger } from './bot-database.fixture.ts';
import { findStartingAgain } from './store.ts';
import {
  claimDue,
  closeLease,
  endPause,
  freeLostBots,
  freeOrphanedBots,
  freeUnknownBots,
  readOwnBots,
  release,
  saveLimitReached,
  saveLimitUpdate,
  savePause,
  skipRound,
} from './worker-store.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const workers = [0, 1, 2];
const zones = ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/New_York'];

let test: TestDatabase;
beforeAll(async () => {
  test = await freshDatabase();
  await keepPromises(test.database);
});
afterAll(async () => {
  await test.drop();
});

/** A model of a bot that does not use the table of transitions. */
type Model = {
  state: 'stopped' | 'waiting' | 'sharing' | 'paused';
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
  shares: { at: number; day: string; counts: boolean }[];
  tries: Map<string, number>;
  /** How often the owner has changed, and how often anyone except its workers has changed the row. */
  owners: number;
  changes: number;
};

/** What a worker remembers about the bot, which may be long out of date. The last two are the model's view of it. */
type Memory = { epoch: string; revision: string; roundId: string | null; owners: number; changes: number };
type Real = {
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
};

async function setup(): Promise<{ model: Model; real: Real }> {
  // Deletes the bots of the previous sequence, because claims look at all bots.
  await test.database.query('delete from bots');
  await test.database.query('delete from workers');
  const clock = manualClock(Date.UTC(2026, 3, 28, 12));
  const { userId, listingIds } = await addSeller(test.database, { listings: 80, now: clock.now() });
  const leases = workers.map(() => randomUUID());
  for (const lease of leases) await addWorker(test.database, lease);
  const context = commandContext(test.database, clock);
  await changeSettings(context, userId, { dailyShareLimit: 4 });
  const model: Model = {
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
  };
  const real: Real = {
    userId,
    listingIds,
    clock,
    context,
    ledger: openLedger(test.database, clock),
    leases,
    memories: workers.map(() => null),
    listing: 0,
    lastSeen: { epoch: 0n, revision: 0n },
    partitions: new Set(),
  };
  return { model, real };
}

const today = (model: Model, now: number): string => laterDay(model.shareDay, shareDay(now, model.zone));
const limitNow = (model: Model, now: number): number =>
  now < model.gentleUntil ? Math.max(Math.floor(model.ownLimit / 2), Math.min(model.ownLimit, 100)) : model.ownLimit;
const onDay = (model: Model, which: string): number =>
  model.shares.filter((share) => share.counts && share.day === which).length;
const inWindow = (model: Model, now: number): number =>
  now < model.guardedUntil ? model.shares.filter((share) => share.counts && share.at > now - day).length : 0;
const hasRoom = (model: Model, limit: number, now: number): boolean =>
  Math.max(onDay(model, today(model, now)), inWindow(model, now)) < limit;

/** When the limit has room again; null if it has room now. */
const roomAgain = (model: Model, now: number): number | null => {
  const which = today(model, now);
  const byDay = onDay(model, which) < model.ownLimit ? now : dayBounds(which, model.zone).endsAt;
  const recent = model.shares.filter((share) => share.counts && share.at > now - day).map((share) => share.at);
  const oldestThatFills = recent.toSorted((a, b) => b - a)[model.ownLimit - 1];
  const isGuarded = now < model.guardedUntil && oldestThatFills !== undefined;
  const byGuard = isGuarded ? Math.min(oldestThatFills + day, model.guardedUntil) : now;
  return Math.max(byDay, byGuard) > now ? Math.max(byDay, byGuard) : null;
};
/** A start for the next day is planned if it was just requested, and moves with every change. */
const plan = (model: Model, now: number, isNew: boolean): void => {
  if (model.state !== 'stopped' || !model.isAtLimit) return;
  const isWanted = model.resumesDaily && (isNew || model.startsAgainAt !== null);
  const before = model.startsAgainAt;
  model.startsAgainAt = isWanted ? (roomAgain(model, now) ?? before) : null;
  if (before === null && model.startsAgainAt !== null) meet('a start was planned');
  if (before !== null && model.startsAgainAt === null) meet('a planned start was called off');
  if (before !== null && model.startsAgainAt !== null && before !== model.startsAgainAt) meet('a planned start moved');
};
const begin = (model: Model, now: number): void => {
  Object.assign(model, { state: 'waiting', isAtLimit: false, startsAgainAt: null, changes: model.changes + 1 });
  model.limit = limitNow(model, now);
  free(model, now);
};

const free = (model: Model, due: number | null): void => {
  if (model.owner !== null) model.owners += 1;
  model.owner = null;
  model.due = model.state === 'stopped' ? null : model.state === 'paused' ? endOf(model) : due;
};
const endOf = ({ pauseEnds }: Model): number | null => (typeof pauseEnds === 'number' ? pauseEnds : null);
const halt = (model: Model): void => {
  Object.assign(model, { state: 'stopped', hasRound: false, pauseEnds: null, isCheck: false });
  free(model, null);
};
const unpause = (model: Model): void => {
  Object.assign(model, { state: model.hasRound ? 'sharing' : 'waiting', pauseEnds: null, isCheck: false });
};

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Failure) return error.code;
      throw error;
    },
  );

/** How often the important cases occurred: a sequence that never shares proves nothing. */
const met = new Map<string, number>();
const meet = (what: string): void => void met.set(what, (met.get(what) ?? 0) + 1);

type Act = (model: Model, real: Real) => Promise<void>;
type Command = fc.AsyncCommand<Model, Real> & { act: Act };

/** Runs the step, then compares the row with the model. Triggers catch writes that must never happen. */
const command = (name: string, act: Act): Command => ({
  act,
  check: () => true,
  toString: () => name,
  async run(model, real) {
    await act(model, real);
    meet(model.state);
    const { rows } = await test.database.query<{
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
    const { rows: counts } = await test.database.query<{ day: string; count: number }>(
      'select share_date as day, share_count as count from daily_share_counts where user_id = $1 and share_count > 0',
      [real.userId],
    );
    const days = [...new Set(model.shares.filter(({ counts: isCounted }) => isCounted).map((share) => share.day))];
    expect(counts.toSorted((a, b) => (a.day < b.day ? -1 : 1))).toEqual(
      days.toSorted().map((each) => ({ day: each, count: onDay(model, each) })),
    );
  },
});

const byWorker = <T>(make: (worker: number) => T) => fc.constantFrom(...workers).map(make);
/** The claim that a worker believes it has, and whether it is right. */
const claimOf = ({ owner, owners }: Model, { userId, leases, memories }: Real, worker: number) => {
  const memory = memories[worker];
  if (!memory) return null;
  const own = { userId, workerId: leases[worker] ?? '', epoch: memory.epoch };
  return { own, memory, isOwner: owner === worker && memory.owners === owners };
};

const startWith = (limit: number) =>
  command(`start(${limit})`, async (model, { context, userId, clock }) => {
    const now = clock.now();
    const expected =
      model.state !== 'stopped' ? 'already_running' : hasRoom(model, limit, now) ? 'done' : 'limit_reached';
    const { resumeDaily: _, ...settings } = standardSettings;
    expect(await codeOf(start(context, userId, { ...settings, dailyShareLimit: limit }))).toBe(expected);
    if (expected !== 'done') return;
    model.ownLimit = limit;
    begin(model, now);
  });

const stopIt = command('stop', async (model, { context, userId }) => {
  const isIdle = model.state === 'stopped' && model.startsAgainAt === null;
  expect(await codeOf(stop(context, userId))).toBe(isIdle ? 'not_running' : 'done');
  if (isIdle) return;
  if (model.startsAgainAt !== null) meet('a planned start was called off');
  model.startsAgainAt = null;
  model.changes += 1;
  halt(model);
});

/** What every worker does regularly: finds the bots whose start is due, and starts them. */
const startDue = command('startAgain', async (model, { context, userId, clock }) => {
  const now = clock.now();
  const isDue = model.startsAgainAt !== null && model.startsAgainAt <= now;
  expect((await findStartingAgain(test.database, now, 10_000)).includes(userId)).toBe(isDue);
  // Also tried if it isn't due, because another worker may have been faster or the seller may have canceled it.
  await startAgain(context, userId);
  if (!isDue) return;
  const roomAt = roomAgain(model, now);
  meet(roomAt === null ? 'started again' : 'put off');
  if (roomAt === null) begin(model, now);
  else model.startsAgainAt = roomAt;
});

const setResumeDaily = (isOn: boolean) =>
  command(`resumeDaily(${isOn})`, async (model, { context, userId, clock }) => {
    await changeSettings(context, userId, { resumeDaily: isOn });
    const isNew = isOn && !model.resumesDaily;
    model.resumesDaily = isOn;
    model.changes += 1;
    model.limit = limitNow(model, clock.now());
    if (model.state === 'waiting') free(model, clock.now());
    plan(model, clock.now(), isNew);
  });

const resumeIt = command('resume', async (model, { context, userId, clock }) => {
  const now = clock.now();
  const which = today(model, now);
  const tries = model.tries.get(which) ?? 0;
  const isTooOften = model.isCheck && tries >= 3;
  const expected = model.pauseEnds !== 'seller' ? 'not_paused' : isTooOften ? 'human_check_required' : 'done';
  if (expected === 'done' && model.isCheck) {
    model.tries.set(which, tries + 1);
    model.changes += 1;
  }
  expect(await codeOf(resume(context, userId))).toBe(expected);
  if (expected !== 'done') return;
  model.changes += 1;
  unpause(model);
  free(model, now);
});

const setLimit = (limit: number) =>
  command(`changeSettings(${limit})`, async (model, { context, userId, clock }) => {
    await changeSettings(context, userId, { dailyShareLimit: limit });
    model.ownLimit = limit;
    model.changes += 1;
    model.limit = limitNow(model, clock.now());
    if (model.state === 'waiting') free(model, clock.now());
    plan(model, clock.now(), false);
  });

const moveTo = (zone: string) =>
  command(`move(${zone})`, async (model, { userId, clock }) => {
    await test.database.transaction(async (tx) => {
      await tx.query('update users set timezone = $2 where id = $1', [userId, zone]);
      await moveZone(tx, userId, clock.now());
    });
    model.zone = zone;
    model.changes += 1;
    model.guardedUntil = Math.max(model.guardedUntil, clock.now() + 2 * day);
    if (model.state === 'waiting') free(model, clock.now());
    plan(model, clock.now(), false);
  });

const checkFromOutside = command('checkFromOutside', async (model, { context, userId, clock }) => {
  await pauseFromOutside(context, userId, { kind: 'human_check', message: 'A check.' });
  if (model.state !== 'waiting' && model.state !== 'sharing') return;
  Object.assign(model, { state: 'paused', pauseEnds: 'seller', isCheck: true, gentleUntil: clock.now() + 7 * day });
  model.limit = limitNow(model, clock.now());
  model.changes += 1;
  free(model, null);
});

const pass = (ms: number) =>
  command(`pass(${ms / minute} min)`, async (_, { clock }) => {
    await clock.advance(ms);
  });

const passMidnight = command('pass midnight', async (model, { clock }) => {
  const { endsAt } = dayBounds(shareDay(clock.now(), model.zone), model.zone);
  await clock.advanceTo(endsAt);
});

const look = (worker: number) =>
  command(`look(${worker})`, async (model, real) => {
    const [row] = await readOwnBots(test.database, real.leases[worker] ?? '', [real.userId]);
    expect(row !== undefined).toBe(model.owner === worker);
    if (row) real.memories[worker] = { ...row, owners: model.owners, changes: model.changes };
  });

const claim = (worker: number) =>
  command(`claim(${worker})`, async (model, real) => {
    const now = real.clock.now();
    const workerId = real.leases[worker] ?? '';
    const claimed = await test.database.transaction(async (tx) => {
      const found = await claimDue(tx, { workerId, dueBefore: now, limit: 10_000 });
      const [row] = await readOwnBots(tx, workerId, [real.userId]);
      if (row && found.includes(real.userId))
        real.memories[worker] = { ...row, owners: model.owners + 1, changes: model.changes };
      return found.includes(real.userId);
    });
    expect(claimed).toBe(model.state !== 'stopped' && model.owner === null && model.due !== null && model.due <= now);
    if (claimed) Object.assign(model, { owner: worker, due: null, owners: model.owners + 1 });
  });

const letGo = (worker: number) =>
  command(`release(${worker})`, async (model, real) => {
    const claimed = claimOf(model, real, worker);
    if (claimed === null) return;
    const dueAt = real.clock.now() + 5 * minute;
    expect(await release(test.database, { ...claimed.own, dueAt })).toBe(claimed.isOwner);
    if (claimed.isOwner) free(model, dueAt);
  });

/** An event of the owner: possible if the worker is right about its claim and the state is one of these. */
const ownEvent =
  (
    name: string,
    states: Model['state'][],
    run: (real: Real, own: { userId: string; workerId: string; epoch: string }, memory: Memory) => Promise<boolean>,
    then: (model: Model, real: Real) => void,
    also: (model: Model, memory: Memory) => boolean = () => true,
  ) =>
  (worker: number) =>
    command(`${name}(${worker})`, async (model, real) => {
      const claimed = claimOf(model, real, worker);
      if (claimed === null) return;
      const { own, memory, isOwner } = claimed;
      const isPossible = isOwner && states.includes(model.state) && also(model, memory);
      expect(await run(real, own, memory)).toBe(isPossible);
      if (isPossible) then(model, real);
    });

const roundStart = ownEvent(
  'startRound',
  ['waiting'],
  async (real, own, { revision }) => {
    const startsAt = real.clock.now();
    const utcDay = shareDay(startsAt, 'UTC');
    if (!real.partitions.has(utcDay)) await ensurePartition(test.database, utcDay);
    real.partitions.add(utcDay);
    const ask = { ...own, revision, startsAt, slot: null, cutsAt: null, plan: real.listingIds };
    const [id] = await test.database.transaction((tx) => startRounds(tx, [ask]));
    for (const memory of real.memories)
      if (id != null && memory !== null && memory?.epoch === own.epoch) memory.roundId = id;
    return id != null;
  },
  (model) => Object.assign(model, { state: 'sharing', hasRound: true }),
  (model, memory) => memory.changes === model.changes,
);

const roundEnd = (keep: boolean) =>
  ownEvent(
    keep ? 'finishAndKeep' : 'finish',
    ['sharing'],
    async (real, own, { roundId }) => {
      const at = real.clock.now();
      const ask = { ...own, roundId: roundId ?? '0', state: 'done' as const, at, dueAt: at + hour, keep };
      const [sums] = await test.database.transaction((tx) => finishRounds(tx, [ask]));
      return sums !== null;
    },
    (model, real) => {
      Object.assign(model, { state: 'waiting', hasRound: false });
      if (!keep) free(model, real.clock.now() + hour);
    },
  );

const pauseOwn = (waits: boolean) =>
  ownEvent(
    waits ? 'pauseForAWhile' : 'pauseForSeller',
    ['waiting', 'sharing'],
    (real, own) => {
      const at = real.clock.now();
      const reason = waits ? 'rate_limited' : 'code_required';
      return savePause(test.database, { ...own, reason, message: 'No.', at, resumesAt: waits ? at + hour : null });
    },
    (model, real) => {
      Object.assign(model, { state: 'paused', pauseEnds: waits ? real.clock.now() + hour : 'seller' });
      free(model, null);
    },
  );

const pauseEnd = ownEvent(
  'endPause',
  ['paused'],
  (_, own) => endPause(test.database, own),
  (model) => unpause(model),
  (model) => model.pauseEnds !== 'seller',
);

const limitReached = ownEvent(
  'limitReached',
  ['waiting', 'sharing'],
  (real, own) => {
    const now = real.clock.now();
    return test.database.transaction(async (tx) => {
      const isReached = await saveLimitReached(tx, { ...own, at: now });
      if (isReached) await planRestart(tx, own.userId, { now, isNew: true });
      return isReached;
    });
  },
  (model, real) => {
    halt(model);
    model.isAtLimit = true;
    plan(model, real.clock.now(), true);
  },
);

const limitUpdate = ownEvent(
  'limitUpdate',
  ['waiting', 'sharing', 'paused'],
  async (real, own) => {
    const [row] = await readOwnBots(test.database, own.workerId, [real.userId]);
    const backoff = row ? readBackoff(row.backoff) : noBackoff;
    return saveLimitUpdate(test.database, { ...own, backoff, limitInForce: 1, limitReason: 'rate_limited' });
  },
  (model) => Object.assign(model, { limit: 1 }),
);

const skip = (worker: number) =>
  command(`skipRound(${worker})`, async (model, real) => {
    const claimed = claimOf(model, real, worker);
    if (claimed) await skipRound(test.database, { ...claimed.own, at: real.clock.now() });
  });

/** Uses the real ledger: it must reserve exactly when the model allows it. */
const share = (worker: number, outcome: Outcome) =>
  command(`share(${worker}, ${outcome})`, async (model, real) => {
    const claimed = claimOf(model, real, worker);
    if (claimed === null) return;
    const { own, memory, isOwner } = claimed;
    const now = real.clock.now();
    const isCurrent = isOwner && model.state === 'sharing' && memory.changes === model.changes;
    const listingId = real.listingIds[real.listing++ % real.listingIds.length] ?? 0;
    const which = today(model, now);
    const answer = await real.ledger.reserve({
      userId: real.userId,
      owner: own.workerId,
      epoch: memory.epoch,
      revision: memory.revision,
      closetRevision: '1',
      roundId: memory.roundId ?? '0',
      listingId,
      shareDay: shareDay(now, model.zone),
    });
    if (isCurrent) model.shareDay = which;
    if (!(isCurrent && hasRoom(model, model.limit, now))) {
      meet(isCurrent ? 'refused at the limit' : 'refused to a worker out of date');
      if (isCurrent && onDay(model, which) < model.limit) meet('refused for 24 hours');
      expect(answer).toEqual({ kind: 'refused', why: expect.stringMatching(isCurrent ? /^cap$/ : /^(lost|changed)$/) });
      return;
    }
    expect(answer).toMatchObject({ sharesToday: onDay(model, which) + 1 });
    meet('reserved');
    model.shares.push({ at: now, day: which, counts: outcome !== 'refused' });
    await real.ledger.settle({ roundId: memory.roundId ?? '', listingId, outcome, evidence: null });
  });

const newLease = async (real: Real, worker: number): Promise<void> => {
  real.leases[worker] = randomUUID();
  await addWorker(test.database, real.leases[worker] ?? '');
};

const loseLease = (worker: number) =>
  command(`loseLease(${worker})`, async (model, real) => {
    await test.database.query(`update workers set lease_until = now() - interval '1 s' where id = $1`, [
      real.leases[worker],
    ]);
    // A worker with an expired lease claims nothing, whatever is due.
    const ask = { workerId: real.leases[worker] ?? '', dueBefore: real.clock.now() + day, limit: 10_000 };
    expect(await test.database.transaction((tx) => claimDue(tx, ask))).toEqual([]);
    await freeLostBots(test.database, real.clock.now());
    if (model.owner === worker) free(model, real.clock.now());
    await newLease(real, worker);
  });

const close = (worker: number) =>
  command(`closeLease(${worker})`, async (model, real) => {
    await test.database.transaction((tx) => closeLease(tx, real.leases[worker] ?? '', real.clock.now()));
    if (model.owner === worker) free(model, real.clock.now());
    await newLease(real, worker);
  });

const sweep = (worker: number) =>
  command(`sweep(${worker})`, async (model, real) => {
    expect(await freeOrphanedBots(test.database, real.clock.now())).toBe(0);
    const ask = { workerId: real.leases[worker] ?? '', known: [], now: real.clock.now() };
    expect(await freeUnknownBots(test.database, ask)).toBe(model.owner === worker ? 1 : 0);
    if (model.owner === worker) free(model, real.clock.now());
  });

/** What a worker does most of the time, so that a sequence contains shares. Random steps alone never would. */
const work = (worker: number, limit: number, outcomes: Outcome[]) =>
  command(`work(${worker}, ${limit}, ${outcomes})`, async (model, real) => {
    const steps = [startWith(limit), claim(worker), look(worker), pauseEnd(worker), roundStart(worker)];
    for (const { act } of [...steps, ...outcomes.map((outcome) => share(worker, outcome))]) await act(model, real);
  });

/** A day's limit that is used up, and what follows. Random steps alone rarely lead to a planned start. */
const useUp = (worker: number, limit: number, then: Command[]) =>
  command(`useUp(${worker}, ${limit}, ${then})`, async (model, real) => {
    const shares = Array.from({ length: limit }, () => 'shared' as const);
    const before = [stopIt, passMidnight, setResumeDaily(true)];
    const steps = [...before, work(worker, limit, shares), limitReached(worker), ...then];
    for (const { act } of steps) await act(model, real);
  });
const afterFullDays: Command[][] = [
  [],
  [passMidnight, startDue],
  [pass(hour), startDue],
  [setResumeDaily(false), passMidnight, startDue],
  [setLimit(6), passMidnight, startDue],
  [moveTo('Etc/GMT+12'), passMidnight, startDue],
  [moveTo('Etc/GMT+12'), moveTo('UTC'), passMidnight, startDue],
  [moveTo('Pacific/Kiritimati'), pass(day), startDue],
  [moveTo('Pacific/Kiritimati'), moveTo('America/New_York'), pass(2 * day), startDue],
  [stopIt],
];

it('the bot does what the model says, whatever sellers and workers do and in whatever order', async () => {
  const limits = fc.integer({ min: 1, max: 6 });
  const outcomes = fc.constantFrom<Outcome>('shared', 'shared', 'refused', 'unknown');
  const someone = fc.constantFrom(...workers);
  const often = <T>(times: number, one: T): T[] => Array.from({ length: times }, () => one);
  const commands = fc.commands(
    [
      ...often(
        8,
        fc.tuple(someone, limits, fc.array(outcomes, { maxLength: 4 })).map((of) => work(...of)),
      ),
      ...often(
        6,
        fc.tuple(someone, outcomes).map((of) => share(...of)),
      ),
      ...often(3, byWorker(claim)),
      ...often(2, byWorker(look)),
      ...often(2, fc.constant(resumeIt)),
      ...often(
        3,
        fc.constantFrom(1, 10, 61, 600, 1440).map((minutes) => pass(minutes * minute)),
      ),
      limits.map(startWith),
      fc.constant(stopIt),
      ...often(
        4,
        fc.tuple(someone, limits, fc.constantFrom(...afterFullDays)).map((of) => useUp(...of)),
      ),
      ...often(
        2,
        fc.constantFrom(true, true, false).map((isOn) => setResumeDaily(isOn)),
      ),
      ...often(2, fc.constant(startDue)),
      ...often(2, limits.map(setLimit)),
      fc.constantFrom(...zones).map(moveTo),
      fc.constant(checkFromOutside),
      fc.constant(passMidnight),
      byWorker(letGo),
      byWorker(roundStart),
      byWorker(roundEnd(true)),
      byWorker(roundEnd(false)),
      byWorker(skip),
      byWorker(pauseOwn(true)),
      byWorker(pauseOwn(false)),
      byWorker(pauseEnd),
      byWorker(limitReached),
      byWorker(limitUpdate),
      byWorker(loseLease),
      byWorker(close),
      byWorker(sweep),
    ],
    { maxCommands: 50, size: 'max' },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (each) => {
      await fc.asyncModelRun(setup, each);
    }),
    { numRuns: 25, interruptAfterTimeLimit: 60_000 },
  );
  // Otherwise the sequences never contained what they should test.
  for (const what of [
    'waiting',
    'sharing',
    'paused',
    'reserved',
    'refused at the limit',
    'refused to a worker out of date',
    'a start was planned',
  ])
    expect(met.get(what) ?? 0, what).toBeGreaterThan(9);
  for (const what of ['started again', 'a planned start moved', 'a planned start was called off'])
    expect(met.get(what) ?? 0, what).toBeGreaterThan(0);
}, 120_000);
