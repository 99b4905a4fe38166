// What the bot needs from a closet: its account, its session, and a new sign-in when that has ended.

import type { ConnectionReason } from '#domain/closet.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure, MarketSession } from '#domain/ports/marketplace.ts';
import { endCheck, endSignInIssue, saveCheckSaidDone, saveConnectionIssue } from '../state/connection-store.ts';
import { findCloset, saveSession } from '../state/store.ts';
import type { WithAccountLock } from './account-lock.ts';
import type { Secrets } from './secrets.ts';
import type { AccountUse } from './use-account.ts';

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

export type BotService = {
  openForBot(userId: string): Promise<BotAccount | null>;
  saveFromBot(db: Queryable, kept: { userId: string; session: MarketSession; revision: string }): Promise<SavedFromBot>;
  signInAgain(userId: string, bot: BotAccount): Promise<SignedInAgain>;
  noteConnectionIssue(
    tx: Queryable,
    issue: { userId: string; reason: ConnectionReason; message: string },
  ): Promise<void>;
  noteSignedIn(tx: Queryable, userId: string): Promise<void>;
  noteCheckSaidDone(tx: Queryable, userId: string, message: string): Promise<void>;
  noteCheckPassed(tx: Queryable, userId: string): Promise<void>;
};

export function createBotService({
  secrets,
  use,
  withLock,
}: {
  secrets: Secrets;
  use: AccountUse;
  withLock: WithAccountLock;
}): BotService {
  const openForBot: BotService['openForBot'] = async (userId) => {
    const closet = await use.open(userId);
    if (closet === null) return null;
    const { row, account } = closet;
    const { practice, handle, revision } = row;
    return { account, hasPassword: row.credentials !== null, practice, handle, revision };
  };

  return {
    openForBot,

    // Every round of every bot ends up here, so a worker stores many sessions in one transaction.
    async saveFromBot(db, { userId, session, revision }) {
      const row = await findCloset(db, userId);
      // A bot shares with a session that a worker stored. Without it, nothing proves whose data key this is.
      if (row?.revision !== revision || row.session === null) return { kind: 'overtaken' };
      const sealed = await secrets.sealSession(db, row, session);
      const saved = await saveSession(db, { userId, session: sealed, revision });
      return saved === null ? { kind: 'locked' } : { kind: 'saved', revision: saved };
    },

    signInAgain: (userId, bot) =>
      withLock(userId, async (lock): Promise<SignedInAgain> => {
        const closet = await use.openLocked(userId, lock);
        if (closet === null) return { kind: 'no_password' };
        if (closet.row.revision === bot.revision) {
          const result = await use.renew(closet);
          if (result.kind === 'no_password') return result;
          if (result.kind !== 'ok') return { kind: 'failed', failure: result };
        }
        // If the revision has increased, another call has signed in already: one sign-in per expired session.
        const renewed = await openForBot(userId);
        return renewed === null ? { kind: 'no_password' } : { kind: 'ok', bot: renewed };
      }),

    noteConnectionIssue: (tx, issue) => saveConnectionIssue(tx, { ...issue, isByWrite: true }),
    noteSignedIn: endSignInIssue,
    noteCheckSaidDone: saveCheckSaidDone,
    noteCheckPassed: endCheck,
  };
}
