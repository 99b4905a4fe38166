// What the closet's calls work with, made once by `createCloset`.

import type { ActivityLog } from '#domain/activity.ts';
import type { Carrier } from '#domain/ports/carrier.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure, Marketplace, PracticeAdmin } from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Vault } from '#domain/ports/vault.ts';
import type { WithAccountLock } from './account-lock.ts';
import type { Secrets } from './secrets.ts';

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
