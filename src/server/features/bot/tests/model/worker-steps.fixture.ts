// What workers do to a bot, as steps of the model.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ShareOutcome } from '#domain/bot/backoff.ts';
import type { ShareKind } from '#domain/bot/bot.ts';
import { noBackoff, readBackoff } from '#domain/bot/limit/warnings.ts';
import { shareDay } from '#domain/time.ts';
import { ensurePartition, finishRounds, startRounds } from '../../rounds/store.ts';
import { planShareBack } from '../../rounds/visits-store.ts';
import { planRestart } from '../../state/room.ts';
import { lockSeller } from '../../state/seller.ts';
import {
  changeOwn,
  claimDue,
  closeLease,
  freeLostBots,
  freeOrphanedBots,
  freeUnknownBots,
  readOwnBots,
} from '../../state/worker-store.ts';
import { addWorker } from '../bot-database.fixture.ts';
import {
  claimOf,
  command,
  day,
  free,
  halt,
  hasRoom,
  type Memory,
  type Model,
  meet,
  ofKind,
  onDay,
  plan,
  type Real,
  today,
  unpause,
} from './steps.fixture.ts';

const minute = 60_000;
const hour = 60 * minute;

export const look = (worker: number) =>
  command(`look(${worker})`, async (model, real) => {
    const [row] = await readOwnBots(real.database, real.leases[worker] ?? '', [real.userId]);
    expect(row !== undefined).toBe(model.owner === worker);
    if (row) real.memories[worker] = { ...row, owners: model.owners, changes: model.changes };
  });

export const claim = (worker: number) =>
  command(`claim(${worker})`, async (model, real) => {
    const now = real.clock.now();
    const workerId = real.leases[worker] ?? '';
    const claimed = await real.database.transaction(async (tx) => {
      const found = await claimDue(tx, { workerId, dueBefore: now, limit: 10_000 });
      const [row] = await readOwnBots(tx, workerId, [real.userId]);
      if (row && found.includes(real.userId))
        real.memories[worker] = { ...row, owners: model.owners + 1, changes: model.changes };
      return found.includes(real.userId);
    });
    expect(claimed).toBe(model.state !== 'stopped' && model.owner === null && model.due !== null && model.due <= now);
    if (claimed) Object.assign(model, { owner: worker, due: null, owners: model.owners + 1 });
  });

export const letGo = (worker: number) =>
  command(`release(${worker})`, async (model, real) => {
    const claimed = claimOf(model, real, worker);
    if (claimed === null) return;
    const dueAt = real.clock.now() + 5 * minute;
    expect(await changeOwn(real.database, claimed.own, { kind: 'released', dueAt })).toBe(claimed.isOwner);
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

/** A round, or a visit. */
export const roundStart = (kind: ShareKind = 'self') =>
  ownEvent(
    `startRound ${kind}`,
    ['waiting'],
    async (real, own, { revision }) => {
      const startsAt = real.clock.now();
      const utcDay = shareDay(startsAt, 'UTC');
      if (!real.partitions.has(utcDay)) await ensurePartition(real.database, utcDay);
      real.partitions.add(utcDay);
      const ask = {
        ...own,
        revision,
        startsAt,
        slot: null,
        cutsAt: null,
        plan: real.listingIds,
        planned: real.listingIds.length,
        ...(kind === 'party'
          ? { kind, party: { id: 'p', title: 'Party', endsAt: startsAt + 24 * hour } }
          : { kind, party: null }),
      };
      const before = (await readOwnBots(real.database, own.workerId, [own.userId]))[0]?.lastRoundAt ?? null;
      const [id] = await real.database.transaction((tx) => startRounds(tx, [ask]));
      for (const memory of real.memories)
        if (id != null && memory !== null && memory?.epoch === own.epoch) memory.roundId = id;
      if (id != null) {
        real.kinds.set(id, kind);
        meet(`a round of kind ${kind}`);
        const [row] = await readOwnBots(real.database, own.workerId, [own.userId]);
        expect(row?.lastRoundAt).toBe(kind === 'self' ? startsAt : before);
      }
      return id != null;
    },
    (model) => Object.assign(model, { state: 'sharing', hasRound: true }),
    (model, memory) => memory.changes === model.changes,
  );

export const roundEnd = (keep: boolean) =>
  ownEvent(
    keep ? 'finishAndKeep' : 'finish',
    ['sharing'],
    async (real, own, { roundId }) => {
      const at = real.clock.now();
      const ask = { ...own, roundId: roundId ?? '0', state: 'done' as const, at, dueAt: at + hour, keep };
      const [sums] = await real.database.transaction((tx) => finishRounds(tx, [ask]));
      return sums !== null;
    },
    (model, real) => {
      Object.assign(model, { state: 'waiting', hasRound: false });
      if (!keep) free(model, real.clock.now() + hour);
    },
  );

export const pauseOwn = (waits: boolean) =>
  ownEvent(
    waits ? 'pauseForAWhile' : 'pauseForSeller',
    ['waiting', 'sharing'],
    (real, own) => {
      const at = real.clock.now();
      const reason = waits ? 'rate_limited' : 'code_required';
      const pause = { reason, message: 'No.', at, resumesAt: waits ? at + hour : null } as const;
      return changeOwn(real.database, own, { kind: 'paused', pause });
    },
    (model, real) => {
      Object.assign(model, { state: 'paused', pauseEnds: waits ? real.clock.now() + hour : 'seller' });
      free(model, null);
    },
  );

/** A share is due, and no paired browser is awake. */
export const browserLost = ownEvent(
  'browserLost',
  ['waiting', 'sharing'],
  (real, own) => {
    const at = real.clock.now();
    return changeOwn(real.database, own, { kind: 'browser_lost', at, day: shareDay(at, 'UTC') });
  },
  (model) => {
    meet('a browser was lost');
    model.state = 'waiting_for_browser';
    free(model, null);
  },
);

export const pauseEnd = ownEvent(
  'endPause',
  ['paused'],
  (real, own) => changeOwn(real.database, own, { kind: 'pause_ended' }),
  (model) => unpause(model),
  (model) => model.pauseEnds !== 'seller',
);

export const limitReached = ownEvent(
  'limitReached',
  ['waiting', 'sharing'],
  (real, own, { revision }) => {
    const now = real.clock.now();
    return real.database.transaction(async (tx) => {
      const isReached = await changeOwn(tx, own, { kind: 'limit_reached', revision, at: now });
      const bot = isReached ? await lockSeller(tx, own.userId, now) : null;
      if (bot !== null) await planRestart(tx, bot, { now, isNew: true });
      return isReached;
    });
  },
  (model, real) => {
    halt(model);
    model.isAtLimit = true;
    plan(model, real.clock.now(), true);
  },
  (model, memory) => memory.changes === model.changes,
);

export const limitUpdate = ownEvent(
  'limitUpdate',
  ['waiting', 'sharing', 'paused'],
  async (real, own) => {
    const [row] = await readOwnBots(real.database, own.workerId, [real.userId]);
    const backoff = row ? readBackoff(row.backoff) : noBackoff;
    const limit = { limit: 1, reason: 'rate_limited' } as const;
    return changeOwn(real.database, own, { kind: 'limit_updated', backoff, limit });
  },
  (model) => Object.assign(model, { limit: 1 }),
);

export const skip = (worker: number) =>
  command(`skipRound(${worker})`, async (model, real) => {
    const claimed = claimOf(model, real, worker);
    if (claimed) await changeOwn(real.database, claimed.own, { kind: 'round_skipped', at: real.clock.now() });
  });

const mostVisits = 2;

/** Somebody to share back: the ledger's number of the share. */
async function someone({ database, userId, clock, listing }: Real, roundId: string): Promise<number> {
  const hashes = [`hash ${listing}`];
  const share = { userId, day: '2026-04-28', personHashes: hashes, listingHashes: hashes, name: 'mia', roundId };
  return -((await planShareBack(database, { ...share, now: clock.now() })) ?? 0);
}

/** Uses the real ledger: it must reserve exactly when the model allows it. */
export const share = (worker: number, outcome: ShareOutcome) =>
  command(`share(${worker}, ${outcome})`, async (model, real) => {
    const claimed = claimOf(model, real, worker);
    if (claimed === null) return;
    const { own, memory, isOwner } = claimed;
    const now = real.clock.now();
    const isCurrent = isOwner && model.state === 'sharing' && memory.changes === model.changes;
    const ownListing = real.listingIds[real.listing++ % real.listingIds.length] ?? 0;
    const which = today(model, now);
    const kind = real.kinds.get(memory.roundId ?? '') ?? 'self';
    const listingId = kind === 'back' ? await someone(real, memory.roundId ?? '0') : ownListing;
    const answer = await real.ledger.reserve({
      kind,
      mostOfKind: mostVisits,
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
      expect(answer).toEqual({
        kind: 'refused',
        why: expect.stringMatching(isCurrent ? /^limit$/ : /^(lost|changed)$/),
      });
      return;
    }
    if (kind !== 'self' && ofKind(model, which, kind) >= mostVisits) {
      meet('refused above the number of its kind');
      expect(answer).toEqual({ kind: 'refused', why: 'enough' });
      return;
    }
    expect(answer).toMatchObject({ sharesToday: onDay(model, which) + 1 });
    meet('reserved');
    model.shares.push({ at: now, day: which, counts: outcome !== 'refused', kind });
    await real.ledger.settle({
      userId: real.userId,
      roundId: memory.roundId ?? '',
      listingId,
      outcome,
      evidence: null,
    });
  });

const newLease = async (real: Real, worker: number): Promise<void> => {
  real.leases[worker] = randomUUID();
  await addWorker(real.database, real.leases[worker] ?? '');
};

export const loseLease = (worker: number) =>
  command(`loseLease(${worker})`, async (model, real) => {
    await real.database.query(`update workers set lease_until = now() - interval '1 s' where id = $1`, [
      real.leases[worker],
    ]);
    // A worker with an expired lease claims nothing, whatever is due.
    const ask = { workerId: real.leases[worker] ?? '', dueBefore: real.clock.now() + day, limit: 10_000 };
    expect(await real.database.transaction((tx) => claimDue(tx, ask))).toEqual([]);
    await freeLostBots(real.database, real.clock.now());
    if (model.owner === worker) free(model, real.clock.now());
    await newLease(real, worker);
  });

export const close = (worker: number) =>
  command(`closeLease(${worker})`, async (model, real) => {
    await real.database.transaction((tx) => closeLease(tx, real.leases[worker] ?? '', real.clock.now()));
    if (model.owner === worker) free(model, real.clock.now());
    await newLease(real, worker);
  });

export const sweep = (worker: number) =>
  command(`sweep(${worker})`, async (model, real) => {
    expect(await freeOrphanedBots(real.database, real.clock.now())).toBe(0);
    const ask = { workerId: real.leases[worker] ?? '', known: [], now: real.clock.now() };
    expect(await freeUnknownBots(real.database, ask)).toBe(model.owner === worker ? 1 : 0);
    if (model.owner === worker) free(model, real.clock.now());
  });
