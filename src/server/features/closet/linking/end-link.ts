// Disconnects a closet.

import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Vault } from '#domain/ports/vault.ts';
import type { Secrets, WithAccountLock } from '../session/session.ts';
import { type ClosetRow, findCloset } from '../state/store.ts';
import { type ActivityLog, formerCredentials, type Linking, type StopBot } from './complete-link.ts';
import { removeCloset } from './store.ts';

type ClosetEnding = {
  disconnect(userId: string): Promise<void>;
  erase(userId: string): Promise<void>;
};

/**
 * Stops the bot first. Then, under the account lock, deletes credentials, session, and the key that sealed them. Waiting for the lock
 * may take a minute, in which the seller can start the bot once more, so it is stopped again when no start is possible anymore.
 */
export function createEnding({
  database,
  clock,
  vault,
  secrets,
  withLock,
  linking,
  activity,
  stopBot,
}: {
  database: Database;
  clock: Clock;
  vault: Vault;
  secrets: Secrets;
  withLock: WithAccountLock;
  linking: Linking;
  activity: ActivityLog;
  stopBot: StopBot;
}): ClosetEnding {
  const end = async (userId: string, isRecorded: boolean): Promise<void> => {
    await stopBot(userId, 'disconnected');
    if ((await findCloset(database, userId)) === null) return;
    await withLock(userId, async (lock) => {
      const row = await findCloset(database, userId);
      if (row === null) return;
      const former = await formerCredentials({ database, secrets }, row);
      await lock.transaction(async (tx) => {
        await removeCloset(tx, userId);
        await vault.forget(tx, userId);
        if (isRecorded && isLinked(row)) {
          await activity.record(tx, {
            userId,
            action: 'CLOSET_DISCONNECTED',
            at: clock.now(),
            ...(row.handle === null ? {} : { details: `Closet ${row.handle}` }),
          });
        }
      });
      await stopBot(userId, 'disconnected');
      await linking.closePracticeSeller(former, null);
    }).catch((error: unknown) => {
      // Another call has disconnected it already.
      if (!(error instanceof Failure && error.code === 'closet_not_connected')) throw error;
    });
  };

  return { disconnect: (userId) => end(userId, true), erase: (userId) => end(userId, false) };
}

function isLinked(row: ClosetRow): boolean {
  return row.credentials !== null || row.session !== null || row.pending !== null;
}
