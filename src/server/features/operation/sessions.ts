// Signs the operator in to the operator page with the token of the configuration.

import { createHash, timingSafeEqual } from 'node:crypto';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { newToken } from '../make-token.ts';
import { findSession, insertSession, removeSession } from './sessions-store.ts';

export type Limits = {
  take(key: string, bound: { most: number; withinMs: number }, refusal?: string): Promise<() => Promise<void>>;
};

const lifeMs = 12 * 3_600_000;
const failures = { most: 10, withinMs: 15 * 60_000 };

export function createOperatorSessions({
  database,
  clock,
  limits,
  operatorToken,
}: {
  database: Database;
  clock: Clock;
  limits: Limits;
  operatorToken: string;
}) {
  /** A changed operator token ends all its sessions, because each hash depends on it. */
  const hashOf = (token: string): string => digest(`${operatorToken} ${token}`).toString('base64url');
  /** The sessions that this process has seen in the database, for the time when that is away and the page matters most. */
  const seen = new Map<string, Instant>();

  return {
    /** Throws `invalid_credentials`, and `too_many_requests` as a sign-in does. */
    async open(given: string, { address }: { address: string }): Promise<{ token: string; expiresAt: Instant }> {
      // Counted before it is compared, so that parallel tries can't pass the limit.
      const giveBack = await limits.take(`operator.login:${address}`, failures);
      if (!timingSafeEqual(digest(given), digest(operatorToken)))
        throw new Failure('invalid_credentials', 'That’s not the operator token.', {
          fields: { token: 'That is not the operator token' },
        });
      await giveBack();
      const token = newToken();
      const expiresAt = clock.now() + lifeMs;
      await insertSession(database, hashOf(token), expiresAt);
      return { token, expiresAt };
    },

    async isSignedIn(token: string): Promise<boolean> {
      const hash = hashOf(token);
      const now = clock.now();
      try {
        const expiresAt = await findSession(database, hash, now);
        if (expiresAt === null) seen.delete(hash);
        else seen.set(hash, expiresAt);
        return expiresAt !== null;
      } catch {
        return (seen.get(hash) ?? 0) > now;
      }
    },

    async close(token: string): Promise<void> {
      seen.delete(hashOf(token));
      await removeSession(database, hashOf(token));
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
