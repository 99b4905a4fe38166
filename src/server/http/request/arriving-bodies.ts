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

/**
 * The first `ofEach` bytes of a body always have room, so a photo of usual size never waits for others. The rest of a larger
 * body is read when it gets a turn, which it keeps until it is freed. A client has one turn at a time. Until then, its sender
 * waits.
 */
export function createArrivals(ofEach: number): Arrivals {
  const arriving = new Set<Arrival>();
  /** Those that have a turn. */
  const large = new Set<Arrival>();
  /** The one of them that got its turn because it had waited longest. */
  let oldest: Arrival | null = null;
  /** Lets each one proceed, oldest first. */
  const waiting = new Map<Arrival, () => void>();
  const watch = watchSpeed(large);

  const hasTurn = ({ client }: Arrival): boolean => [...large].some((other) => other.client === client);
  const freeTurns = (): number => mostLarge + (oldest === null ? 0 : 1) - large.size;
  const giveTurns = (): void => {
    for (const next of [...waiting.keys()].reverse()) {
      if (freeTurns() > 0 && !hasTurn(next)) takeTurn(next);
    }
    for (const next of [...waiting.keys()]) {
      if (oldest !== null || hasTurn(next)) continue;
      oldest = next;
      takeTurn(next);
    }
  };
  const takeTurn = (arrival: Arrival): void => {
    large.add(arrival);
    startGrace(arrival);
    waiting.get(arrival)?.();
  };
  const waitForTurn = (arrival: Arrival): Promise<void> => {
    watch.start();
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => () => {
        clearTimeout(timeout);
        waiting.delete(arrival);
        if (waiting.size === 0) watch.stop();
        settle();
      };
      const timeout = setTimeout(
        end(() => reject(tooBusy())),
        waitTimeoutMs,
      );
      waiting.set(arrival, end(resolve));
      giveTurns();
    });
  };

  return {
    begin(client) {
      const { promise: givenUp, reject } = Promise.withResolvers<never>();
      // If nobody awaits it, the rejection must not count as unhandled.
      givenUp.catch(() => {});
      const giveUp = () => reject(tooBusy());
      const own: Arrival = { client, held: 0, isWhole: false, endsAt: 0, giveUp };
      startGrace(own);
      arriving.add(own);
      return {
        givenUp,
        hold(bytes) {
          own.held += bytes;
          // One chunk buys at most a second, however large it is.
          own.endsAt = Math.min(own.endsAt + (bytes / leastPerSecond) * 1_000, performance.now() + graceMs);
          return own.held < ofEach || large.has(own) ? undefined : waitForTurn(own);
        },
        complete() {
          own.isWhole = true;
          arriving.delete(own);
        },
        free() {
          waiting.get(own)?.();
          arriving.delete(own);
          large.delete(own);
          if (oldest === own) oldest = null;
          giveTurns();
        },
      };
    },
    giveUpSlowest() {
      const slow = [...arriving].filter((one) => !waiting.has(one) && one.endsAt <= performance.now());
      const [slowest] = slow.sort((one, other) => one.endsAt - other.endsAt);
      if (slowest === undefined) return false;
      arriving.delete(slowest);
      slowest.giveUp();
      return true;
    },
  };
}

/** While it runs, gives up the senders of `large` bodies that are too slow. */
function watchSpeed(large: ReadonlySet<Arrival>) {
  let timer: NodeJS.Timeout | undefined;
  const endSlowOnes = (): void => {
    const now = performance.now();
    for (const { isWhole, endsAt, giveUp } of large) if (!isWhole && endsAt <= now) giveUp();
  };
  return {
    start(): void {
      if (timer !== undefined) return;
      // Until now nobody waited, so nobody had to be fast.
      for (const arrival of large) startGrace(arrival);
      timer = setInterval(endSlowOnes, checkEveryMs);
    },
    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function startGrace(arrival: Arrival): void {
  arrival.endsAt = performance.now() + graceMs;
}

export const retryAfterMs = 5_000;
export const tooBusy = (): Failure =>
  new Failure('busy', 'Too many photos are being analyzed right now. Try again in a moment.', { retryAfterMs });
