// Signs sessions out, and turns off the push messages of their devices.

import type { Database, Queryable } from '#domain/ports/database.ts';
import {
  lockOtherSessions,
  lockSession,
  lockSessionOfToken,
  lockSessionsOf,
  removeOtherSessions,
  removeSession,
} from './store.ts';

/**
 * Turns off the push messages of devices that subscribed in a session that is signed out. It runs before the session's row
 * is removed. A session that only expires keeps its devices: the bot may need a seller who has been away for a month.
 */
export type SessionDevices = {
  onSessionEnding(tx: Queryable, sessionId: string): Promise<void>;
  onOtherSessionsEnding(tx: Queryable, userId: string, keptSessionId: string | null): Promise<void>;
};

/** Resolves to false if this user has no such session. */
export const endSession = (
  { database, devices }: { database: Database; devices: SessionDevices },
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> => database.transaction(async (tx) => end(tx, devices, await lockSession(tx, userId, sessionId)));

export const endSessionOfToken = (
  { database, devices }: { database: Database; devices: SessionDevices },
  tokenHash: string,
): Promise<boolean> => database.transaction(async (tx) => end(tx, devices, await lockSessionOfToken(tx, tokenHash)));

async function end(tx: Queryable, devices: SessionDevices, sessionId: string | null): Promise<boolean> {
  if (sessionId === null) return false;
  await devices.onSessionEnding(tx, sessionId);
  await removeSession(tx, sessionId);
  return true;
}

export async function endSessionsOf(
  tx: Queryable,
  devices: SessionDevices,
  { userId, browserId }: { userId: string; browserId: string },
): Promise<void> {
  for (const sessionId of await lockSessionsOf(tx, userId, browserId)) await end(tx, devices, sessionId);
}

export async function endOtherSessions(
  tx: Queryable,
  devices: SessionDevices,
  { userId, keptId }: { userId: string; keptId: string | null },
): Promise<void> {
  // In the same order as one session that ends.
  await lockOtherSessions(tx, userId, keptId);
  await devices.onOtherSessionsEnding(tx, userId, keptId);
  await removeOtherSessions(tx, userId, keptId);
}
