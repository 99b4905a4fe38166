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

/** What this process remembers of each marketplace, by whether it is the practice marketplace. */
type State = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BotLog, 'info' | 'warn'>;
  circuits: Map<boolean, Circuit>;
  probes: Map<boolean, Probe>;
  /** One bot of a process asks at a time. */
  asking: Set<boolean>;
};

export function createBreaker({ database, clock, log }: Pick<State, 'database' | 'clock' | 'log'>) {
  const state: State = { database, clock, log, circuits: new Map(), probes: new Map(), asking: new Set() };
  const { circuits, probes } = state;
  return {
    /**
     * Counts a pause with this reason, in its transaction, if its seller has shared here for days. At the twentieth closet within ten
     * minutes all bots are held.
     */
    note: (tx: Queryable, refusal: Caller & { reason: PauseReason }) => note(state, { tx, ...refusal }),
    /** When a bot tries this marketplace next; null: all may call it, or this one. From memory, because each step asks. */
    triedAt: ({ practice, isByBrowser }: Pick<Caller, 'practice' | 'isByBrowser'>): Instant | null =>
      isByBrowser ? null : (circuits.get(practice)?.heldUntil ?? null),
    /** Whether this bot may call the marketplace now: it is the one that tries, or all may. */
    async mayCall({ userId, practice, isByBrowser }: Caller): Promise<boolean> {
      if (isByBrowser || !circuits.has(practice)) return true;
      const probe = probes.get(practice);
      const isTrying = probe?.userId === userId && !probe.isOver && clock.now() < probe.until;
      return isTrying || askToTry(state, { userId, practice, isByBrowser });
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
      return isAccepted ? close(state, practice) : null;
    },
    /** Reads what other processes found. */
    async refresh(): Promise<void> {
      const open = new Map((await findOpenCircuits(database)).map(({ practice, ...circuit }) => [practice, circuit]));
      for (const practice of [true, false]) remember(state, practice, open.get(practice) ?? null);
    },
  };
}

function remember({ circuits, probes }: State, practice: boolean, circuit: Circuit | null): void {
  if (circuit?.isOpen) {
    circuits.set(practice, circuit);
    return;
  }
  circuits.delete(practice);
  probes.delete(practice);
}

async function note(
  state: State,
  { tx, userId, practice, isByBrowser, reason }: Caller & { tx: Queryable; reason: PauseReason },
): Promise<void> {
  if (isByBrowser || !refusals.includes(reason)) return;
  const { clock, log } = state;
  const now = clock.now();
  const sellers = await saveRefusal(tx, { practice, userId, now, since: now - withinMs });
  const probe = state.probes.get(practice);
  const hasTried = probe?.userId === userId && probe.isOver;
  if (sellers < sellersToOpen && !hasTried) return;
  const before = await lockCircuit(tx, practice);
  const circuit = before?.isOpen ? (hasTried ? refusedAgain(before, now) : before) : opened(before, now);
  // If the transaction fails after this, this process holds its bots until it reads the circuit again.
  remember(state, practice, circuit);
  if (circuit === before) return;
  state.probes.delete(practice);
  await saveCircuit(tx, practice, circuit);
  await forgetRefusals(tx, practice);
  const delayMs = circuit.heldUntil - now;
  log.warn({ practice, count: sellers, delayMs }, 'Marketplace refuses many sellers, all its bots are held');
}

async function askToTry(state: State, { userId, practice }: Caller): Promise<boolean> {
  const { database, clock, log, circuits, probes, asking } = state;
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
    remember(state, practice, tried ?? found);
    if (tried === null) return found?.isOpen !== true;
    probes.set(practice, { userId, until: now + probeForMs, isOver: false });
    log.info({ practice, userId }, 'Held marketplace tried with one share');
    return true;
  } finally {
    asking.delete(practice);
  }
}

async function close(state: State, practice: boolean): Promise<void> {
  const { database, clock, log } = state;
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
  remember(state, practice, null);
  log.info({ practice }, 'Marketplace accepts shares again, bots resume');
}
