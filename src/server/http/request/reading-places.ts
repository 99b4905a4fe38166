// Limits the large bodies that are read at the same time, and the memory that they take.
import { Failure } from '#domain/failure.ts';

/** As many as may wait for the photo process, and the few that it has taken. */
const mostAtOnce = 24;
const mostOfClient = 6;
/** In bytes, of all pictures that have arrived and are not analyzed yet. Twenty photos of 8 MB would be 160 MB. */
const mostHeld = 80_000_000;
/**
 * 24 photos take half a minute on a slow machine. One that has waited this long waits for senders that hold the room and don't go
 * on. It is less than the time that a request may take as a whole.
 */
const patienceMs = 120_000;

export type ReadingPlace = {
  /** Called when a part of the body has arrived. What it returns resolves once the next part may be read. Throws `busy`. */
  hold(bytes: number): Promise<void> | undefined;
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

type Waiter = { go: () => void };

/**
 * Where the pictures that have arrived fill the room, only the oldest body that is still arriving is read on, so that at least one
 * always gets through. The others stay with their senders meanwhile.
 */
export function createReadingPlaces({ room = mostHeld }: { room?: number } = {}): ReadingPlaces {
  const held = new Map<string, number>();
  let all = 0;
  let bytesHeld = 0;
  /** The bodies that are still arriving, oldest first. */
  const arriving = new Set<ReadingPlace>();
  const waiting = new Map<ReadingPlace, Waiter>();

  const change = (key: string, by: number): void => {
    const left = (held.get(key) ?? 0) + by;
    if (left === 0) held.delete(key);
    else held.set(key, left);
  };
  const mayGoOn = (place: ReadingPlace): boolean => bytesHeld < room || arriving.values().next().value === place;
  const letGoOn = (): void => {
    for (const [place, { go }] of waiting) if (mayGoOn(place)) go();
  };
  const waitFor = (place: ReadingPlace): Promise<void> =>
    new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        waiting.delete(place);
        reject(full());
      }, patienceMs);
      const go = (): void => {
        clearTimeout(patience);
        waiting.delete(place);
        resolve();
      };
      waiting.set(place, { go });
    });

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
      const place: ReadingPlace = {
        hold(bytes) {
          own += bytes;
          bytesHeld += bytes;
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
          waiting.get(place)?.go();
          place.complete();
        },
      };
      arriving.add(place);
      return place;
    },
  };
}

const retryAfterMs = 5_000;
const tooMany = (why: string): Failure =>
  new Failure('too_many_requests', `${why} Try again in a moment.`, { retryAfterMs });
const full = (): Failure =>
  new Failure('busy', 'Too many photos are being analyzed right now. Try again in a moment.', { retryAfterMs });
