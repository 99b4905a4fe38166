// Port: encrypts and decrypts the secrets of sellers.

import type { Queryable } from './database.ts';

/** Where an encrypted value belongs. It is authenticated, so a row copied to another seller can't be decrypted. */
export type SecretPlace = {
  userId: string;
  column: 'credentials' | 'session' | 'pending_sign_in' | 'push_target' | 'totp_secret';
};

/**
 * Encrypts sellers' secrets. Each seller has a data key for the closet, one for devices, and one for the second step, all wrapped
 * by the server's secret key.
 */
export type Vault = {
  /** A web process, which has no data keys of closets, seals credentials for workers, and nothing else of a closet. */
  seal(tx: Queryable, place: SecretPlace, plain: string): Promise<string>;
  /** Throws if the value was modified, moved, or encrypted with a key that is no longer configured. */
  open(tx: Queryable, place: SecretPlace, sealed: string): Promise<string>;
  /** Deletes the data key of the seller's closet, so that nothing encrypted with it can ever be decrypted again. */
  forget(tx: Queryable, userId: string): Promise<void>;
  /**
   * Keyed hashes, with a key of this seller that no web process can compute. There is one for each of the server's secret keys, the
   * current one's first. Throws in a web process.
   */
  hasherFor(userId: string): (text: string) => string[];
};
