// Port: encrypting and decrypting what sellers entrust to us.

import type { Queryable } from './database.ts';

/** Where a sealed value belongs. Bound into it, so that a row copied to another seller does not open. */
export type SecretPlace = { userId: string; column: 'credentials' | 'session' | 'pending_sign_in' | 'push_target' };

/** Seals what sellers entrust to Hangtag: a data key for their closet and one for their devices, wrapped by the installation's key. */
export type Vault = {
  seal(tx: Queryable, place: SecretPlace, plain: string): Promise<string>;
  /** Throws where the value was changed, moved or sealed with a key that is not given any more. */
  open(tx: Queryable, place: SecretPlace, sealed: string): Promise<string>;
  /** Erases the data key of the seller's closet: whatever was sealed with it stays closed for ever. */
  forget(tx: Queryable, userId: string): Promise<void>;
};
