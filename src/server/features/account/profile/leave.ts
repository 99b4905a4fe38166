import { normaliseEmail } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { hourMs, type Limits, type Passwords, proveOwner } from '../password/check-password.ts';
import { pruneResets } from '../password/reset-store.ts';
import type { SessionUser } from '../sessions/open-session.ts';
import { endOtherSessions, pruneSessions } from '../sessions/store.ts';
import { eraseUser, expiredGuests, findLogin, findOwnSecrets } from '../store.ts';
import { readEverything } from './export-store.ts';

export type LeaveTools = {
  database: Database;
  clock: Clock;
  passwords: Passwords;
  limits: Limits;
  /** Before the rows go: stops the bot, erases what the closet was entrusted with. */
  onErase: (userId: string) => Promise<void>;
};

const exports = { most: 10, withinMs: hourMs };
const keptResetsMs = 24 * hourMs;

export function createLeave({ database, clock, passwords, limits, onErase }: LeaveTools) {
  const erase = async (userId: string): Promise<void> => {
    await onErase(userId);
    await database.transaction((tx) => eraseUser(tx, userId));
  };
  return {
    erase,

    /** For the operator's tool. False: no such account. */
    async eraseByEmail(email: string): Promise<boolean> {
      const found = await findLogin(database, normaliseEmail(email));
      if (found !== null) await erase(found.id);
      return found !== null;
    },

    /** For the operator's tool: every session ends. False: no such account. */
    async signOutByEmail(email: string): Promise<boolean> {
      const found = await findLogin(database, normaliseEmail(email));
      if (found !== null) await endOtherSessions(database, found.id, null);
      return found !== null;
    },

    /** Everything kept about the user, by table, without secrets. */
    async exportAll(userId: string): Promise<Record<string, unknown>> {
      await limits.take(`account.export:${userId}`, exports);
      const tables = await database.transaction((tx) => readEverything(tx, userId));
      return { exportedAt: new Date(clock.now()).toISOString(), ...tables };
    },

    /** Throws `wrong_password`. A guest has none, and nothing that could be taken. */
    async remove(user: SessionUser, given: { password: string }): Promise<void> {
      const own = await findOwnSecrets(database, user.id);
      if (own === null) throw new Failure('unauthenticated', 'Please sign in.');
      if (!own.isGuest) {
        const { passwordHash } = own;
        await proveOwner({
          passwords,
          limits,
          userId: user.id,
          passwordHash,
          given: given.password,
          field: 'password',
        });
      }
      await erase(user.id);
    },

    /** What has had its time: guests after their day, ended sessions, old reset tokens. */
    async sweep(): Promise<{ guests: number }> {
      const now = clock.now();
      const guests = await expiredGuests(database, now);
      for (const userId of guests) await erase(userId);
      await pruneSessions(database, now);
      await pruneResets(database, now - keptResetsMs);
      return { guests: guests.length };
    },
  };
}
