// Limits how many requests with pictures arrive at a time, and the memory that they take. Keeps two promises of the benchmarks: twenty
// photos of 8 MB add at most 150 MB, and clients that stall with large photos hold up another seller's photo by little more than a
// second. A semaphore alone would let those clients keep all its slots.
import { Failure } from '#domain/failure.ts';

/** As many as may wait for the photo process, and the few that it has taken. */
const mostAtOnce = 24;
const mostOfClient = 6;
/**
 * In bytes. A photo that the app has made smaller fits, mostly with the photo of its tag. With 24 of these and three whole bodies of
 * 9 MB beyond, at most 55 MB of pictures wait. Twenty photos of 8 MB would be 160 MB.
 */
const alwaysRoomFor = 1_300_000;
/**
 * Large bodies that are read at a time, newest first: those who fill all slots with large bodies can't make a later one wait
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

export type Upload = {
  /** Called when a part of the body has arrived. What it returns resolves once the next part may be read. Throws `busy`. */
  hold(bytes: number): Promise<void> | undefined;
  /** Rejects with `busy` if the sender was too slow while others waited for room. */
  givenUp: Promise<never>;
  complete(): void;
  /** Lets the next one in, and frees the memory that the body took. */
  leave(): void;
};

export type Uploads = {
  /**
   * Begins an upload. It never waits: a body that nobody reads holds its connection. Throws `too_many_requests` if the account or the
   * client has too many already, and `busy` if there are too many of others that are not too slow. A slow one is given up for it.
   */
  begin(caller: { account: string; client: string }): Upload;
};

/** `held` is all that has arrived, in bytes. The sender is too slow if nothing more has arrived by `endsAt`. */
type Arrival = {
  account: string;
  client: string;
  held: number;
  isWhole: boolean;
  endsAt: number;
  giveUp: () => void;
};

type State = {
  /** So many bytes of a body always have room. */
  readonly ofEach: number;
  /** All that have begun and not left. */
  readonly begun: Set<Arrival>;
  /** Those of them whose sender still sends, and was not given up. */
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
 * body is read when it gets a turn, which it keeps until it leaves. A client has one turn at a time. Until then, its sender
 * waits.
 */
export function createUploads({ ofEach = alwaysRoomFor } = {}): Uploads {
  const state: State = {
    ofEach,
    begun: new Set(),
    arriving: new Set(),
    large: new Set(),
    oldest: null,
    waiting: new Map(),
    watch: undefined,
  };
  return { begin: (caller) => begin(state, caller) };
}

function begin(state: State, { account, client }: { account: string; client: string }): Upload {
  const others = [...state.begun];
  if (others.some((other) => other.account === account)) throw tooMany('Your other photo is still being analyzed.');
  if (others.filter((other) => other.client === client).length >= mostOfClient)
    throw tooMany('Too many photos are coming from your network.');
  if (others.length >= mostAtOnce && !giveUpSlowest(state)) throw tooBusy();
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  // If nobody awaits it, the rejection must not count as unhandled.
  givenUp.catch(() => {});
  const giveUp = () => reject(tooBusy());
  const own: Arrival = { account, client, held: 0, isWhole: false, endsAt: 0, giveUp };
  startGrace(own);
  state.begun.add(own);
  state.arriving.add(own);
  return {
    givenUp,
    hold: (bytes) => hold(state, own, bytes),
    complete() {
      own.isWhole = true;
      state.arriving.delete(own);
    },
    leave: () => leave(state, own),
  };
}

function hold(state: State, own: Arrival, bytes: number): Promise<void> | undefined {
  own.held += bytes;
  // A large chunk gives its sender no more time than one that comes at the least speed.
  own.endsAt = Math.min(own.endsAt + (bytes / leastPerSecond) * 1_000, performance.now() + graceMs);
  return own.held < state.ofEach || state.large.has(own) ? undefined : waitForTurn(state, own);
}

function leave(state: State, own: Arrival): void {
  state.begun.delete(own);
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

const retryAfterMs = 5_000;
const tooBusy = (): Failure =>
  new Failure('busy', 'Too many photos are being analyzed right now. Try again in a moment.', { retryAfterMs });
const tooMany = (why: string): Failure =>
  new Failure('too_many_requests', `${why} Try again in a moment.`, { retryAfterMs });
