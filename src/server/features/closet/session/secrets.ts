// Seals and opens the secrets of a closet.

import type { Carrier } from '#domain/ports/carrier.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { Marketplace, MarketSession, PendingSignIn } from '#domain/ports/marketplace.ts';
import type { SecretPlace, Vault } from '#domain/ports/vault.ts';
import type { ClosetRow } from '../state/store.ts';

/** What is sealed in `closets.credentials`. `isMadeHere`: a practice seller that is deleted when its closet is disconnected. */
export type KeptCredentials = { username: string; password: string; isMadeHere?: true };

/** What is sealed while a sign-in waits for its one-time code. */
export type KeptPending = {
  pending: PendingSignIn;
  username: string;
  password: string;
  keepPassword: boolean;
};

/** The marketplaces of this server. `real` is null if it has only the practice marketplace. */
export type Marketplaces = { real: Marketplace | null; practice: Marketplace | null };

/** The seller's paired browsers, which carry calls. */
export type Browsers = { carrierOf(userId: string): Carrier; isAwake(userId: string): Promise<boolean> };

export const noBrowsers: Browsers = {
  carrierOf: (sellerId) => ({ sellerId, carry: async () => ({ kind: 'not_sent' }) }),
  isAwake: async () => false,
};

/** A session without cookies, to sign in with. */
export const emptySession: MarketSession = { cookies: [] };

/** Whose closet it is, and at which of the two marketplaces. */
type Owner = Pick<ClosetRow, 'userId' | 'practice'>;

/**
 * Seals and opens the three secret columns of `closets`. The marketplace is sealed with them: someone who can write to the database
 * but has no key can't have a password or a session sent to the other one. What another marketplace owns opens as null.
 */
export type Secrets = {
  /** Before everything that is stored of a closet is replaced. */
  renewKey(tx: Queryable, userId: string): Promise<void>;
  sealCredentials(tx: Queryable, owner: Owner, credentials: KeptCredentials): Promise<string>;
  sealSession(tx: Queryable, owner: Owner, session: MarketSession): Promise<string>;
  sealPending(tx: Queryable, owner: Owner, pending: KeptPending): Promise<string>;
  /** null for a closet whose calls travel through a browser: no password ever does. */
  credentials(db: Queryable, row: ClosetRow): Promise<KeptCredentials | null>;
  session(db: Queryable, row: ClosetRow): Promise<MarketSession | null>;
  pending(db: Queryable, row: ClosetRow): Promise<KeptPending | null>;
};

export function createSecrets({ vault }: { vault: Vault }): Secrets {
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
    renewKey: vault.forget,
    sealCredentials: seal<KeptCredentials>('credentials'),
    sealSession: seal<MarketSession>('session'),
    sealPending: seal<KeptPending>('pending_sign_in'),
    credentials: open<KeptCredentials>('credentials', (row) => (row.transport === 'browser' ? null : row.credentials)),
    session: open<MarketSession>('session', (row) => row.session),
    pending: open<KeptPending>('pending_sign_in', (row) => row.pending),
  };
}

/** The marketplace that a closet was linked to. */
export const marketplaceOf = (marketplaces: Marketplaces, practice: boolean): Marketplace | null =>
  practice ? marketplaces.practice : marketplaces.real;
