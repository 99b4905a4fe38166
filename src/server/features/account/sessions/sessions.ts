// Opens sessions, finds who is signed in by a session's token, and notes when sessions were last used.

import type { NewBrowsers } from '#contract/account/security.ts';
import type { User } from '#contract/account/sign-in.ts';
import type { ClientInfo, OpenedSession } from '#contract/route.ts';
import { newBrowserShownMs, sessionIdleMs, sessionLongestMs } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { createGroupRead } from '../../group-read.ts';
import { hashToken, newToken } from '../../make-token.ts';
import { type NotifyTools, newSignIn, notifySeller } from '../user/notify-seller.ts';
import { logSecurity } from '../user/security-log-store.ts';
import { lockUser } from '../user/store.ts';
import { findUnrecognized, noteBrowser, removeBrowser, type SeenBrowser, saveRecognized } from './browsers-store.ts';
import {
  browserOf,
  endSession,
  endSessionOfToken,
  endSessionsOf,
  findEnded,
  findSessions,
  insertSession,
  type ListedSession,
  listSessions,
  removeSurplusSessions,
  type SessionDevices,
  type Touch,
  touchSessions,
} from './store.ts';

export type SessionUser = { id: string; sessionId: string; isGuest: boolean; confirmedAt: Instant | null };
export type SignedIn = { user: User; session: OpenedSession };

const mostSessions = 20;

/**
 * Always makes a new token, so a token that was planted in the browser is worth nothing. Signing in also proves who they are, unless
 * `isUnconfirmed`.
 */
export async function openSession(
  tx: Queryable,
  userId: string,
  client: ClientInfo,
  now: Instant,
  isUnconfirmed = false,
): Promise<OpenedSession & { id: string; seen: SeenBrowser }> {
  const token = newToken();
  const seen = await noteBrowser(tx, userId, client, now);
  const id = await insertSession(tx, {
    userId,
    tokenHash: hashToken(token),
    userAgent: client.userAgent,
    browserId: seen.id,
    now,
    expiresAt: now + sessionIdleMs,
    confirmedAt: isUnconfirmed ? null : now,
  });
  await removeSurplusSessions(tx, userId, mostSessions);
  // The cookie lasts as long as any session may. The row decides earlier, so no reply has to renew the cookie.
  return { id, token, expiresAt: now + sessionLongestMs, browser: seen.token, seen };
}

export type OpenTools = NotifyTools & { publicAddress: () => string };

/** The same for a seller who signs in. The seller is notified if the account was never used in this browser. */
export async function openSignedIn(
  tools: OpenTools,
  tx: Queryable,
  given: { userId: string; client: ClientInfo; now: Instant; isFromPhoneLink?: boolean },
): Promise<OpenedSession & { id: string }> {
  const { userId, client, now, isFromPhoneLink = false } = given;
  const session = await openSession(tx, userId, client, now, isFromPhoneLink);
  const { isNew, id } = session.seen;
  const what = isFromPhoneLink ? 'phone_signed_in' : isNew ? 'new_browser' : 'signed_in';
  await logSecurity(tx, userId, { what, client, now, browserId: id });
  if (isNew) {
    const news = newSignIn(client.address, `${tools.publicAddress()}/dashboard`);
    await notifySeller(tools, tx, { userId, what: 'new_browser', news });
  }
  return session;
}

export type SessionTools = { database: Database; clock: Clock; devices: SessionDevices };

export function createSessions({ database, clock, devices }: SessionTools) {
  const touch = createTouches({ database, clock });
  const find = createGroupRead(async (hashes: readonly string[]) => {
    const found = await findSessions(database, [...new Set(hashes)], clock.now());
    return hashes.map((hash) => found.get(hash) ?? null);
  });
  return {
    /** Also extends the session, every one to two minutes. */
    async whoIs(token: string): Promise<SessionUser | null> {
      const session = await find(hashToken(token));
      if (session === null) return null;
      const now = clock.now();
      if (now - session.lastSeenAt >= touchRestMs(session.id)) {
        const expiresAt = Math.min(now + sessionIdleMs, session.createdAt + sessionLongestMs);
        await touch({ id: session.id, now, expiresAt });
      }
      const { userId: id, id: sessionId, isGuest, confirmedAt } = session;
      return { id, sessionId, isGuest, confirmedAt };
    },
    /** For live updates: which of these tokens aren't signed in anymore. One statement, which extends no session. */
    async signedOutOf(tokens: readonly string[]): Promise<Set<string>> {
      const byHash = new Map(tokens.map((token) => [hashToken(token), token]));
      const ended = await findEnded(database, [...byHash.keys()], clock.now());
      return new Set(ended.flatMap((hash) => byHash.get(hash) ?? []));
    },
    async signOut(token: string | null): Promise<void> {
      if (token === null) return;
      await database.transaction((tx) => endSessionOfToken(tx, devices, hashToken(token)));
    },
    sessions: (userId: string): Promise<ListedSession[]> => listSessions(database, userId, clock.now()),
    async endSession(userId: string, sessionId: string, client: ClientInfo): Promise<void> {
      const isEnded =
        isId(sessionId) && (await database.transaction((tx) => endSession(tx, devices, userId, sessionId)));
      if (!isEnded) throw new Failure('not_found', 'This session has already ended.');
      await logSecurity(database, userId, { what: 'session_ended', client, now: clock.now() });
    },
  };
}

/** With 10,000 open dashboards, 167 sessions a second are touched. Each commit of its own waits for the disk. */
const spacingMs = 1_000;

/**
 * How long a session that is used isn't stored again: from one to two minutes, and always the same for one session. After a restart,
 * all open dashboards come back within seconds. With the same minute for all, they would also be stored in the same seconds of each
 * minute, which made status calls wait up to 0.2 s.
 */
export const touchRestMs = (sessionId: string): number => 60_000 + Number(BigInt(sessionId) % 60n) * 1_000;

/**
 * With few sessions in use, a touch is stored at once, and resolves when it is. Those that come within a second of it, or before it
 * is stored, are stored together, and no call waits for them: if that fails, the session's next call touches it again.
 */
export function createTouches(needs: { database: Database; clock: Clock }): (touch: Touch) => Promise<void> {
  const { database, clock } = needs;
  let waiting: Touch[] = [];
  let storedAt: Instant = Number.NEGATIVE_INFINITY;
  let isStoring = false;

  const storeWaiting = async (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    storedAt = clock.now();
    isStoring = true;
    try {
      await touchSessions(database, taken);
    } finally {
      isStoring = false;
      if (waiting.length > 0) plan();
    }
  };
  const plan = () => clock.at(Math.max(clock.now(), storedAt + spacingMs), () => void storeWaiting().catch(() => {}));

  return async (touch) => {
    waiting.push(touch);
    if (isStoring || waiting.length > 1) return;
    if (Math.abs(clock.now() - storedAt) >= spacingMs) await storeWaiting();
    else plan();
  };
}

export function createNewBrowsers(needs: { database: Database; clock: Clock; devices: SessionDevices }) {
  const { database, clock, devices } = needs;
  const find = ({ id: userId, sessionId }: SessionUser) =>
    findUnrecognized(database, { userId, sessionId, since: clock.now() - newBrowserShownMs });
  return {
    async newBrowsers(user: SessionUser): Promise<NewBrowsers> {
      return (await find(user)).map(({ at, ...browser }) => ({ ...browser, at: new Date(at).toISOString() }));
    },

    /** Also throws `not_found` in a browser that is new itself. */
    async recognizeBrowser(user: SessionUser, id: string): Promise<void> {
      if (!(await find(user)).some((browser) => browser.id === id)) throw unknownBrowser();
      await saveRecognized(database, user.id, id, clock.now());
    },

    /** If the browser signs in again, it counts as new. Throws `not_found`. */
    async signOutBrowser(user: SessionUser, id: string, client: ClientInfo): Promise<void> {
      await database.transaction(async (tx) => {
        if (!isId(id) || id === (await browserOf(tx, user.sessionId))) throw unknownBrowser();
        await lockUser(tx, user.id);
        await endSessionsOf(tx, devices, user.id, id);
        if (!(await removeBrowser(tx, user.id, id))) throw unknownBrowser();
        await logSecurity(tx, user.id, { what: 'browser_signed_out', client, now: clock.now() });
      });
    },
  };
}

const unknownBrowser = (): Failure => new Failure('not_found', 'This browser is already signed out.');
