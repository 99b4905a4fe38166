/** The face of the closet feature: how a closet is linked, and who may talk to the marketplace for it. */
import type { ApiTest, AuthStatus } from '#contract/schemas/closet.ts';
import type { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketFailure, PracticeAdmin } from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Vault } from '#domain/ports/vault.ts';
import {
  type ClosetSummary,
  createApiTest,
  createConnectionTest,
  offersOf,
  readStatus,
  readSummary,
} from './connection/connection.ts';
import {
  type ActivityLog,
  type ClosetLinks,
  createCodeEntry,
  createEnding,
  createLinking,
  createLinks,
  type Limit,
  type StopBot,
} from './linking/linking.ts';
import { dropStalePending } from './pending-store.ts';
import {
  type AccountUse,
  type BotService,
  createAccountLock,
  createAccountUse,
  createBotService,
  createSecrets,
  failureOf,
  type Marketplaces,
} from './session/session.ts';
import { findCloset, findOthersOfCloset, saveSynced } from './store.ts';

export type { ActivityLog } from './linking/linking.ts';
/** For the bot's transactions. */
export {
  type BotAccount,
  type LinkedCloset,
  lockRealCloset,
  pinClosets,
  type SharingCloset,
} from './session/session.ts';

export type Closet = {
  /** From the database only, without asking the marketplace. */
  authStatus(userId: string): Promise<AuthStatus>;
  /** null: no closet was ever named. */
  summary(userId: string): Promise<ClosetSummary | null>;

  /** Links a new seller of the practice marketplace. Throws `practice_off`, `already_connected`. */
  linkPractice: ClosetLinks['linkPractice'];
  /** Links with the session of the seller's browser. Throws `session_rejected`, and then keeps what was linked before. */
  importSession: ClosetLinks['importSession'];
  /** Signs in at once. If that fails it throws, but keeps the credentials if the seller allowed it. */
  linkWithPassword: ClosetLinks['linkWithPassword'];
  /** For registration: stores the credentials, and signs in by a job, so the marketplace can't fail a registration. */
  linkLater: ClosetLinks['linkLater'];
  /** The job `closet.link`. Throws if another try may succeed. */
  linkStored: ClosetLinks['linkStored'];
  /** Makes the marketplace send the one-time code, at most once a minute. */
  requestCode(userId: string): Promise<{ destination?: string }>;
  verifyCode(userId: string, code: string): Promise<{ handle: string }>;

  /** Probes the session, and signs in if it has ended. Resolves to a sentence for the seller; throws if it fails. */
  testAuth(userId: string): Promise<string>;
  /** Runs four probes, and never signs in. Repeats its answer for 10 s. */
  runApiTest(userId: string): Promise<ApiTest>;

  /** Stops the bot and erases credentials, session, and key. Listings and history stay. */
  disconnect(userId: string): Promise<void>;
  /** The same before an account is erased: nothing is recorded in the activity. */
  erase(userId: string): Promise<void>;
  /** For maintenance: erases sign-ins that waited ten minutes for their code. Resolves to how many. */
  forgetStaleSignIns(): Promise<number>;
  /** Other accounts of this installation with the same real closet, as of this transaction. */
  othersWithSameCloset(tx: Queryable, userId: string): Promise<string[]>;

  /** Runs `work` under the account lock, and stores the session afterwards. */
  withAccount: AccountUse['withAccount'];
  /**
   * The same for work that may be repeated: if the session has ended and a password is stored, it signs in once and runs
   * `work` again. A failure that needs the seller is shown on the connection panel.
   */
  withLiveAccount: AccountUse['withLiveAccount'];
  /** The failure that a call of ours throws when the marketplace's call failed. */
  failureOf(userId: string, failure: MarketFailure): Promise<Failure>;
  noteSynced(tx: Queryable, userId: string, at: Instant): Promise<void>;

  /** Takes no account lock: the ledger reserves no share while another call holds it. null: nothing is linked. */
  openForBot: BotService['openForBot'];
  /** Stores a changed session. Resolves to the new revision; null: another one was stored meanwhile, so open it again. */
  saveFromBot: BotService['saveFromBot'];
  /** One login with the stored password, unless somebody else signed in meanwhile. Settle the current share before. */
  signInAgain: BotService['signInAgain'];
  /** Shows Connection Issue with this reason on the connection panel. */
  noteConnectionIssue: BotService['noteConnectionIssue'];
  /** Shows Ready for Sharing on the connection panel. */
  noteReady: BotService['noteReady'];
};

/**
 * `onDisconnect` stops the bot. It is called before a closet is disconnected, and before another closet takes its place.
 */
export function createCloset({
  database,
  clock,
  vault,
  queue,
  activity,
  marketplaces,
  practiceAdmin,
  onDisconnect,
  limit,
}: {
  database: Database;
  clock: Clock;
  vault: Vault;
  queue: Queue;
  activity: ActivityLog;
  marketplaces: Marketplaces;
  practiceAdmin: PracticeAdmin | null;
  onDisconnect: StopBot;
  limit: Limit;
}): Closet {
  const secrets = createSecrets({ vault });
  const withLock = createAccountLock({ database });
  const use = createAccountUse({ database, clock, secrets, marketplaces, withLock });
  const linking = createLinking({ database, clock, secrets, queue, activity, practiceAdmin, stopBot: onDisconnect });
  const offers = offersOf(marketplaces);

  return {
    authStatus: async (userId) => readStatus(await findCloset(database, userId), { now: clock.now(), offers }),
    async summary(userId) {
      const row = await findCloset(database, userId);
      return row && readSummary(row);
    },
    ...createLinks({ database, clock, secrets, marketplaces, withLock, use, linking, queue, practiceAdmin, limit }),
    ...createCodeEntry({ database, clock, secrets, marketplaces, withLock, use, linking }),
    testAuth: createConnectionTest({ database, clock, secrets, withLock, use, linking, activity }),
    runApiTest: createApiTest({ database, clock, marketplaces, withLock, use }),
    ...createEnding({ database, clock, vault, secrets, withLock, linking, activity, stopBot: onDisconnect }),
    forgetStaleSignIns: () => dropStalePending(database, clock.now()),
    othersWithSameCloset: findOthersOfCloset,
    withAccount: use.withAccount,
    withLiveAccount: use.withLiveAccount,
    failureOf: async (userId, failure) =>
      failureOf(failure, (await findCloset(database, userId)) ?? { practice: false }),
    noteSynced: saveSynced,
    ...createBotService({ database, secrets, use, withLock }),
  };
}
