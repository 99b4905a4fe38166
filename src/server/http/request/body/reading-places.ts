// Limits how many large bodies are read at the same time: of an account, of a client, and in all.
import { Failure } from '#domain/failure.ts';
import { type ArrivingBody, createArrivals, retryAfterMs, tooBusy } from './arriving-bodies.ts';

/** As many as may wait for the photo process, and the few that it has taken. */
const mostAtOnce = 24;
const mostOfClient = 6;
/**
 * In bytes. A photo that the app has made smaller fits, mostly with the photo of its tag. With 24 of these and three whole bodies of
 * 9 MB beyond, at most 55 MB of pictures wait. Twenty photos of 8 MB would be 160 MB.
 */
const roomOfEach = 1_300_000;

export type ReadingPlace = Omit<ArrivingBody, 'free'> & {
  /** Gives back the place and the memory that the body took. */
  leave(): void;
};

export type ReadingPlaces = {
  /**
   * Takes a place. It never waits: a body that nobody reads holds its connection. Throws `too_many_requests` if the account or the
   * client has its places already, and `busy` if all are taken by others that are not too slow. A slow one gives its place up.
   */
  take(caller: { account: string; client: string }): ReadingPlace;
};

export function createReadingPlaces({ ofEach = roomOfEach } = {}): ReadingPlaces {
  const arrivals = createArrivals(ofEach);
  const taken = new Map<string, number>();
  let all = 0;
  const change = (key: string, by: number): void => {
    const left = (taken.get(key) ?? 0) + by;
    if (left === 0) taken.delete(key);
    else taken.set(key, left);
  };

  return {
    take({ account, client }) {
      const [ofAccount, ofClient] = [`account ${account}`, `client ${client}`];
      if (taken.has(ofAccount)) throw tooMany('Your other photo is still being analyzed.');
      if ((taken.get(ofClient) ?? 0) >= mostOfClient) throw tooMany('Too many photos are coming from your network.');
      if (all >= mostAtOnce && !arrivals.giveUpSlowest()) throw tooBusy();
      change(ofAccount, 1);
      change(ofClient, 1);
      all++;
      const { free, ...body } = arrivals.begin(client);
      return {
        ...body,
        leave() {
          change(ofAccount, -1);
          change(ofClient, -1);
          all--;
          free();
        },
      };
    },
  };
}

const tooMany = (why: string): Failure =>
  new Failure('too_many_requests', `${why} Try again in a moment.`, { retryAfterMs });
