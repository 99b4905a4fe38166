// Limits the large bodies that are read at the same time, and the memory that they take.
import { Failure } from '#domain/failure.ts';

/** As many as may wait for the photo process, and the few that it has taken. */
const mostAtOnce = 24;
const mostOfClient = 6;
/** In bytes, of all pictures that have arrived and are not analyzed yet. Twenty photos of 8 MB would be 160 MB. */
const mostHeld = 48_000_000;
/**
 * While others wait for room, a sender needs this many bytes in each of these spans, or gives up what it holds. Otherwise a few
 * accounts could send most of a photo each, and keep everyone else waiting with the rest.
 */
const leastInSpan = 500_000;
const spanMs = 5_000;
/** 24 photos take half a minute on a slow machine. It is less than the time that a request may take as a whole. */
const waitTimeoutMs = 120_000;

export type ReadingPlace = {
  /** Called when a part of the body has arrived. What it returns resolves once the next part may be read. Throws `busy`. */
  hold(bytes: number): Promise<void> | undefined;
  /** Rejects with `busy` if the sender was too slow while others waited for room. */
  givenUp: Promise<never>;
  /** The whole body has arrived. */
  complete(): void;
  leave(): void;
};

export type ReadingPlaces = {
  /**
   * Takes a place. It never waits: a body that nobody reads holds its connection. Throws `too_many_requests` if the account or the
   * client has its places already, and `busy` if all are taken.
   */
  take(caller: { account: string; client: string }): ReadingPlace;
};

/** What has arrived since `since`, and how to end it. */
type Arrival = { bytes: number; since: number; giveUp: () => void };

/**
 * Where the pictures that have arrived fill the room, only the oldest body that is still arriving is read on, so that at least one
 * always gets through. The others stay with their senders meanwhile.
 */
export function createReadingPlaces({ room = mostHeld }: { room?: number } = {}): ReadingPlaces {
  const held = new Map<string, number>();
  let all = 0;
  let bytesHeld = 0;
  /** The bodies that are still arriving, oldest first. */
  const arriving = new Map<ReadingPlace, Arrival>();
  const waiting = new Map<ReadingPlace, () => void>();
  let watch: NodeJS.Timeout | undefined;

  const change = (key: string, by: number): void => {
    const left = (held.get(key) ?? 0) + by;
    if (left === 0) held.delete(key);
    else held.set(key, left);
  };
  const mayGoOn = (place: ReadingPlace): boolean => bytesHeld < room || arriving.keys().next().value === place;
  const letGoOn = (): void => {
    for (const [place, go] of waiting) if (mayGoOn(place)) go();
  };
  const endSlowOnes = (): void => {
    const now = performance.now();
    for (const [place, arrival] of arriving) {
      if (waiting.has(place) || now - arrival.since < spanMs) continue;
      if (arrival.bytes < leastInSpan) arrival.giveUp();
      arrival.bytes = 0;
      arrival.since = now;
    }
  };
  const waitFor = (place: ReadingPlace): Promise<void> => {
    if (watch === undefined) {
      // Nobody had to be fast before.
      for (const arrival of arriving.values()) Object.assign(arrival, { bytes: 0, since: performance.now() });
      watch = setInterval(endSlowOnes, 1_000);
    }
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => () => {
        clearTimeout(timeout);
        waiting.delete(place);
        const own = arriving.get(place);
        if (own) Object.assign(own, { bytes: 0, since: performance.now() });
        if (waiting.size === 0) {
          clearInterval(watch);
          watch = undefined;
        }
        settle();
      };
      const timeout = setTimeout(
        end(() => reject(full())),
        waitTimeoutMs,
      );
      waiting.set(place, end(resolve));
    });
  };

  return {
    take({ account, client }) {
      const [ofAccount, ofClient] = [`account ${account}`, `client ${client}`];
      if (held.has(ofAccount)) throw tooMany('Your other photo is still being analyzed.');
      if ((held.get(ofClient) ?? 0) >= mostOfClient) throw tooMany('Too many photos are coming from your network.');
      if (all >= mostAtOnce) throw full();
      change(ofAccount, 1);
      change(ofClient, 1);
      all++;
      let own = 0;
      const { promise: givenUp, reject } = Promise.withResolvers<never>();
      // Nobody may be reading when it is given up.
      givenUp.catch(() => {});
      const place: ReadingPlace = {
        givenUp,
        hold(bytes) {
          own += bytes;
          bytesHeld += bytes;
          const arrival = arriving.get(place);
          if (arrival) arrival.bytes += bytes;
          return mayGoOn(place) ? undefined : waitFor(place);
        },
        complete() {
          arriving.delete(place);
          letGoOn();
        },
        leave() {
          change(ofAccount, -1);
          change(ofClient, -1);
          all--;
          bytesHeld -= own;
          waiting.get(place)?.();
          place.complete();
        },
      };
      arriving.set(place, { bytes: 0, since: performance.now(), giveUp: () => reject(full()) });
      return place;
    },
  };
}

const retryAfterMs = 5_000;
const tooMany = (why: string): Failure =>
  new Failure('too_many_requests', `${why} Try again in a moment.`, { retryAfterMs });
const full = (): Failure =>
  new Failure('busy', 'Too many photos are being analyzed right now. Try again in a moment.', { retryAfterMs });
