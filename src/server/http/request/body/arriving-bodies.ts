// Limits the memory that arriving pictures take, and gives up senders that are too slow while others wait for room.
import { Failure } from '#domain/failure.ts';

/**
 * Large bodies that are read at a time, newest first: those who fill all places with large bodies can't make a later one wait
 * behind them. One more turn goes to the body that has waited longest, so each one gets its turn.
 */
const mostLarge = 2;
/**
 * In bytes per second. While others wait, a sender loses its turn once it has been below this speed for a second. With five
 * seconds, eight guests made a seller's photo of 5 MB wait for 5.2 s.
 */
const leastPerSecond = 100_000;
const graceMs = 1_000;
const checkEveryMs = 250;
/** Enough for 24 photos, which take half a minute on a slow machine, and less than the longest time of a whole request. */
const waitTimeoutMs = 120_000;

export type ArrivingBody = {
  /** Called when a part of the body has arrived. What it returns resolves once the next part may be read. Throws `busy`. */
  hold(bytes: number): Promise<void> | undefined;
  /** Rejects with `busy` if the sender was too slow while others waited for room. */
  givenUp: Promise<never>;
  /** The whole body has arrived. */
  complete(): void;
  /** Frees the memory that the body took. */
  free(): void;
};

type Arrivals = {
  begin(client: string): ArrivingBody;
  /** Gives up the slowest of those that are too slow. Returns false if none is. */
  giveUpSlowest(): boolean;
};

/** `held` is all that has arrived, in bytes. The sender is too slow if nothing more has arrived by `endsAt`. */
type Arrival = { client: string; held: number; isWhole: boolean; endsAt: number; giveUp: () => void };

type State = {
  /** So many bytes of a body always have room. */
  readonly ofEach: number;
  readonly arriving: Set<Arrival>;
  /** Those that have a turn. */
  readonly large: Set<Arrival>;
  /** The one of them that got its turn because it had waited longest. */
  oldest: Arrival | null;
  /** Lets each one proceed, oldest first. */
  readonly waiting: Map<Arrival, () => void>;
  /** Looks for senders that are too slow. Runs while any body waits. */
  watch: NodeJS.Timeout | undefined;
};

/**
 * The first `ofEach` bytes of a body always have room, so a photo of usual size never waits for others. The rest of a larger
 * body is read when it gets a turn, which it keeps until it is freed. A client has one turn at a time. Until then, its sender
 * waits.
 */
export function createArrivals(ofEach: number): Arrivals {
  const state: State = {
    ofEach,
    arriving: new Set(),
    large: new Set(),
    oldest: null,
    waiting: new Map(),
    watch: undefined,
  };
  return {
    begin: (client) => begin(state, client),
    giveUpSlowest: () => giveUpSlowest(state),
  };
}

function begin(state: State, client: string): ArrivingBody {
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  // If nobody awaits it, the rejection must not count as unhandled.
  givenUp.catch(() => {});
  const giveUp = () => reject(tooBusy());
  const own: Arrival = { client, held: 0, isWhole: false, endsAt: 0, giveUp };
  startGrace(own);
  state.arriving.add(own);
  return {
    givenUp,
    hold: (bytes) => hold(state, own, bytes),
    complete() {
      own.isWhole = true;
      state.arriving.delete(own);
    },
    free: () => free(state, own),
  };
}

function hold(state: State, own: Arrival, bytes: number): Promise<void> | undefined {
  own.held += bytes;
  // One chunk buys at most a second, however large it is.
  own.endsAt = Math.min(own.endsAt + (bytes / leastPerSecond) * 1_000, performance.now() + graceMs);
  return own.held < state.ofEach || state.large.has(own) ? undefined : waitForTurn(state, own);
}

function free(state: State, own: Arrival): void {
  state.waiting.get(own)?.();
  state.arriving.delete(own);
  state.large.delete(own);
  if (state.oldest === own) state.oldest = null;
  giveTurns(state);
}

function giveUpSlowest({ arriving, waiting }: State): boolean {
  const slow = [...arriving].filter((one) => !waiting.has(one) && one.endsAt <= performance.now());
  const [slowest] = slow.sort((one, other) => one.endsAt - other.endsAt);
  if (slowest === undefined) return false;
  arriving.delete(slowest);
  slowest.giveUp();
  return true;
}

function waitForTurn(state: State, own: Arrival): Promise<void> {
  const { waiting } = state;
  watchSpeed(state);
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timeout);
      waiting.delete(own);
      if (waiting.size === 0) stopWatching(state);
      settle();
    };
    const timeout = setTimeout(
      end(() => reject(tooBusy())),
      waitTimeoutMs,
    );
    waiting.set(own, end(resolve));
    giveTurns(state);
  });
}

/** Gives the turns that are free: the newest of those that wait first, and one to the oldest. */
function giveTurns(state: State): void {
  for (const next of [...state.waiting.keys()].reverse()) {
    if (freeTurns(state) > 0 && !hasTurn(state, next)) takeTurn(state, next);
  }
  for (const next of [...state.waiting.keys()]) {
    if (state.oldest !== null || hasTurn(state, next)) continue;
    state.oldest = next;
    takeTurn(state, next);
  }
}

function takeTurn({ large, waiting }: State, arrival: Arrival): void {
  large.add(arrival);
  startGrace(arrival);
  waiting.get(arrival)?.();
}

const freeTurns = ({ large, oldest }: State): number => mostLarge + (oldest === null ? 0 : 1) - large.size;

/** Also by another body of the same client. */
const hasTurn = ({ large }: State, { client }: Arrival): boolean => [...large].some((other) => other.client === client);

/** From now on gives up the senders of large bodies that are too slow. */
function watchSpeed(state: State): void {
  if (state.watch !== undefined) return;
  // Until now nobody waited, so nobody had to be fast.
  for (const arrival of state.large) startGrace(arrival);
  state.watch = setInterval(() => {
    const now = performance.now();
    for (const { isWhole, endsAt, giveUp } of state.large) if (!isWhole && endsAt <= now) giveUp();
  }, checkEveryMs);
}

function stopWatching(state: State): void {
  clearInterval(state.watch);
  state.watch = undefined;
}

function startGrace(arrival: Arrival): void {
  arrival.endsAt = performance.now() + graceMs;
}

export const retryAfterMs = 5_000;
export const tooBusy = (): Failure =>
  new Failure('busy', 'Too many photos are being analyzed right now. Try again in a moment.', { retryAfterMs });
