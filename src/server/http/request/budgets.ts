// Holds every call to the budgets of its row. Most are counted in memory, which keeps the promise that a status call of one of 10,000 open
// dashboards takes at most 50 ms: limits.ts would write a row and ask the database three times for each of a thousand calls a second.
import { type Concurrency, type Cost, guestPart, type Rate, reads, writes } from '#contract/cost.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import { inWords } from '#domain/text/duration.ts';
import type { Limits } from './limits.ts';

export type Caller = { client: string; account: { id: string; isGuest: boolean } | null };

export type Budgets = {
  /** Before anything else is done for a call: counts it for its client. Throws `too_many_requests`. */
  chargeClient(cost: Cost, call: { client: string; isUnsafe: boolean }): void;
  /** As soon as it is known whether an account calls: counts the call for the account, and for the installation. */
  chargeAccount(cost: Cost, call: { account: Caller['account']; isUnsafe: boolean }): void;
  /**
   * After the input was parsed: counts the calls that are scarce, over all processes. Resolves to a function that takes it back.
   */
  chargeAccepted(cost: Cost, caller: Caller): Promise<() => Promise<void>>;
  /** Waits for a slot. Resolves to a function that frees it. */
  enter(cost: Cost, who: string): Promise<() => void>;
};

/**
 * `factor` multiplies every rate, for installations whose sellers share one address and for tests. Without `limits`, the scarce
 * calls are counted in this process too.
 */
export function createBudgets(needs: {
  clock: Clock;
  limits?: Pick<Limits, 'take'> | undefined;
  factor?: number;
}): Budgets {
  const { clock, limits, factor = 1 } = needs;
  const counters = createCounters({ clock });
  const queues = new Map<string, FairQueue>();

  const scaled = scaleBy(factor);

  const count = (key: string, rate: Rate, refusal: string): void => {
    const waitMs = counters.take(key, rate);
    if (waitMs > 0) throw tooMany(refusal, waitMs);
  };

  const takeEverywhere = async (key: string, rate: Rate, refusal: string): Promise<() => Promise<void>> => {
    if (limits) return limits.take(key, rate, refusal);
    count(key, rate, refusal);
    return async () => {};
  };

  return {
    chargeClient(cost, { client, isUnsafe }) {
      for (const one of countedHere(cost, isUnsafe))
        count(`${one.budget} client ${client}`, scaled(one.client), one.refusal);
    },

    chargeAccount(cost, { account, isUnsafe }) {
      for (const one of countedHere(cost, isUnsafe)) {
        if (account && one.account)
          count(`${one.budget} account ${account.id}`, scaled(one.account, partOf(account)), one.refusal);
        // After the others: what they refuse uses up nothing that all share.
        if (one.installation) count(`${one.budget} all`, scaled(one.installation), one.refusal);
      }
    },

    async chargeAccepted(cost, caller) {
      const taken: (() => Promise<void>)[] = [];
      const giveBack = async (): Promise<void> => {
        for (const one of taken) await one();
      };
      if (cost.counts === 'calls') return giveBack;
      try {
        for (const { key, rate } of countsOf(cost, caller, scaled))
          taken.push(await takeEverywhere(`${cost.budget} ${key}`, rate, cost.refusal));
      } catch (error) {
        // A call that one budget refuses uses up none of the others.
        await giveBack();
        throw error;
      }
      return giveBack;
    },

    async enter(cost, who) {
      if (cost.concurrency === null) return () => {};
      const queue = queues.get(cost.budget) ?? createFairQueue(cost.concurrency);
      queues.set(cost.budget, queue);
      return queue.enter(who);
    },
  };
}

type Scale = (rate: Rate, part?: number) => Rate;
const scaleBy =
  (factor: number): Scale =>
  ({ most, withinMs }, part = 1) => ({ most: Math.max(1, Math.ceil((most * factor) / part)), withinMs });

/** Guests get a part of what other accounts get. */
const partOf = (account: Caller['account']): number => (account?.isGuest ? guestPart : 1);

/** The budgets that a call counts in, in this process: the general one of all reads or writes, and its own. */
const countedHere = (cost: Cost, isUnsafe: boolean): Cost[] => {
  if (cost.isApart) return [cost];
  const general = isUnsafe ? writes : reads;
  const isOwn = cost.counts === 'calls' && cost.budget !== general.budget;
  return isOwn ? [general, cost] : [general];
};

/** The counts of an accepted call, the narrowest first. */
const countsOf = (cost: Cost, { client, account }: Caller, scaled: Scale): { key: string; rate: Rate }[] => [
  ...(account && cost.account ? [{ key: `account ${account.id}`, rate: scaled(cost.account, partOf(account)) }] : []),
  ...(cost.burst ? [{ key: `burst ${client}`, rate: scaled(cost.burst) }] : []),
  { key: `client ${client}`, rate: scaled(cost.client) },
  ...(cost.installation ? [{ key: 'all', rate: scaled(cost.installation) }] : []),
];

const tooMany = (refusal: string, waitMs: number): Failure =>
  new Failure('too_many_requests', `${refusal} Try again ${inWords(waitMs)}.`, { retryAfterMs: waitMs });

type Counters = {
  /** Counts one call for `key` and returns 0. If `rate` is used up, counts nothing and returns the time to wait in ms. */
  take(key: string, rate: Rate): number;
};

/** Callers beyond this number in one window share one count, so that a flood of addresses can't fill the memory. */
const mostKeys = 100_000;
const crowd = '';

type Window = { index: number; now: Map<string, number>; before: Map<string, number> };

/**
 * Estimates a sliding window from two fixed ones: all of this one, and the part of the one before that still lies within
 * reach. Whole windows are forgotten at once, so nothing has to be pruned.
 */
export function createCounters({ clock }: { clock: Clock }): Counters {
  const windows = new Map<number, Window>();

  const windowAt = (now: Instant, withinMs: number): Window => {
    const index = Math.floor(now / withinMs);
    const known = windows.get(withinMs) ?? { index, now: new Map(), before: new Map() };
    windows.set(withinMs, known);
    if (known.index === index) return known;
    known.before = index === known.index + 1 ? known.now : new Map();
    known.now = new Map();
    known.index = index;
    return known;
  };

  return {
    take(key, { most, withinMs }) {
      const at = clock.now();
      const window = windowAt(at, withinMs);
      const name = window.now.has(key) || window.now.size < mostKeys ? key : crowd;
      const before = window.before.get(name) ?? 0;
      const here = window.now.get(name) ?? 0;
      const sinceStart = at - window.index * withinMs;
      if (before * (1 - sinceStart / withinMs) + here + 1 <= most) {
        window.now.set(name, here + 1);
        return 0;
      }
      return Math.max(1, Math.ceil(waitFor({ before, here, most, withinMs, sinceStart })));
    },
  };
}

/** How long until one more call fits. */
function waitFor(given: { before: number; here: number; most: number; withinMs: number; sinceStart: number }): number {
  const { before, here, most, withinMs, sinceStart } = given;
  const room = most - here - 1;
  // The window before leaves room in time.
  if (room >= 0) return withinMs * (1 - room / before) - sinceStart;
  // This window alone is full: in the next one it counts as the window before.
  return withinMs * (1 - (most - 1) / here) + withinMs - sinceStart;
}

type FairQueue = {
  /**
   * Resolves when it is the caller's turn, with a function that lets the next one in. Throws `too_many_requests` if the caller
   * has too many already, inside or waiting, and `busy` if the queue is full.
   */
  enter(who: string): Promise<() => void>;
};

/**
 * Lets `atOnce` in at a time, and of one person `ofAccount`. The others wait and take turns by person, so that one person with
 * many requests does not delay a person with one. At most `waiting` wait in all. One person can have `waitingOfAccount` more
 * than are let in, so everyone may wait for others.
 */
export function createFairQueue(needs: Concurrency): FairQueue {
  const { atOnce, ofAccount, waiting: mostWaiting, waitingOfAccount, longestMs } = needs;
  /** In the order of their turns: a map keeps the order of insertion. */
  const waiting = new Map<string, (() => void)[]>();
  const insideOf = new Map<string, number>();
  let inside = 0;
  let outside = 0;

  const isFree = (who: string): boolean => inside < atOnce && (insideOf.get(who) ?? 0) < ofAccount;

  const goIn = (who: string): void => {
    inside++;
    insideOf.set(who, (insideOf.get(who) ?? 0) + 1);
  };

  const goOut = (who: string): void => {
    inside--;
    const left = (insideOf.get(who) ?? 1) - 1;
    if (left === 0) insideOf.delete(who);
    else insideOf.set(who, left);
  };

  const letNextIn = (): void => {
    for (const [who, turns] of waiting) {
      if (!isFree(who)) continue;
      const turn = turns.shift();
      waiting.delete(who);
      if (turns.length > 0) waiting.set(who, turns);
      outside--;
      goIn(who);
      turn?.();
      return;
    }
  };

  const waitForTurn = async (who: string): Promise<void> => {
    const turns = waiting.get(who) ?? [];
    if ((insideOf.get(who) ?? 0) + turns.length >= ofAccount + waitingOfAccount) throw stillRunning();
    if (outside >= mostWaiting) throw full();
    outside++;
    await new Promise<void>((resolve) => {
      turns.push(resolve);
      if (turns.length === 1) waiting.set(who, turns);
    });
  };

  return {
    async enter(who) {
      if (isFree(who)) goIn(who);
      else await waitForTurn(who);
      let hasLeft = false;
      const leave = () => {
        if (hasLeft) return;
        hasLeft = true;
        clearTimeout(timer);
        goOut(who);
        letNextIn();
      };
      const timer = longestMs === undefined ? undefined : setTimeout(leave, longestMs).unref();
      return leave;
    },
  };
}

const retryAfterMs = 5_000;
const stillRunning = (): Failure =>
  new Failure('too_many_requests', 'Your last request is still running. Try again in a moment.', { retryAfterMs });
const full = (): Failure =>
  new Failure('busy', 'Many people are using this right now. Try again in a moment.', { retryAfterMs });
