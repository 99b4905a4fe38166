// Port: encrypts and decrypts the secrets of sellers.

import type { Queryable } from './database.ts';

/** Where an encrypted value belongs. It is authenticated, so a row copied to another seller can't be decrypted. */
export type SecretPlace = {
  userId: string;
  column: 'credentials' | 'session' | 'pending_sign_in' | 'push_target' | 'totp_secret';
};

/** A value that is stored, and where. */
export type Sealed = { column: SecretPlace['column']; sealed: string };

/**
 * Encrypts sellers' secrets. Each seller has a data key for the closet, one for devices, and one for the second step, all wrapped
 * by the server's secret key.
 */
export type Vault = {
  /**
   * `stored`: what this seller has stored beside it, as it was read before. In a process that can open it, the present data key has to:
   * a web process could have put a key of its own in its place, and then read what is sealed with it. Throws if it doesn't.
   */
  seal(tx: Queryable, place: SecretPlace, plain: string, stored?: readonly Sealed[]): Promise<string>;
  /** Throws if the value was modified, moved, or encrypted with a key that is no longer configured. */
  open(tx: Queryable, place: SecretPlace, sealed: string): Promise<string>;
  /**
   * Before everything that is stored of a closet is replaced: a data key that a web process made goes, so that the next one is known to
   * workers only. Resolves to whether it went.
   */
  renewKey(tx: Queryable, userId: string): Promise<boolean>;
  /** Deletes the data key of the seller's closet, so that nothing encrypted with it can ever be decrypted again. */
  forget(tx: Queryable, userId: string): Promise<void>;
  /**
   * Keyed hashes, with a key of this seller that no web process can compute. There is one for each of the server's secret keys, the
   * current one's first. Throws in a web process.
   */
  hasherFor(userId: string): (text: string) => string[];
};
