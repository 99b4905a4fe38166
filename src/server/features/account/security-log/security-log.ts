// The face of this room: who did what to an account, from where.

import type { ClientInfo } from '#contract/route.ts';
import type { SecurityEvent, SecurityLogEntry } from '#contract/schemas/account/security.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { insertEvent, listEvents } from './store.ts';

const mostShown = 50;

/** In the transaction that makes it true. `client` is null for what the operator did. */
export const logSecurity = (
  tx: Queryable,
  userId: string,
  {
    what,
    client,
    now,
    browserId = null,
  }: { what: SecurityEvent; client: ClientInfo | null; now: Instant; browserId?: string | null },
): Promise<void> =>
  insertEvent(tx, userId, {
    what,
    at: now,
    address: client?.address ?? null,
    userAgent: client?.userAgent ?? null,
    browserId,
  });

export function createSecurityLog({ database, clock }: { database: Database; clock: Clock }) {
  return {
    async securityLog({ id: userId, sessionId }: { id: string; sessionId: string }): Promise<SecurityLogEntry[]> {
      const events = await listEvents(database, { userId, sessionId, now: clock.now(), most: mostShown });
      return events.map(({ at, ...event }) => ({ ...event, at: new Date(at).toISOString() }));
    },
  };
}
