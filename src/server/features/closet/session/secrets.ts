// Seals and opens the secrets of a closet.

import type { Queryable } from '#domain/ports/database.ts';
import type { MarketSession, PendingSignIn } from '#domain/ports/marketplace.ts';
import type { SecretPlace, Vault } from '#domain/ports/vault.ts';
import type { ClosetRow } from '../state/store.ts';

/** What is sealed in `closets.credentials`. `isMadeHere`: a practice seller that is deleted when its closet is disconnected. */
export type StoredCredentials = { username: string; password: string; isMadeHere?: true };

/** What is sealed while a sign-in waits for its one-time code. */
export type StoredSignIn = {
  pending: PendingSignIn;
  username: string;
  password: string;
  keepPassword: boolean;
};

/** A session without cookies, to sign in with. */
export const emptySession: MarketSession = { cookies: [] };

/** Whose closet it is, and at which of the two marketplaces. */
type Owner = Pick<ClosetRow, 'userId' | 'practice'>;

/**
 * Seals and opens the three secret columns of `closets`. The marketplace is sealed with them: someone who can write to the database
 * but has no key can't have a password or a session sent to the other one. What another marketplace owns opens as null.
 */
export function createSecrets({ vault }: { vault: Vault }) {
  const seal =
    <T>(column: SecretPlace['column']) =>
    (tx: Queryable, { userId, practice }: Owner, value: T): Promise<string> =>
      vault.seal(tx, { userId, column }, JSON.stringify({ ...value, practice }));

  // The vault authenticates what it opens, so this is what `seal` was given.
  const open =
    <T>(column: SecretPlace['column'], sealed: (row: ClosetRow) => string | null) =>
    async (db: Queryable, row: ClosetRow): Promise<T | null> => {
      const text = sealed(row);
      if (text === null) return null;
      const opened = JSON.parse(await vault.open(db, { userId: row.userId, column }, text)) as T &
        Pick<Owner, 'practice'>;
      const { practice, ...value } = opened;
      return practice === row.practice ? (value as T) : null;
    };

  return {
    /** Before everything that is stored of a closet is replaced. */
    renewKey: vault.forget,
    sealCredentials: seal<StoredCredentials>('credentials'),
    sealSession: seal<MarketSession>('session'),
    sealPending: seal<StoredSignIn>('pending_sign_in'),
    /** null for a closet whose calls travel through a browser: no password ever does. */
    credentials: open<StoredCredentials>('credentials', (row) =>
      row.transport === 'browser' ? null : row.credentials,
    ),
    session: open<MarketSession>('session', (row) => row.session),
    pending: open<StoredSignIn>('pending_sign_in', (row) => row.pending),
  };
}

export type Secrets = ReturnType<typeof createSecrets>;
