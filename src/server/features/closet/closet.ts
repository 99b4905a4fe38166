// The face of the closet feature: links a closet, and decides who may call the marketplace for it.
import type { ApiTest, AuthStatus } from '#contract/closet.ts';
import type { Found } from '#domain/closet.ts';
import type { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type {
  MarketFailure,
  MarketListing,
  MarketResult,
  Page,
  PracticeAdmin,
  SearchQuery,
} from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Vault } from '#domain/ports/vault.ts';
import {
  type ClosetSummary,
  createApiTest,
  forgetApiTests,
  offersOf,
  readCompanionView,
  readStatus,
  readSummary,
  type Tested,
  testConnection,
  whyNoWrites,
} from './connection/connection.ts';
import {
  type ActivityLog,
  type ClosetLinks,
  createCodeEntry,
  createEnding,
  createLinking,
  createLinks,
  type Limit,
  type Linked,
  type RequestedCode,
  type StopBot,
} from './linking/linking.ts';
import {
  type AccountUse,
  type BotService,
  type Browsers,
  createAccountLock,
  createAccountUse,
  createBotService,
  createSecrets,
  endLocksOfTheDead,
  failureOf,
  type Marketplaces,
  noBrowsers,
  notConnected,
  type OnSignedIn,
} from './session/session.ts';
import { dropStalePending } from './state/pending-store.ts';
import { findCloset, findOthersOfCloset, saveReading, saveSynced, saveUnread } from './state/store.ts';
import { keepUntold, takeUntold } from './state/untold-store.ts';

/** For the bot's transactions. */
export {
  type BotAccount,
  type LinkedCloset,
  lockRealCloset,
} from './session/session.ts';

type Way = 'server' | 'browser' | 'browser_away';

export type Closet = {
  /** Reads only the database, and does not ask the marketplace. */
  authStatus(userId: string): Promise<AuthStatus>;
  /** null if no closet was ever named. */
  summary(userId: string): Promise<ClosetSummary | null>;
  /** What the account waits for that every write would only meet again; null if a write may be tried. */
  whyNoWrites(userId: string): Promise<'human_check' | 'account_blocked' | null>;
  /** Throws `closet_not_connected` if nothing is linked. */
  refuseUnlinked(userId: string): Promise<void>;

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
  /** Before the secret key changes: gives data keys to passwords that web processes have sealed. */
  sealTypedAgain: ClosetLinks['sealTypedAgain'];
  /** Links through the seller's paired browser. Throws `browser_away`, `session_rejected`. */
  linkBrowser: ClosetLinks['linkBrowser'];
  /** A browser was paired. If nothing is linked, it links the closet as soon as it is ready. */
  awaitBrowser: ClosetLinks['awaitBrowser'];
  onBrowserReady: ClosetLinks['onBrowserReady'];
  /** Whether a paired browser renews the server's session when it has expired. */
  chooseRenewal: ClosetLinks['chooseRenewal'];
  /** What a companion's popup shows of the closet. */
  companionView(userId: string): Promise<ReturnType<typeof readCompanionView>>;
  /** Through what this closet's calls go now. `browser_away`: nothing is sent until a paired browser can carry it. */
  wayOf(userId: string): Promise<Way>;
  /** Makes the marketplace send the one-time code, at most once a minute. */
  requestCode(userId: string): Promise<RequestedCode>;
  verifyCode(userId: string, code: string): Promise<Linked>;

  /** Probes the session, and signs in if it has ended. Throws if it fails. */
  testAuth(userId: string): Promise<Tested>;
  /** Runs four probes, and never signs in. Repeats its answer for 10 s. */
  runApiTest(userId: string): Promise<ApiTest>;

  /** Stops the bot and deletes credentials, session, and key. Listings and history stay. */
  disconnect(userId: string): Promise<void>;
  /** The same before an account is deleted. Nothing is recorded in the activity log. */
  erase(userId: string): Promise<void>;
  /** For maintenance: deletes sign-ins that waited ten minutes for their code. Resolves to their number. */
  forgetStaleSignIns(): Promise<number>;
  /** For maintenance: deletes the answers of API tests that are not repeated anymore. */
  forgetApiTests(): Promise<void>;
  /** Other accounts on this server with the same real closet, as of this transaction. */
  othersWithSameCloset(tx: Queryable, userId: string): Promise<string[]>;

  /** Frees the account locks that were held at a moment when every holder was dead. Resolves to their number. */
  endLocksOfTheDead(at: Instant): Promise<number>;
  /** Runs `work` under the account lock, and stores the session afterward. */
  withAccount: AccountUse['withAccount'];
  /**
   * The same for work that may be repeated: if the session has ended and a password is stored, it signs in once and runs
   * `work` again. A failure that needs the seller is shown on the connection panel.
   */
  withLiveAccount: AccountUse['withLiveAccount'];
  /** Searches the marketplace with the seller's own session. */
  search(userId: string, query: SearchQuery): Promise<MarketResult<Page<MarketListing>>>;
  /** The failure to throw when a call to the marketplace failed. */
  failureOf(userId: string, failure: MarketFailure): Promise<Failure>;
  /** A complete reading of the closet, which showed `shown` listings. */
  noteSynced(tx: Queryable, reading: { userId: string; now: Instant; shown: number }): Promise<void>;
  /** A reading that failed. Resolves to whether it is the first one since the last that succeeded. */
  noteUnread(tx: Queryable, userId: string, now: Instant): Promise<boolean>;
  /** How many listings the reading under the account lock has seen, and of how many. */
  noteReading(reading: { userId: string; seen: number; total: number }): Promise<void>;
  /** Keeps what a sync found until the seller reads it, with what was kept since `since`. */
  keepUntold(tx: Queryable, userId: string, sync: { found: Found; at: Instant; since: Instant }): Promise<void>;
  /** What was kept since `since`. Only one caller gets it; null for the others. */
  takeUntold(userId: string, since: Instant): Promise<Found | null>;

  /**
   * Takes no account lock, because the ledger reserves no share while another call holds it. Resolves to null if nothing is
   * linked.
   */
  openForBot: BotService['openForBot'];
  /**
   * Stores a changed session, unless another call uses the account now, or has stored another session, which then has to be
   * opened.
   */
  saveFromBot: BotService['saveFromBot'];
  /** Signs in once with the stored password, unless another call has signed in already. Settle the current share first. */
  signInAgain: BotService['signInAgain'];
  /** Shows Connection Issue with this reason on the connection panel, in the transaction of the pause that it belongs to. */
  noteConnectionIssue: BotService['noteConnectionIssue'];
  /** The marketplace has answered with this session: no connection issue is left but a human check. */
  noteSignedIn: BotService['noteSignedIn'];
  /** The seller says that the human check is done, so one write may show whether it is. `message` says so on the connection panel. */
  noteCheckSaidDone: BotService['noteCheckSaidDone'];
  /** A write succeeded, so no human check is open. */
  noteCheckPassed: BotService['noteCheckPassed'];
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
  browsers = noBrowsers,
  searchTurn = async () => {},
  onDisconnect,
  onSignedIn = async () => false,
  limit,
}: {
  database: Database;
  clock: Clock;
  vault: Vault;
  queue: Queue;
  activity: ActivityLog;
  marketplaces: Marketplaces;
  practiceAdmin: PracticeAdmin | null;
  /** Without them no closet is linked through a browser. */
  browsers?: Browsers;
  /** Resolves when this installation may search the marketplace again. */
  searchTurn?: (practice: boolean) => Promise<void>;
  onDisconnect: StopBot;
  /** The marketplace has accepted the seller's sign-in. Resolves to true if a bot that waited for it goes on. */
  onSignedIn?: OnSignedIn;
  limit: Limit;
}): Closet {
  const secrets = createSecrets({ vault });
  const withLock = createAccountLock({ database });
  const use = createAccountUse({ database, clock, secrets, marketplaces, browsers, withLock, onSignedIn });
  const stopBot = onDisconnect;
  const linking = createLinking({ database, clock, secrets, queue, activity, practiceAdmin, stopBot, onSignedIn });
  const tools = {
    database,
    clock,
    vault,
    secrets,
    queue,
    activity,
    marketplaces,
    practiceAdmin,
    browsers,
    withLock,
    use,
    linking,
    onSignedIn,
  };
  const testAuth = (userId: string) => testConnection(tools, userId);
  const offers = offersOf(marketplaces);

  return {
    authStatus: async (userId) => readStatus(await findCloset(database, userId), { now: clock.now(), offers }),
    companionView: async (userId) => readCompanionView(await findCloset(database, userId), marketplaces),
    async wayOf(userId) {
      const row = await findCloset(database, userId);
      if (row?.transport !== 'browser') return 'server';
      return row.state === 'ready' && (await browsers.isAwake(userId)) ? 'browser' : 'browser_away';
    },
    async summary(userId) {
      const row = await findCloset(database, userId);
      return row && readSummary(row);
    },
    whyNoWrites: async (userId) => whyNoWrites(await findCloset(database, userId)),
    async refuseUnlinked(userId) {
      const row = await findCloset(database, userId);
      if (row === null || !readSummary(row).hasCredentials) throw notConnected();
    },
    ...createLinks({ ...tools, limit, testAuth }),
    ...createCodeEntry({ ...tools, limit }),
    testAuth,
    runApiTest: createApiTest({ ...tools, searchTurn }),
    ...createEnding({ ...tools, stopBot }),
    forgetStaleSignIns: () => dropStalePending(database, clock.now()),
    forgetApiTests: () => forgetApiTests(tools),
    othersWithSameCloset: findOthersOfCloset,
    endLocksOfTheDead: (at) => endLocksOfTheDead(database, at),
    withAccount: use.withAccount,
    withLiveAccount: use.withLiveAccount,
    search: (userId, query) => use.withLiveAccount(userId, (account) => account.search(query)),
    failureOf: async (userId, failure) =>
      failureOf(failure, (await findCloset(database, userId)) ?? { practice: false }),
    noteSynced: saveSynced,
    noteUnread: saveUnread,
    noteReading: (reading) => saveReading(database, reading),
    keepUntold,
    takeUntold: (userId, since) => takeUntold(database, userId, since),
    ...createBotService(tools),
  };
}
