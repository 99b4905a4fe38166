// Finds and deletes what a lost secret key protected, because nobody can open it anymore.

import type { Queryable } from '#domain/ports/database.ts';
import { deleteWrappedWith, findKeysInUse, type Purpose } from './data-keys.ts';
import { masterRing } from './key-ring.ts';
import type { SecretKey } from './secret-key.ts';

type Keys = readonly [SecretKey, ...SecretKey[]];

/** The keys that something in this database is encrypted with, and that are not among the given ones. */
export async function findLostKeys(tx: Queryable, keys: Keys): Promise<string[]> {
  const ring = masterRing(keys);
  const ids = (await findKeysInUse(tx)).map(({ keyId }) => keyId).filter((keyId) => !ring.knows(keyId));
  return [...new Set(ids)];
}

/** Deletes every key that a lost key protects. Resolves to the sellers whose values nobody can open now, by what they were for. */
export async function forgetLostKeys(tx: Queryable, keys: Keys): Promise<Record<Purpose, string[]>> {
  const deleted = await deleteWrappedWith(tx, await findLostKeys(tx, keys));
  const of = (wanted: Purpose) => deleted.filter(({ purpose }) => purpose === wanted).map(({ userId }) => userId);
  return { closet: of('closet'), push: of('push'), 'sign-in': of('sign-in') };
}
