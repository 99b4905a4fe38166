// Limits the memory that arriving pictures take, and gives up senders that are too slow while others wait for room.
import { Failure } from '#domain/failure.ts';

/**
 * While others wait for room, a sender needs this many bytes in each of these spans, or gives up what it holds. Otherwise a few
 * accounts could send most of a photo each, and keep everyone else waiting with the rest.
 */
const leastInSpan = 500_000;
const spanMs = 5_000;
/**
 * So many whole pictures wait, at most, before the next one is read on where the room is full. The photo process takes one at a time,
 * so it always finds the next one here. Without this limit, the oldest ones arrived one after the other, until all 20 were here.
 */
const mostWhole = 3;
/** 24 photos take half a minute on a slow machine. It is less than the time that a request may take as a whole. */
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

/** What has arrived since `since`, and how to end it. */
type Arrival = { bytes: number; since: number; giveUp: () => void };

/**
 * Once the pictures that have arrived fill `room`, in bytes, only the oldest body that is still arriving is read on, so that at
 * least one always gets through, and not even that one while enough whole pictures wait to be analyzed. The others stay with their
 * senders meanwhile.
 */
export function createArrivals(room: number): { begin(): ArrivingBody } {
  let bytesHeld = 0;
  /** The bodies that are still arriving, oldest first. */
  const arriving = new Map<ArrivingBody, Arrival>();
  /** Those that have arrived, until they are freed. */
  const whole = new Set<ArrivingBody>();
  const waiting = new Map<ArrivingBody, () => void>();
  const watch = watchSpeed(arriving, (body) => waiting.has(body));

  const mayGoOn = (body: ArrivingBody): boolean =>
    bytesHeld < room || (whole.size < mostWhole && arriving.keys().next().value === body);
  const letGoOn = (): void => {
    for (const [body, go] of waiting) if (mayGoOn(body)) go();
  };
  const waitFor = (body: ArrivingBody): Promise<void> => {
    watch.start();
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => () => {
        clearTimeout(timeout);
        waiting.delete(body);
        const own = arriving.get(body);
        if (own) startCount(own);
        if (waiting.size === 0) watch.stop();
        settle();
      };
      const timeout = setTimeout(
        end(() => reject(tooBusy())),
        waitTimeoutMs,
      );
      waiting.set(body, end(resolve));
    });
  };

  return {
    begin() {
      let own = 0;
      const { promise: givenUp, reject } = Promise.withResolvers<never>();
      // Nobody may be reading when it is given up.
      givenUp.catch(() => {});
      const body: ArrivingBody = {
        givenUp,
        hold(bytes) {
          own += bytes;
          bytesHeld += bytes;
          const arrival = arriving.get(body);
          if (arrival) arrival.bytes += bytes;
          return mayGoOn(body) ? undefined : waitFor(body);
        },
        complete() {
          arriving.delete(body);
          whole.add(body);
          letGoOn();
        },
        free() {
          bytesHeld -= own;
          waiting.get(body)?.();
          arriving.delete(body);
          whole.delete(body);
          letGoOn();
        },
      };
      arriving.set(body, { bytes: 0, since: performance.now(), giveUp: () => reject(tooBusy()) });
      return body;
    },
  };
}

/** While it runs, gives up the senders that are too slow. A body that waits for room is not slow. */
function watchSpeed(arriving: ReadonlyMap<ArrivingBody, Arrival>, isWaiting: (body: ArrivingBody) => boolean) {
  let timer: NodeJS.Timeout | undefined;
  const endSlowOnes = (): void => {
    for (const [body, arrival] of arriving) {
      if (isWaiting(body) || performance.now() - arrival.since < spanMs) continue;
      if (arrival.bytes < leastInSpan) arrival.giveUp();
      startCount(arrival);
    }
  };
  return {
    start(): void {
      if (timer !== undefined) return;
      // Nobody had to be fast before.
      for (const arrival of arriving.values()) startCount(arrival);
      timer = setInterval(endSlowOnes, 1_000);
    },
    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function startCount(arrival: Arrival): void {
  arrival.bytes = 0;
  arrival.since = performance.now();
}

export const retryAfterMs = 5_000;
export const tooBusy = (): Failure =>
  new Failure('busy', 'Too many photos are being analyzed right now. Try again in a moment.', { retryAfterMs });
