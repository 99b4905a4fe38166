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
  type StopBot,
} from './linking/linking.ts';
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
import { dropStalePending, findCloset, findOthersOfCloset, saveSynced } from './store.ts';

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
  /** Stored state only. */
  authStatus(userId: string): Promise<AuthStatus>;
  /** null where no closet was ever named. */
  summary(userId: string): Promise<ClosetSummary | null>;

  /** A fresh seller at the stand-in. Throws `practice_off`, `already_connected`. */
  linkPractice: ClosetLinks['linkPractice'];
  /** Links without a password. Throws `session_rejected`; what was linked before then stays. */
  importSession: ClosetLinks['importSession'];
  /** Signs in at once. Throws what the marketplace said; the credentials are kept all the same where that was allowed. */
  linkWithPassword: ClosetLinks['linkWithPassword'];
  /** Registration: keeps what was typed and signs in by a job, so that the marketplace cannot fail a registration. */
  linkLater: ClosetLinks['linkLater'];
  /** The job of `linkLater`. Throws where it is worth another try. */
  linkStored: ClosetLinks['linkStored'];
  /** Has the marketplace send the one-time code, at most once a minute. */
  requestCode(userId: string): Promise<{ destination?: string }>;
  verifyCode(userId: string, code: string): Promise<{ handle: string }>;

  /** Probes, and signs in where needed. Resolves to a sentence; throws what the marketplace said. */
  testAuth(userId: string): Promise<string>;
  /** Four probes; never signs in; the same answer again for 10 s. */
  runApiTest(userId: string): Promise<ApiTest>;

  /** Stops the bot and erases everything that was entrusted; listings and history stay. */
  disconnect(userId: string): Promise<void>;
  /** The same without a word in the log: before an account is deleted. */
  erase(userId: string): Promise<void>;
  /** Erases sign-ins that waited ten minutes for their code. For the sweep; resolves to how many. */
  forgetStaleSignIns(): Promise<number>;
  /** Other accounts of this installation with the same real closet. */
  othersWithSameCloset(userId: string): Promise<string[]>;

  /** Runs `work` as the only one who talks to the marketplace for this user; keeps the session afterwards. */
  withAccount: AccountUse['withAccount'];
  /**
   * The same for reads that may be repeated: where the session has ended and a password is kept it signs in once and
   * runs `work` again. Backoff that needs the seller is told on the connection panel.
   */
  withLiveAccount: AccountUse['withLiveAccount'];
  /** What a call of ours throws for a marketplace's failure. */
  failureOf(failure: MarketFailure): Failure;
  noteSynced(tx: Queryable, userId: string, at: Instant): Promise<void>;

  /** null where nothing is linked. Takes no account lock: the bot's ledger keeps its shares apart from other calls. */
  openForBot: BotService['openForBot'];
  /** Keeps a session that changed; resolves to the new revision, or null where the closet has another by now: open it again. */
  saveFromBot: BotService['saveFromBot'];
  /** One log-in with the kept password, where nobody else signed in meanwhile. Settle the share in hand before. */
  signInAgain: BotService['signInAgain'];
  /** For the connection panel: state Connection Issue with this reason. */
  noteTrouble: BotService['noteTrouble'];
  /** Back to Ready for Sharing. Does nothing where it is. */
  noteReady: BotService['noteReady'];
};

/**
 * The seller's closet at the marketplace: how it is linked, what is kept of it, and who may talk to it now. `onDisconnect` is
 * called before a closet goes or gives way to another one, and stops the bot.
 */
export function createCloset({
  database,
  clock,
  vault,
  queue,
  activity,
  marketplaces,
  desk,
  onDisconnect,
}: {
  database: Database;
  clock: Clock;
  vault: Vault;
  queue: Queue;
  activity: ActivityLog;
  marketplaces: Marketplaces;
  desk: PracticeAdmin | null;
  onDisconnect: StopBot;
}): Closet {
  const secrets = createSecrets({ vault });
  const withLock = createAccountLock({ database });
  const use = createAccountUse({ database, clock, secrets, marketplaces, withLock });
  const linking = createLinking({ database, clock, secrets, queue, activity, desk, stopBot: onDisconnect });
  const offers = offersOf(marketplaces);

  return {
    authStatus: async (userId) => readStatus(await findCloset(database, userId), { now: clock.now(), offers }),
    async summary(userId) {
      const row = await findCloset(database, userId);
      return row && readSummary(row);
    },
    ...createLinks({ database, clock, secrets, marketplaces, withLock, use, linking, queue, desk }),
    ...createCodeEntry({ database, clock, secrets, marketplaces, withLock, use, linking }),
    testAuth: createConnectionTest({ database, clock, secrets, withLock, use, linking, activity }),
    runApiTest: createApiTest({ database, clock, marketplaces, withLock, use }),
    ...createEnding({ database, clock, vault, secrets, withLock, linking, activity, stopBot: onDisconnect }),
    forgetStaleSignIns: () => dropStalePending(database, clock.now()),
    othersWithSameCloset: (userId) => findOthersOfCloset(database, userId),
    withAccount: use.withAccount,
    withLiveAccount: use.withLiveAccount,
    failureOf,
    noteSynced: saveSynced,
    ...createBotService({ database, secrets, use, withLock }),
  };
}
