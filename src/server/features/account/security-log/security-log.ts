// The face of this room: who did what to an account, from where.

import type { Refusal, SecurityEvent, SecurityLogEntry } from '#contract/account/security.ts';
import type { ClientInfo } from '#contract/route.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { countAgain, eraseSurplus, findRefusals, insertEvent, listEvents, lockEvents } from './store.ts';

const mostShown = 50;
/** At most this many of them are refusals, so that guessing does not push what really happened out of sight. */
const mostRefusalsShown = 10;
/** The same for sign-ins and sign-outs, by a thief who has the password. */
const mostComingsShown = 20;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Entries with an address, for each account in 24 hours. Guessing from many addresses must not fill its storage. */
const mostRefusals = 10;

/** Of each kind, for each account. Whoever knows the password can make some kinds happen several times a second. */
const mostKept = 1_000;

/** In the transaction that makes it true. `client` is null for what the operator did. */
export async function logSecurity(
  tx: Queryable,
  userId: string,
  given: { what: SecurityEvent; client: ClientInfo | null; now: Instant; browserId?: string | null },
): Promise<void> {
  const { what, client, now, browserId = null } = given;
  await insertEvent(tx, userId, {
    what,
    at: now,
    address: client?.address ?? null,
    userAgent: client?.userAgent ?? null,
    browserId,
  });
  await eraseSurplus(tx, userId, { what, most: mostKept });
}

/**
 * Counts a refused sign-in in one entry for each client, which covers the hour from its first one. Ten of these entries fit into
 * 24 hours. The refusals of further clients are counted together, in one entry without an address.
 */
export const logRefusal = (
  database: Database,
  userId: string,
  { what, client, now }: { what: Refusal; client: ClientInfo; now: Instant },
): Promise<void> =>
  database.transaction(async (tx) => {
    await lockEvents(tx, userId);
    const lately = await findRefusals(tx, userId, now - dayMs);
    const entry = { what, at: now, browserId: null };
    const own = lately.find((one) => one.what === what && one.address === client.address && now - one.at < hourMs);
    if (own) return await countAgain(tx, own.id);
    if (lately.filter(({ address }) => address !== null).length < mostRefusals)
      return await insertEvent(tx, userId, { ...entry, address: client.address, userAgent: client.userAgent });
    const others = lately.find((one) => one.what === what && one.address === null);
    if (others) return await countAgain(tx, others.id);
    await insertEvent(tx, userId, { ...entry, address: null, userAgent: null });
  });

export function createSecurityLog({ database, clock }: { database: Database; clock: Clock }) {
  return {
    async securityLog({ id: userId, sessionId }: { id: string; sessionId: string }): Promise<SecurityLogEntry[]> {
      const bounds = { most: mostShown, mostRefusals: mostRefusalsShown, mostComings: mostComingsShown };
      const events = await listEvents(database, { userId, sessionId, now: clock.now(), ...bounds });
      return events.map(({ at, ...event }) => ({ ...event, at: new Date(at).toISOString() }));
    },
  };
}
