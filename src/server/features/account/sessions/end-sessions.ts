/** Ends sessions on somebody's word, together with the devices that get messages because of them. */
import type { Database, Queryable } from '#domain/ports/database.ts';
import { lockSession, lockSessionOfToken, removeOtherSessions, removeSession } from './store.ts';

/**
 * The devices that turned messages on in a session: signing it out silences them. A session that only ran out leaves them
 * alone, since the bot may need a seller who has not looked in for a month. Called before the session's row goes.
 */
export type SessionDevices = {
  onSessionEnding(tx: Queryable, sessionId: string): Promise<void>;
  onOtherSessionsEnding(tx: Queryable, userId: string, keptSessionId: string | null): Promise<void>;
};

/** Whether there was such a session of this user. */
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

/** Ends all sessions of a user but the one that is named. */
export async function endOtherSessions(
  tx: Queryable,
  devices: SessionDevices,
  { userId, keptId }: { userId: string; keptId: string | null },
): Promise<void> {
  await devices.onOtherSessionsEnding(tx, userId, keptId);
  await removeOtherSessions(tx, userId, keptId);
}
