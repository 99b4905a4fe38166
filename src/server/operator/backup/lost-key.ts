// Lets an installation whose secret key is lost continue, without what the key protected.

import type { Database, Queryable } from '#domain/ports/database.ts';
import { StartProblem } from '../../adapters/start-problem.ts';
import type { SecretKey } from '../../adapters/vault/secret-key.ts';
import { findLostKeys, forgetLostKeys } from '../../adapters/vault/vault.ts';
import { findMethods, removeApp, removeEverything } from '../../features/account/second-factor/store.ts';
import { logSecurity } from '../../features/account/user/security-log-store.ts';
import { recordMany } from '../../features/activity/activity.ts';
import { stopRestoredBots } from '../../features/bot/state/store.ts';
import { releaseRestoredLocks } from '../../features/closet/session/lock-store.ts';
import { removeSealedClosets } from '../../features/closet/state/connection-store.ts';
import { endRestoredPrices } from '../../features/listings/prices/journal/batch-store.ts';
import { removeDevicesOfSellers } from '../../features/notices/store.ts';
import { findLivingProcesses } from '../../features/operation/operation.ts';

export type Keys = readonly [SecretKey, ...SecretKey[]];
type Forgotten = { closets: number; devices: number; apps: number };

/** Stops every bot, and erases what none of these keys opens. Nothing changes if the keys open everything. */
export async function forgetCredentials(database: Database, keys: Keys, now: number): Promise<Forgotten> {
  return await database.transaction(async (tx) => {
    if ((await findLostKeys(tx, keys)).length === 0) return { closets: 0, devices: 0, apps: 0 };
    await refuseWhileRunning(tx);
    await recordStops(tx, await stopRestoredBots(tx), { why: 'Your administrator stopped all bots', now });
    await endRestoredPrices(tx);
    await releaseRestoredLocks(tx);
    return await eraseUnreadable(tx, keys, now);
  });
}

/** In each seller's activity log. */
export const recordStops = (
  tx: Queryable,
  userIds: readonly string[],
  { why, now }: { why: string; now: number },
): Promise<void> =>
  recordMany(
    tx,
    userIds.map((userId) => ({ userId, action: 'BOT_STOPPED' as const, at: now, details: why })),
  );

/** The seller's log says what happened to the closet and to the second step. */
export async function eraseUnreadable(tx: Queryable, keys: Keys, now: number): Promise<Forgotten> {
  const lost = await forgetLostKeys(tx, keys);
  const closets = await removeSealedClosets(tx, lost.closet);
  await recordMany(
    tx,
    closets.map(({ userId, handle }) => ({
      userId,
      action: 'CLOSET_DISCONNECTED' as const,
      at: now,
      details: `${handle === null ? 'The closet' : `Closet ${handle}`}: the key of its credentials was lost`,
    })),
  );
  for (const userId of lost['sign-in']) await endApp(tx, userId, now);
  return {
    closets: closets.length,
    devices: await removeDevicesOfSellers(tx, lost.push),
    apps: lost['sign-in'].length,
  };
}

/** Recovery codes alone are no second step. */
async function endApp(tx: Queryable, userId: string, now: number): Promise<void> {
  const wasOn = await removeApp(tx, userId);
  const { hasPasskey } = await findMethods(tx, userId);
  if (!wasOn) return;
  if (!hasPasskey) await removeEverything(tx, userId);
  const what = hasPasskey ? 'app_removed' : 'second_factor_removed_by_operator';
  await logSecurity(tx, userId, { what, client: null, now });
}

/** A process with another key may be at work: its key is not lost. */
async function refuseWhileRunning(tx: Queryable): Promise<void> {
  const [one] = await findLivingProcesses(tx);
  if (one !== undefined)
    throw new StartProblem(
      `A process of this installation is running on ${one.host} (${one.role}), so its key is not lost.`,
      'Copy the key from there, or stop every process, wait a minute, and run the command again. Nothing was changed.',
    );
}
