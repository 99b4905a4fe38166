// Disconnects a closet.

import { Failure } from '#domain/failure.ts';
import type { ClosetContext } from '../session/closet-context.ts';
import { type ClosetRow, findCloset } from '../state/store.ts';
import { closePracticeSeller, formerCredentials } from './complete-link.ts';
import { removeCloset } from './store.ts';

/**
 * Stops the bot first. Then, under the account lock, deletes credentials, session, and the key that sealed them. Listings and history
 * stay. Waiting for the lock may take a minute, in which the seller can start the bot once more, so it is stopped again when no start
 * is possible anymore.
 */
export async function endLink(
  context: ClosetContext,
  userId: string,
  { isRecorded }: { isRecorded: boolean },
): Promise<void> {
  const { database, clock, vault, activity, onDisconnect, withLock } = context;
  await onDisconnect(userId, 'disconnected');
  if ((await findCloset(database, userId)) === null) return;
  await withLock(userId, async (lock) => {
    const row = await findCloset(database, userId);
    if (row === null) return;
    const former = await formerCredentials(context, row);
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
    await onDisconnect(userId, 'disconnected');
    await closePracticeSeller(context, former, null);
  }).catch((error: unknown) => {
    // Another call has disconnected it already.
    if (!(error instanceof Failure && error.code === 'closet_not_connected')) throw error;
  });
}

function isLinked(row: ClosetRow): boolean {
  return row.credentials !== null || row.session !== null || row.pending !== null;
}
