// What the bot needs from a closet: its account, its session, and a new sign-in when that has ended.

import type { Queryable } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure, MarketSession } from '#domain/ports/marketplace.ts';
import { findCloset, saveSession } from '../state/store.ts';
import type { ClosetContext } from './closet-context.ts';
import { openAccount, openLockedAccount, renewSession } from './use-account.ts';

/** What a worker keeps of a closet while it shares. `revision` increases in the database whenever another session is stored. */
export type BotAccount = {
  account: MarketAccount;
  hasPassword: boolean;
  practice: boolean;
  handle: string | null;
  revision: string;
};

type SignedInAgain =
  | { kind: 'ok'; bot: BotAccount }
  | { kind: 'no_password' }
  | { kind: 'failed'; failure: MarketFailure };

/** `locked`: another call uses the account or changes its row, so nothing is stored now. `overtaken`: that call has stored another session. */
type SavedFromBot = { kind: 'saved'; revision: string } | { kind: 'locked' } | { kind: 'overtaken' };

/** Takes no account lock, because the ledger reserves no share while another call holds it. */
export async function openForBot(context: ClosetContext, userId: string): Promise<BotAccount | null> {
  const closet = await openAccount(context, userId);
  if (closet === null) return null;
  const { row, account } = closet;
  const { practice, handle, revision } = row;
  return { account, hasPassword: row.credentials !== null, practice, handle, revision };
}

/** Every round of every bot ends up here, so a worker stores many sessions in one transaction. */
export async function saveFromBot(
  { secrets }: ClosetContext,
  db: Queryable,
  { userId, session, revision }: { userId: string; session: MarketSession; revision: string },
): Promise<SavedFromBot> {
  const row = await findCloset(db, userId);
  // A bot shares with a session that a worker stored. Without it, nothing proves whose data key this is.
  if (row?.revision !== revision || row.session === null) return { kind: 'overtaken' };
  const sealed = await secrets.sealSession(db, row, session);
  const saved = await saveSession(db, { userId, session: sealed, revision });
  return saved === null ? { kind: 'locked' } : { kind: 'saved', revision: saved };
}

export const signInAgain = (context: ClosetContext, userId: string, bot: BotAccount): Promise<SignedInAgain> =>
  context.withLock(userId, async (lock): Promise<SignedInAgain> => {
    const closet = await openLockedAccount(context, userId, lock);
    if (closet === null) return { kind: 'no_password' };
    if (closet.row.revision === bot.revision) {
      const result = await renewSession(context, closet);
      if (result.kind === 'no_password') return result;
      if (result.kind !== 'ok') return { kind: 'failed', failure: result };
    }
    // If the revision has increased, another call has signed in already: one sign-in per expired session.
    const renewed = await openForBot(context, userId);
    return renewed === null ? { kind: 'no_password' } : { kind: 'ok', bot: renewed };
  });
