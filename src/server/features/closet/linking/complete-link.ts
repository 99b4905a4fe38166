// Stores a link: the session, the activity entry, and the first sync.

import type { ActivityAction } from '#domain/activity.ts';
import type { Transport } from '#domain/companion.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketAccount, MarketIdentity, PracticeAdmin } from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { AccountLock, KeptCredentials, OnSignedIn, Secrets } from '../session/session.ts';
import type { ClosetRow } from '../state/store.ts';
import { saveLinked, saveUnproven } from './store.ts';

/** The part of the activity log that this feature writes. */
export type ActivityLog = {
  record(
    tx: Queryable,
    entry: { userId: string; action: ActivityAction; details?: string; at: Instant },
  ): Promise<void>;
};

/** Stops the user's bot before anything about the closet is deleted. It must not take the account lock, which is already held. */
export type StopBot = (userId: string, because: 'disconnected' | 'replaced') => Promise<void>;

/** `isResuming`: the bot waited for this, and goes on. */
export type Linked = { handle: string; isResuming?: boolean };

export type Linking = {
  /** Stores a session that works, and queues the first sync. If it is another closet than before, the bot stops first. */
  complete(
    lock: AccountLock,
    row: ClosetRow,
    link: {
      practice: boolean;
      account: MarketAccount;
      identity: MarketIdentity;
      username: string;
      credentials: KeptCredentials | null;
      transport?: Transport;
    },
  ): Promise<Linked>;
  /** Stores credentials that did not sign in. A session of another closet is erased. */
  keepUnproven(
    lock: AccountLock,
    row: ClosetRow,
    link: { practice: boolean; username: string; credentials: KeptCredentials | null },
  ): Promise<void>;
  /** Closes the practice seller that was made for this closet, unless `kept` is the same one. */
  closePracticeSeller(former: KeptCredentials | null, kept: KeptCredentials | null): Promise<void>;
};

/** Whether typed credentials are for the closet that is already linked. */
export const isSameCloset = (row: ClosetRow, link: { practice: boolean; username: string }): boolean => {
  const typed = link.username.toLowerCase();
  return row.practice === link.practice && [row.username, row.handle].some((name) => name?.toLowerCase() === typed);
};

type LinkingNeeds = {
  database: Database;
  clock: Clock;
  secrets: Secrets;
  queue: Queue;
  activity: ActivityLog;
  practiceAdmin: PracticeAdmin | null;
  stopBot: StopBot;
  onSignedIn: OnSignedIn;
};

export function createLinking(needs: LinkingNeeds): Linking {
  return {
    complete: (lock, row, link) => completeLink(needs, { lock, row }, link),
    keepUnproven: (lock, row, link) => keepUnproven(needs, { lock, row }, link),
    closePracticeSeller: (former, kept) => closePracticeSeller(needs, former, kept),
  };
}

type LockedRow = { lock: AccountLock; row: ClosetRow };

async function completeLink(
  needs: LinkingNeeds,
  { lock, row }: LockedRow,
  { practice, account, identity, username, credentials, transport = 'server' }: Parameters<Linking['complete']>[2],
): Promise<Linked> {
  const { clock, secrets, queue, activity, stopBot, onSignedIn } = needs;
  const { userId } = row;
  const former = await formerCredentials(needs, row);
  const isAnother = row.marketUserId !== null && (row.marketUserId !== identity.userId || row.practice !== practice);
  if (isAnother) await stopBot(userId, 'replaced');
  const now = clock.now();
  await lock.transaction(async (tx) => {
    const owner = { userId, practice };
    await secrets.renewKey(tx, userId);
    await saveLinked(tx, {
      userId,
      practice,
      username,
      handle: identity.handle,
      marketUserId: identity.userId,
      credentials: credentials && (await secrets.sealCredentials(tx, owner, credentials)),
      session: await secrets.sealSession(tx, owner, account.session()),
      transport,
      now,
    });
    const place = practice ? 'Practice closet' : 'Closet';
    await activity.record(tx, {
      userId,
      action: 'CLOSET_CONNECTED',
      details: `${place} ${identity.handle}${transport === 'browser' ? ', through your browser' : ''}`,
      at: now,
    });
    await queue.put('listings.sync', { userId }, { key: userId, tx });
  });
  if (isAnother) {
    // The seller may have started the bot once more for the closet that was linked until now.
    await stopBot(userId, 'replaced');
    await closePracticeSeller(needs, former, credentials);
  }
  const isResuming = await onSignedIn(userId);
  return { handle: identity.handle, ...(isResuming && { isResuming }) };
}

async function keepUnproven(
  needs: LinkingNeeds,
  { lock, row }: LockedRow,
  { practice, username, credentials }: Parameters<Linking['keepUnproven']>[2],
): Promise<void> {
  const { clock, secrets, stopBot } = needs;
  const { userId } = row;
  const former = await formerCredentials(needs, row);
  const forgetSession = !isSameCloset(row, { practice, username });
  const replaces = forgetSession && row.session !== null;
  if (replaces) await stopBot(userId, 'replaced');
  await lock.transaction(async (tx) => {
    const sealed = credentials && (await secrets.sealCredentials(tx, { ...row, practice }, credentials));
    await saveUnproven(tx, { userId, practice, username, credentials: sealed, forgetSession, now: clock.now() });
  });
  if (replaces) await stopBot(userId, 'replaced');
  if (forgetSession) await closePracticeSeller(needs, former, credentials);
}

/** null if they can't be opened anymore, which keeps nobody from linking again. */
export const formerCredentials = (
  { database, secrets }: Pick<LinkingNeeds, 'database' | 'secrets'>,
  row: ClosetRow,
): Promise<KeptCredentials | null> => secrets.credentials(database, row).catch(() => null);

async function closePracticeSeller(
  { practiceAdmin }: LinkingNeeds,
  former: KeptCredentials | null,
  kept: KeptCredentials | null,
): Promise<void> {
  if (!former?.isMadeHere || former.username === kept?.username) return;
  // If this fails, an unused practice seller stays behind, which does no harm.
  await practiceAdmin?.close(former.username).catch(() => {});
}
