// Ends the sessions and links that a backup brought along.

import type { Queryable } from '#domain/ports/database.ts';

export async function endRestoredSessions(tx: Queryable): Promise<void> {
  await tx.query('delete from sessions');
  await tx.query('delete from password_resets');
  await tx.query('delete from passkey_challenges');
}
