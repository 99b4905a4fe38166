// The face of the closet feature: links a closet, and decides who may call the marketplace for it.

import type { ConnectionReason } from '#domain/closet.ts';
import type { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure, MarketResult, SearchQuery } from '#domain/ports/marketplace.ts';
import { createApiTest, forgetApiTests } from './connection/api-test.ts';
import { readCompanionView, readStatus, readSummary, whyNoWrites } from './connection/read-status.ts';
import { endLink } from './linking/complete-link.ts';
import { requestCode, verifyCode } from './linking/enter-code.ts';
import { awaitBrowser, importSession, linkBrowser, onBrowserReady } from './linking/link-browser.ts';
import {
  linkLater,
  linkPractice,
  linkStored,
  linkWithPassword,
  sealTypedAgain,
  testConnection,
} from './linking/link-with-password.ts';
import { createAccountLock } from './session/account-lock.ts';
import { type ClosetContext, createSecrets, type OnFailure } from './session/closet-context.ts';
import { failureOf } from './session/explain-failure.ts';
import { endLocksOfTheDead } from './session/lock-store.ts';
import {
  type LinkedCloset,
  notConnected,
  openForBot,
  saveFromBot,
  signInAgain,
  withAccount,
  withLiveAccount,
} from './session/use-account.ts';
import {
  dropStalePending,
  endCheck,
  endSignInIssue,
  saveCheckSaidDone,
  saveConnectionIssue,
  saveRenewal,
} from './state/connection-store.ts';
import {
  addUnseenSync,
  findCloset,
  findOthersOfCloset,
  saveFailedReading,
  saveReading,
  saveSynced,
  takeUnseenSync,
} from './state/store.ts';

/** For the bot's transactions. */
export { lockRealCloset } from './session/lock-store.ts';
export type { BotAccount, LinkedCloset } from './session/use-account.ts';

type OfOthers = 'browsers' | 'searchTurn' | 'onSignedIn' | 'onSearchFailure';

export function createCloset({
  browsers = {
    carrierOf: (sellerId) => ({ sellerId, carry: async () => ({ kind: 'not_sent' }) }),
    isAwake: async () => false,
  },
  searchTurn = async () => {},
  onSignedIn = async () => false,
  onSearchFailure = async () => {},
  ...needs
}: Omit<ClosetContext, OfOthers | 'secrets' | 'withLock' | 'storedRevisions'> &
  // Without browsers no closet is linked through one.
  Partial<Pick<ClosetContext, OfOthers>>) {
  const { database, clock, vault, marketplaces } = needs;
  const context: ClosetContext = {
    ...needs,
    browsers,
    searchTurn,
    onSignedIn,
    onSearchFailure,
    secrets: createSecrets({ vault }),
    withLock: createAccountLock({ database }),
    storedRevisions: new WeakMap(),
  };
  const offers = { practice: marketplaces.practice !== null, real: marketplaces.real !== null };
  const find = (userId: string) => findCloset(database, userId);
  const bound =
    <Given extends unknown[], Result>(run: (context: ClosetContext, ...given: Given) => Result) =>
    (...given: Given): Result =>
      run(context, ...given);

  return {
    /** Reads only the database, and does not ask the marketplace. */
    authStatus: async (userId: string) => readStatus(await find(userId), { now: clock.now(), offers }),
    companionView: async (userId: string) => readCompanionView(await find(userId), marketplaces),
    /** Through what this closet's calls go now. `browser_away`: nothing is sent until a paired browser can carry it. */
    async wayOf(userId: string): Promise<'server' | 'browser' | 'browser_away'> {
      const row = await find(userId);
      if (row?.transport !== 'browser') return 'server';
      return row.state === 'ready' && (await browsers.isAwake(userId)) ? 'browser' : 'browser_away';
    },
    /** null if no closet was ever named. */
    async summary(userId: string) {
      const row = await find(userId);
      return row && readSummary(row);
    },
    /** What the account waits for that every write would only meet again; null if a write may be tried. */
    whyNoWrites: async (userId: string) => whyNoWrites(await find(userId)),
    /** Throws `closet_not_connected` if nothing is linked. */
    async refuseUnlinked(userId: string): Promise<void> {
      const row = await find(userId);
      if (row === null || !readSummary(row).hasCredentials) throw notConnected();
    },

    linkPractice: bound(linkPractice),
    /** Links with the session of the seller's browser. Throws `session_rejected`, and then leaves what was linked before. */
    importSession: bound(importSession),
    linkWithPassword: bound(linkWithPassword),
    linkLater: (tx: Queryable, userId: string, typed: { username?: string; password?: string }) =>
      linkLater(context, tx, { userId, ...typed }),
    linkStored: bound(linkStored),
    sealTypedAgain: () => sealTypedAgain(context),
    linkBrowser: bound(linkBrowser),
    awaitBrowser: bound(awaitBrowser),
    onBrowserReady: bound(onBrowserReady),
    /** Whether a paired browser renews the server's session when it has expired. */
    chooseRenewal: (userId: string, renewsSession: boolean) => saveRenewal(database, userId, renewsSession),
    requestCode: bound(requestCode),
    verifyCode: bound(verifyCode),

    testAuth: bound(testConnection),
    runApiTest: createApiTest(context),

    disconnect: (userId: string) => endLink(context, userId, { isRecorded: true }),
    /** The same before an account is deleted. Nothing is recorded in the activity log. */
    erase: (userId: string) => endLink(context, userId, { isRecorded: false }),
    /** For maintenance: deletes sign-ins that waited ten minutes for their code. Resolves to their number. */
    forgetStaleSignIns: () => dropStalePending(database, clock.now()),
    forgetApiTests: () => forgetApiTests(context),
    othersWithSameCloset: findOthersOfCloset,

    endLocksOfTheDead: (at: Instant) => endLocksOfTheDead(database, at),
    withAccount: <T>(userId: string, work: (account: MarketAccount) => Promise<T>) =>
      withAccount(context, userId, work),
    withLiveAccount: <T>(
      userId: string,
      work: (account: MarketAccount, closet: LinkedCloset) => Promise<MarketResult<T>>,
      options: { signsIn?: boolean; onFailure?: OnFailure } = {},
    ) => withLiveAccount(context, userId, { work, ...options }),
    search: (userId: string, query: SearchQuery) =>
      withLiveAccount(context, userId, {
        work: (account) => account.search(query),
        onFailure: (tx, failure) => onSearchFailure(tx, userId, failure),
      }),
    /** The failure to throw when a call to the marketplace failed. */
    failureOf: async (userId: string, failure: MarketFailure): Promise<Failure> =>
      failureOf(failure, (await find(userId)) ?? { practice: false }),

    noteSynced: saveSynced,
    noteFailedReading: saveFailedReading,
    noteReading: (reading: { userId: string; seen: number; total: number }) => saveReading(database, reading),
    addUnseenSync,
    takeUnseenSync: (userId: string, since: Instant) => takeUnseenSync(database, userId, since),

    openForBot: bound(openForBot),
    /**
     * Stores a changed session, unless another call uses the account now, or has stored another session, which then has to be
     * opened.
     */
    saveFromBot: bound(saveFromBot),
    /** Signs in once with the stored password, unless another call has signed in already. Settle the current share first. */
    signInAgain: bound(signInAgain),
    /** Shows Connection Issue with this reason on the connection panel, in the transaction of the pause that it belongs to. */
    noteConnectionIssue: (tx: Queryable, issue: { userId: string; reason: ConnectionReason; message: string }) =>
      saveConnectionIssue(tx, { ...issue, isByWrite: true }),
    /** The marketplace has answered with this session: no connection issue is left but a human check. */
    noteSignedIn: endSignInIssue,
    noteCheckSaidDone: saveCheckSaidDone,
    /** A write succeeded, so no human check is open. */
    noteCheckPassed: endCheck,
  };
}

export type Closet = ReturnType<typeof createCloset>;
