// The face of this room: while a marketplace refuses many sellers at once, no bot of this server calls it, except one that tries.

import type { PauseReason } from '#domain/bot/bot.ts';
import { type Circuit, closed, opened, probeForMs, probing, refusedAgain } from '#domain/bot/circuit.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { BotLog } from '../reports/reports.ts';
import { findOpenCircuits, forgetRefusals, lockCircuit, saveCircuit, saveRefusal } from './store.ts';

/**
 * `isByBrowser`: the calls come from the seller's own browser and address. What it answers is that seller's word only, and what the
 * marketplace says to this server is not about it. So it neither counts nor waits.
 */
type Caller = { userId: string; practice: boolean; isByBrowser: boolean };

export type Breaker = ReturnType<typeof createBreaker>;

/** One refusal is about its seller. So many at once are about this installation's address, or a change at the marketplace. */
const sellersToOpen = 20;
const withinMs = 10 * 60_000;

const refusals: readonly PauseReason[] = ['human_check', 'rate_limited', 'share_limit', 'marketplace_refused'];

/** The bot of this process that tries, and whether it has got its answer. */
type Probe = { userId: string; until: Instant; isOver: boolean };

type BreakerNeeds = { database: Database; clock: Clock; log: Pick<BotLog, 'info' | 'warn'> };

/** What this process remembers of each marketplace is by whether it is the practice marketplace. */
export function createBreaker({ database, clock, log }: BreakerNeeds) {
  const circuits = new Map<boolean, Circuit>();
  const probes = new Map<boolean, Probe>();
  /** One bot of a process asks at a time. */
  const asking = new Set<boolean>();

  const remember = (practice: boolean, circuit: Circuit | null): void => {
    if (circuit?.isOpen) {
      circuits.set(practice, circuit);
      return;
    }
    circuits.delete(practice);
    probes.delete(practice);
  };

  async function askToTry({ userId, practice }: Caller): Promise<boolean> {
    const circuit = circuits.get(practice);
    if (circuit === undefined || clock.now() < circuit.heldUntil || asking.has(practice)) return false;
    asking.add(practice);
    try {
      const now = clock.now();
      const { found, tried } = await database.transaction(async (tx) => {
        const found = await lockCircuit(tx, practice);
        const tried = found === null ? null : probing(found, now);
        if (tried !== null) await saveCircuit(tx, practice, tried);
        return { found, tried };
      });
      remember(practice, tried ?? found);
      if (tried === null) return found?.isOpen !== true;
      probes.set(practice, { userId, until: now + probeForMs, isOver: false });
      log.info({ practice, userId }, 'Held marketplace tried with one share');
      return true;
    } finally {
      asking.delete(practice);
    }
  }

  async function close(practice: boolean): Promise<void> {
    try {
      await database.transaction(async (tx) => {
        const circuit = await lockCircuit(tx, practice);
        if (circuit?.isOpen) await saveCircuit(tx, practice, closed(circuit, clock.now()));
      });
    } catch (error) {
      // Another bot tries in a minute.
      log.warn({ practice, error }, 'Accepted share not noted, marketplace is still held');
      return;
    }
    remember(practice, null);
    log.info({ practice }, 'Marketplace accepts shares again, bots resume');
  }

  return {
    /**
     * Counts a pause with this reason, in its transaction, if its seller has shared here for days. At the twentieth closet within ten
     * minutes all bots are held.
     */
    async note(
      tx: Queryable,
      { userId, practice, isByBrowser, reason }: Caller & { reason: PauseReason },
    ): Promise<void> {
      if (isByBrowser || !refusals.includes(reason)) return;
      const now = clock.now();
      const sellers = await saveRefusal(tx, { practice, userId, now, since: now - withinMs });
      const probe = probes.get(practice);
      const hasTried = probe?.userId === userId && probe.isOver;
      if (sellers < sellersToOpen && !hasTried) return;
      const before = await lockCircuit(tx, practice);
      const circuit = before?.isOpen ? (hasTried ? refusedAgain(before, now) : before) : opened(before, now);
      // If the transaction fails after this, this process holds its bots until it reads the circuit again.
      remember(practice, circuit);
      if (circuit === before) return;
      probes.delete(practice);
      await saveCircuit(tx, practice, circuit);
      await forgetRefusals(tx, practice);
      const delayMs = circuit.heldUntil - now;
      log.warn({ practice, count: sellers, delayMs }, 'Marketplace refuses many sellers, all its bots are held');
    },
    /** When a bot tries this marketplace next; null: all may call it, or this one. From memory, because each step asks. */
    nextTryAt: ({ practice, isByBrowser }: Pick<Caller, 'practice' | 'isByBrowser'>): Instant | null =>
      isByBrowser ? null : (circuits.get(practice)?.heldUntil ?? null),
    /** Whether this bot may call the marketplace now: it is the one that tries, or all may. */
    async mayCall(caller: Caller): Promise<boolean> {
      const { userId, practice, isByBrowser } = caller;
      if (isByBrowser || !circuits.has(practice)) return true;
      const probe = probes.get(practice);
      return (probe?.userId === userId && !probe.isOver && clock.now() < probe.until) || askToTry(caller);
    },
    /**
     * The answer to a call of a bot. If the bot was trying, it has tried once, and an accepted share lets all resume. That is stored
     * when it resolves; it never rejects. null if there is nothing to store.
     */
    answered({ userId, practice, isByBrowser }: Caller, isAccepted: boolean): Promise<void> | null {
      if (isByBrowser) return null;
      const probe = probes.get(practice);
      if (probe?.userId !== userId || probe.isOver) return null;
      probe.isOver = true;
      return isAccepted ? close(practice) : null;
    },
    /** Reads what other processes found. */
    async refresh(): Promise<void> {
      const open = new Map((await findOpenCircuits(database)).map(({ practice, ...circuit }) => [practice, circuit]));
      for (const practice of [true, false]) remember(practice, open.get(practice) ?? null);
    },
  };
}
