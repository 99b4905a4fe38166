// Exports and erases accounts, and signs them out for the operator.
import type { ClientInfo, Streamed } from '#contract/route.ts';
import { normalizeEmail } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { PersonalTable } from '../../personal-table.ts';
import { refuseWithoutSecondStep } from '../sessions/second-step.ts';
import type { SessionUser } from '../sessions/sessions.ts';
import { endOtherSessions, type SessionDevices } from '../sessions/store.ts';
import { accountDeleted, type MailTools, mailSeller } from '../user/notify-seller.ts';
import { logSecurity } from '../user/security-log-store.ts';
import {
  closeUser,
  eraseUser,
  expiredGuests,
  findLogin,
  findOwnSecrets,
  findSellersAddress,
  lockPassword,
  lockUser,
} from '../user/store.ts';
import { type Limits, type Passwords, proveOwner } from '../user/user.ts';
import { streamExport } from './export.ts';

export type LeaveTools = MailTools & {
  database: Database;
  clock: Clock;
  passwords: Passwords;
  limits: Limits;
  devices: SessionDevices;
  /** Runs before any row is erased: stops the bot and erases the closet's credentials. */
  beforeErase: (userId: string) => Promise<void>;
  /** Erases the seller's rows of every table that stays small, in the transaction that closes the account. */
  eraseSmall: (tx: Queryable, userId: string) => Promise<void>;
  /** Erases what may be many rows, in batches. */
  eraseRows: (userId: string) => Promise<void>;
  /** Runs in the transaction that erases the user's row, for rows of other features without a foreign key to it. */
  onErase: (tx: Queryable, userId: string) => Promise<void>;
  /** Every feature's tables with rows of a seller. */
  personalTables: readonly PersonalTable[];
  /** Gets failures that happen after the reply was sent. */
  onLateFailure: (error: unknown) => void;
  /** How long a seller who deletes the account waits for the last row. The rest is erased after the reply. */
  waitForErasureMs?: number;
};

/** Most accounts are erased in a tenth of it. One that has shared for months has half a million rows. */
const usualWaitMs = 1_000;

export function createLeave(tools: LeaveTools) {
  const { database, clock, devices } = tools;
  const erase = async (userId: string): Promise<void> => {
    await closeAccount(tools, userId);
    await eraseRest(tools, userId);
  };
  return {
    erase,
    remove: (user: SessionUser, given: { password: string }) => removeAccount(tools, user, given),

    /** For the operator's commands, which ask before they change an account. */
    hasAccount: async (email: string): Promise<boolean> => (await findLogin(database, normalizeEmail(email))) !== null,

    /** For the operator's commands. Resolves to false if there is no such account. */
    async eraseByEmail(email: string): Promise<boolean> {
      const found = await findLogin(database, normalizeEmail(email));
      if (found !== null) await erase(found.id);
      return found !== null;
    },

    /** For the operator's commands: ends every session. Resolves to false if there is no such account. */
    async signOutByEmail(email: string): Promise<boolean> {
      const found = await findLogin(database, normalizeEmail(email));
      if (found === null) return false;
      await database.transaction(async (tx) => {
        await lockUser(tx, found.id);
        await endOtherSessions(tx, devices, { userId: found.id, keptId: null });
        await logSecurity(tx, found.id, { what: 'sessions_ended_by_operator', client: null, now: clock.now() });
      });
      return true;
    },

    /** Everything kept about the user, by table, without secrets. */
    async exportAll(userId: string, client: ClientInfo): Promise<Streamed> {
      await logSecurity(database, userId, { what: 'exported', client, now: clock.now() });
      return streamExport({ ...tools, userId });
    },

    /**
     * Erases guests after a day, and what is left of closed accounts. If one can't be erased, the others still are, and the step
     * fails at the end.
     */
    async sweepGuests(): Promise<{ guests: number }> {
      const guests = await expiredGuests(database, clock.now());
      const failed: unknown[] = [];
      for (const userId of guests) await erase(userId).catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw new AggregateError(failed, `${failed.length} guests could not be erased`);
      return { guests: guests.length };
    },
  };
}

/**
 * From here on nobody can use the account, and its address is free. If the process ends now, `sweepGuests` erases the rest.
 * `provenBy`: the hash of the password that the seller gave. If it was reset since, the session has ended: throws `unauthenticated`.
 */
async function closeAccount(tools: LeaveTools, userId: string, provenBy: string | null = null): Promise<void> {
  const { database, clock, devices } = tools;
  await tools.beforeErase(userId);
  await database.transaction(async (tx) => {
    if (provenBy === null) await lockUser(tx, userId);
    else if (!(await lockPassword(tx, userId, provenBy))) throw signedOut();
    await endOtherSessions(tx, devices, { userId, keptId: null });
    const to = await findSellersAddress(tx, userId);
    if (to !== null) await mailSeller(tools, tx, { what: 'deleted', to, mail: accountDeleted() });
    await closeUser(tx, userId, clock.now());
    await tools.eraseSmall(tx, userId);
  });
}

async function eraseRest(tools: LeaveTools, userId: string): Promise<void> {
  await tools.eraseRows(userId);
  await tools.database.transaction(async (tx) => {
    await tools.onErase(tx, userId);
    await eraseUser(tx, userId);
  });
}

/**
 * Closes the account and erases it. Resolves to whether every row was erased: of a large account, the rest goes after the
 * reply. Throws `wrong_password`. A guest has no password and is erased without one.
 */
async function removeAccount(tools: LeaveTools, user: SessionUser, given: { password: string }): Promise<boolean> {
  const { database, passwords, limits } = tools;
  const own = await findOwnSecrets(database, user.id);
  if (own === null) throw signedOut();
  const { passwordHash } = own;
  if (!own.isGuest) {
    await proveOwner({ passwords, limits, userId: user.id, passwordHash, given: given.password, field: 'password' });
    await refuseWithoutSecondStep(tools, user);
  }
  await closeAccount(tools, user.id, passwordHash);
  // The account is closed already. What can't be erased now is left to maintenance.
  const isErased = eraseRest(tools, user.id).then(
    () => true,
    (error: unknown) => {
      tools.onLateFailure(error);
      return false;
    },
  );
  return orFalseAfter(tools.waitForErasureMs ?? usualWaitMs, isErased);
}

const signedOut = (): Failure => new Failure('unauthenticated', 'Sign in to continue.');

/** Resolves to what the work does, or to false if it takes longer than `ms`. */
async function orFalseAfter(ms: number, work: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}
