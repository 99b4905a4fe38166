/** Links a closet: by the session of the seller's browser, by username and password, or to the practice marketplace. */
import { marketplaceName } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketFailure, Marketplace, PracticeAdmin } from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { saveConnectionIssue } from '../connection-store.ts';
import {
  type AccountLock,
  type AccountUse,
  emptySession,
  explainFailure,
  failureOf,
  type KeptCredentials,
  type Marketplaces,
  notConnected,
  type Secrets,
  type WithAccountLock,
} from '../session/session.ts';
import { type ClosetRow, findCloset } from '../store.ts';
import { isSameCloset, type Linking } from './complete-link.ts';
import { ensureCloset, saveUnproven } from './store.ts';

export type ClosetLinks = {
  linkPractice(userId: string): Promise<{ handle: string }>;
  importSession(userId: string, exported: string): Promise<{ handle: string }>;
  linkWithPassword(
    userId: string,
    credentials: { username: string; password: string; keepPassword: boolean },
  ): Promise<{ handle: string }>;
  linkLater(tx: Queryable, userId: string, typed: { username?: string; password?: string }): Promise<void>;
  linkStored(userId: string): Promise<void>;
};

export function createLinks({
  database,
  clock,
  secrets,
  marketplaces,
  withLock,
  use,
  linking,
  queue,
  practiceAdmin,
}: {
  database: Database;
  clock: Clock;
  secrets: Secrets;
  marketplaces: Marketplaces;
  withLock: WithAccountLock;
  use: AccountUse;
  linking: Linking;
  queue: Queue;
  practiceAdmin: PracticeAdmin | null;
}): ClosetLinks {
  /** The real marketplace if the installation has one, else the practice marketplace. */
  const ownMarketplace = (): { marketplace: Marketplace; practice: boolean } => {
    const { real, practice } = marketplaces;
    if (real !== null) return { marketplace: real, practice: false };
    if (practice !== null) return { marketplace: practice, practice: true };
    throw new Failure(
      'marketplace_unavailable',
      'This site isn’t connected to any marketplace. Tell your administrator.',
    );
  };

  /** Runs `link` on the user's row under the account lock. */
  const linkingAlone = async <T>(
    userId: string,
    practice: boolean,
    link: (lock: AccountLock, row: ClosetRow) => Promise<T>,
  ): Promise<T> => {
    await ensureCloset(database, { userId, practice, now: clock.now() });
    return withLock(userId, async (lock) => {
      const row = await findCloset(database, userId);
      if (row === null) throw notConnected();
      return link(lock, row);
    });
  };

  const refuse = async (
    lock: AccountLock,
    { userId, practice }: { userId: string; practice: boolean },
    failure: MarketFailure,
  ): Promise<never> => {
    await lock.transaction((tx) => saveConnectionIssue(tx, { userId, ...explainFailure(failure, { practice }) }));
    throw failureOf(failure, { practice });
  };

  return {
    async linkPractice(userId) {
      const { practice } = marketplaces;
      if (practice === null || practiceAdmin === null) {
        throw new Failure('practice_off', 'Practice closets are turned off on this site.');
      }
      return linkingAlone(userId, true, async (lock, row) => {
        if (row.session !== null || row.credentials !== null) {
          throw new Failure(
            'already_connected',
            'A closet is already connected. Disconnect it first to use a practice closet.',
          );
        }
        const seller = await practiceAdmin.open().catch((cause: unknown) => {
          const message = 'The practice marketplace isn’t responding. Try again in a moment.';
          throw new Failure('marketplace_unavailable', message, { cause });
        });
        const credentials: KeptCredentials = { ...seller, isMadeHere: true };
        const account = lock.guard(practice.account(emptySession));
        const result = await account.signIn(seller);
        if (result.kind !== 'ok') {
          await linking.closePracticeSeller(credentials, null);
          throw failureOf(result, { practice: true });
        }
        const { username } = seller;
        await linking.complete(lock, row, { practice: true, account, identity: result.value, username, credentials });
        return { handle: result.value.handle };
      });
    },

    async importSession(userId, exported) {
      const { marketplace, practice } = ownMarketplace();
      const session = marketplace.readExportedSession(exported);
      if (session === null) {
        const message = `This text has no signed-in session. Sign in to ${marketplaceName(practice)} and copy all its cookies, including the one named jwt.`;
        throw new Failure('session_rejected', message, { fields: { session: message } });
      }
      return linkingAlone(userId, practice, async (lock, row) => {
        const account = lock.guard(marketplace.account(session));
        const page = await account.bootstrap();
        const who = page.kind === 'ok' ? await account.probe() : page;
        if (who.kind === 'session_expired') {
          const message = `That session has expired. Sign in to ${marketplaceName(practice)} again and copy fresh cookies.`;
          throw new Failure('session_rejected', message, { fields: { session: message } });
        }
        if (who.kind !== 'ok') throw failureOf(who, { practice });
        const { handle, userId: marketUserId } = who.value;
        // Keep the password of the same closet, unless the marketplace has refused it.
        const isSame = row.practice === practice && row.marketUserId === marketUserId;
        const credentials =
          isSame && row.reason !== 'credentials_rejected' ? await secrets.credentials(database, row) : null;
        const username = (isSame && row.username) || handle;
        await linking.complete(lock, row, { practice, account, identity: who.value, username, credentials });
        return { handle };
      });
    },

    async linkWithPassword(userId, { username, password, keepPassword }) {
      const { marketplace, practice } = ownMarketplace();
      return linkingAlone(userId, practice, async (lock, row) => {
        const known = isSameCloset(row, { practice, username }) ? await secrets.session(database, row) : null;
        const account = lock.guard(marketplace.account(known ?? emptySession));
        const result = await account.signIn({ username, password });
        const credentials = keepPassword ? { username, password } : null;
        if (result.kind === 'ok') {
          await linking.complete(lock, row, { practice, account, identity: result.value, username, credentials });
          return { handle: result.value.handle };
        }
        if (result.kind === 'otp_required') {
          await linking.keepUnproven(lock, row, { practice, username, credentials });
          await use.awaitCode(lock, row, { pending: result.pending, username, password, keepPassword });
          return refuse(lock, { userId, practice }, { kind: 'otp_required', message: result.message });
        }
        // The password may not be kept, so there is nothing to store, and what was linked before stays.
        if (credentials === null) throw failureOf(result, { practice });
        await linking.keepUnproven(lock, row, { practice, username, credentials });
        return refuse(lock, { userId, practice }, result);
      });
    },

    async linkLater(tx, userId, { username, password }) {
      if (username === undefined) return;
      const practice = marketplaces.real === null;
      const now = clock.now();
      await ensureCloset(tx, { userId, practice, username, now });
      if (password === undefined) return;
      const credentials = await secrets.sealCredentials(tx, userId, { username, password });
      await saveUnproven(tx, { userId, practice, username, credentials, forgetSession: true, now });
      await queue.put('closet.link', { userId }, { key: userId, tx });
    },

    async linkStored(userId) {
      if ((await findCloset(database, userId)) === null) return;
      await withLock(userId, async (lock) => {
        const closet = await use.openLocked(userId, lock);
        // Linked by hand meanwhile, or refused: a stored password is tried once, and after that only by the seller.
        if (closet === null || closet.hasSession || closet.row.reason === 'credentials_rejected') return;
        const { row, account } = closet;
        const credentials = await secrets.credentials(database, row);
        if (credentials === null) return;
        const { username, password } = credentials;
        const result = await account.signIn({ username, password });
        if (result.kind === 'ok') {
          await linking.complete(lock, row, {
            practice: row.practice,
            account,
            identity: result.value,
            username,
            credentials,
          });
          return;
        }
        if (result.kind === 'otp_required') {
          await use.awaitCode(lock, row, { pending: result.pending, username, password, keepPassword: true });
        }
        await lock.transaction((tx) => saveConnectionIssue(tx, { userId, ...explainFailure(result, row) }));
        // The sign-in never reached the marketplace: the queue tries again.
        if (result.kind === 'network' || result.kind === 'unavailable') throw failureOf(result, row);
      });
    },
  };
}
