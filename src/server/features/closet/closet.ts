import type { ApiTest, AuthStatus } from '#contract/closet.ts';
import type { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure } from '#domain/ports/marketplace.ts';
import type { BotService } from './serve-bot.ts';
import type { AccountUse, LinkedCloset } from './use-account.ts';

export type { BotAccount, SignedInAgain } from './serve-bot.ts';
export type { LinkedCloset, MarketAccount };

/** What the profile tells of the marketplace connection. */
export type ClosetSummary = {
  connected: boolean;
  hasCredentials: boolean;
  practice: boolean;
  username: string | null;
  handle: string | null;
  marketUserId: string | null;
  lastSyncedAt: Instant | null;
};

export type Closet = {
  /** Stored state only. */
  authStatus(userId: string): Promise<AuthStatus>;
  /** null where no closet is linked. */
  summary(userId: string): Promise<ClosetSummary | null>;

  /** Registration: keeps what was typed and signs in by a job, so that the marketplace cannot fail a registration. */
  linkLater(tx: Queryable, userId: string, typed: { username?: string; password?: string }): Promise<void>;
  /** A fresh seller at the stand-in. Throws `practice_off`, `already_connected`. */
  linkPractice(userId: string): Promise<void>;
  importSession(userId: string, exported: string): Promise<void>;
  linkWithPassword(
    userId: string,
    credentials: { username: string; password: string; keepPassword: boolean },
  ): Promise<void>;
  requestCode(userId: string): Promise<{ destination?: string }>;
  verifyCode(userId: string, code: string): Promise<void>;
  /** The job of `linkLater`. Throws where it is worth another try. */
  linkStored(userId: string): Promise<void>;

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

  /** Runs `work` as the only one who talks to the marketplace for this user; keeps the jar afterwards. */
  withAccount: AccountUse['withAccount'];
  /**
   * The same for reads that may be repeated: where the session has ended and a password is kept it signs in once and
   * runs `work` again. Trouble that needs the seller is told on the connection panel.
   */
  withLiveAccount: AccountUse['withLiveAccount'];
  /** What a call of ours throws for a marketplace's failure. */
  failureOf(failure: MarketFailure): Failure;
  noteSynced(tx: Queryable, userId: string, at: Instant): Promise<void>;

  /** null where nothing is linked. Takes no hold: the bot's ledger keeps its shares apart from other calls. */
  openForBot: BotService['openForBot'];
  /** Keeps a jar that moved; resolves to the new revision, or null where the closet has another by now: open it again. */
  saveFromBot: BotService['saveFromBot'];
  /** One log-in with the kept password, where nobody else signed in meanwhile. Settle the share in hand before. */
  signInAgain: BotService['signInAgain'];
  /** For the connection panel: state Connection Issue with this reason. */
  noteTrouble: BotService['noteTrouble'];
  /** Back to Ready for Sharing. Does nothing where it is. */
  noteReady: BotService['noteReady'];
};
