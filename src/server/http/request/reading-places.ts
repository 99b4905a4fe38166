// Limits the large bodies that are read at the same time, each of which may hold many megabytes.
import { Failure } from '#domain/failure.ts';

/** Eight megabytes each: together less than 200 MB. */
const mostAtOnce = 24;
const mostOfClient = 6;

export type ReadingPlaces = {
  /**
   * Takes a place until the returned function is called. It never waits: a body that nobody reads holds its connection.
   * Throws `too_many_requests` if the account or the client has its places already, and `busy` if all are taken.
   */
  take(caller: { account: string; client: string }): () => void;
};

export function createReadingPlaces(): ReadingPlaces {
  const held = new Map<string, number>();
  let all = 0;
  const change = (key: string, by: number): void => {
    const left = (held.get(key) ?? 0) + by;
    if (left === 0) held.delete(key);
    else held.set(key, left);
  };
  return {
    take({ account, client }) {
      const keys = [`account ${account}`, `client ${client}`];
      const retryAfterMs = 5_000;
      if (held.has(keys[0] ?? '')) {
        throw new Failure('too_many_requests', 'Your other photo is still being analyzed. Try again in a moment.', {
          retryAfterMs,
        });
      }
      if ((held.get(keys[1] ?? '') ?? 0) >= mostOfClient) {
        throw new Failure('too_many_requests', 'Too many photos are coming from your network. Try again in a moment.', {
          retryAfterMs,
        });
      }
      if (all >= mostAtOnce) {
        throw new Failure('busy', 'Too many photos are being analyzed right now. Try again in a moment.', {
          retryAfterMs,
        });
      }
      for (const key of keys) change(key, 1);
      all++;
      return () => {
        for (const key of keys) change(key, -1);
        all--;
      };
    },
  };
}
