// What the closet's calls work with, made once by `createCloset`.

import type { ActivityLog } from '#domain/activity.ts';
import type { Carrier } from '#domain/ports/carrier.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type {
  MarketAccount,
  MarketFailure,
  Marketplace,
  MarketSession,
  PendingSignIn,
  PracticeAdmin,
} from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { SecretPlace, Vault } from '#domain/ports/vault.ts';
import type { ClosetRow } from '../state/store.ts';
import type { WithAccountLock } from './account-lock.ts';

/** Runs in the transaction that shows a failure on the connection panel, so that a bot is paused by the same commit. */
export type OnFailure = (tx: Queryable, failure: MarketFailure) => Promise<void>;

export type ClosetContext = {
  database: Database;
  clock: Clock;
  vault: Vault;
  queue: Queue;
  activity: ActivityLog;
  /** The marketplaces of this server. `real` is null if it has only the practice marketplace. */
  marketplaces: { real: Marketplace | null; practice: Marketplace | null };
  practiceAdmin: PracticeAdmin | null;
  browsers: { carrierOf(userId: string): Carrier; isAwake(userId: string): Promise<boolean> };
  /** Resolves when this installation may search the marketplace again. All searches share one pace. */
  searchTurn: (practice: boolean) => Promise<void>;
  /**
   * Stops the seller's bot before anything about the closet is deleted, and before another closet takes its place. It must not take
   * the account lock, which is already held.
   */
  onDisconnect: (userId: string, because: 'disconnected' | 'replaced') => Promise<void>;
  /** The marketplace has accepted the seller's sign-in. Resolves to true if a bot that waited for it goes on. */
  onSignedIn: (userId: string) => Promise<boolean>;
  /** The marketplace refused a search with the seller's session. The same transaction shows it on the connection panel. */
  onSearchFailure: (tx: Queryable, userId: string, failure: MarketFailure) => Promise<void>;
  /** Counts an event for `key`. Throws `too_many_requests` if there were `most` of them within the time. */
  limit: (key: string, bound: { most: number; withinMs: number }, refusal?: string) => Promise<unknown>;
  secrets: Secrets;
  withLock: WithAccountLock;
  /** The revision of each open account's session when it was last stored. */
  storedRevisions: WeakMap<MarketAccount, number>;
};

export const marketplaceOf = (
  { marketplaces }: Pick<ClosetContext, 'marketplaces'>,
  practice: boolean,
): Marketplace | null => (practice ? marketplaces.practice : marketplaces.real);

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

type Secrets = ReturnType<typeof createSecrets>;
