// The face of the operation feature: what an operator sees of the whole installation, and the hold of all bots.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { OperatorOverview } from '#contract/operation/operation.ts';
import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Signals } from '#domain/ports/signals.ts';
import { newToken } from '../make-token.ts';
import { createHold, type Holder, type HoldSwitch } from './hold.ts';
import { aliveMs, createLife, type ProcessFacts } from './life.ts';
import { type OperationContext, readOverview, stepPrefix } from './overview.ts';
import {
  countWaitingForStandby,
  dropEndedSessions,
  dropOld,
  findLiving,
  findSession,
  insertSession,
  removeSession,
} from './store.ts';

export type { Holder, HoldRow } from './hold.ts';
export type { Counts } from './life.ts';
export type { InstallationFacts, JobFacts } from './overview.ts';
export { stepPrefix } from './overview.ts';
export { findLastBackup, recordBackup, recordTrial } from './store.ts';

/** For commands that need the database for themselves. */
export const findLivingProcesses = (db: Queryable) => findLiving(db, aliveMs);

/** Whether commits wait for a synchronous standby that doesn't confirm them. */
export const waitsForStandby = async (db: Queryable): Promise<boolean> => (await countWaitingForStandby(db)) > 0;

/** Open pages share one reading of this process. */
const freshMs = 2_000;
const keptMs = 2 * 3_600_000;

export function createOperation(
  given: Omit<OperationContext, 'hold'> & {
    signals: Signals;
    queue: Pick<Queue, 'put'>;
    log: { warn(fields: object, message: string): void };
    limits: Limits;
    operatorToken: string | undefined;
    process: ProcessFacts;
  },
) {
  const { database, clock, signals, queue, log, limits, operatorToken, process, ...needs } = given;
  const { isPausedBySetting } = needs.facts;
  const hold = createHold({ database, clock, signals, log, isPausedBySetting });
  const life = createLife({ database, clock, process, log });
  let last: { at: Instant; overview: Promise<OperatorOverview> } | null = null;

  const read = async (): Promise<OperatorOverview> => {
    await life.beat().catch(() => {});
    return readOverview({ ...needs, database, clock, hold });
  };

  return {
    hold: {
      ...hold,
      async place(ask: Parameters<HoldSwitch['place']>[0]) {
        last = null;
        await hold.place(ask);
      },
      async release(by: Holder) {
        last = null;
        return hold.release(by);
      },
    },
    counts: life.counts,
    /** null: the operator page is off. */
    sessions: operatorToken === undefined ? null : createOperatorSessions({ database, clock, limits, operatorToken }),
    overview(): Promise<OperatorOverview> {
      const now = clock.now();
      if (last === null || now - last.at >= freshMs || now < last.at) last = { at: now, overview: read() };
      return last.overview;
    },
    /** Runs a step of the maintenance now, in some worker. Throws `not_found`. */
    async runStep(step: string): Promise<void> {
      const { runs } = await needs.readJobs();
      if (!runs.some(({ name }) => name === `${stepPrefix}${step}`))
        throw new Failure('not_found', 'There is no maintenance step with that name.');
      await queue.put('maintenance', { step }, { key: step, delayMs: 0 });
      last = null;
    },
    /** This process stays, so it appears on the operator page. */
    beginLife: life.begin,
    /** For maintenance: deletes counts, gone processes, and ended sessions. */
    async forgetOld(): Promise<void> {
      const now = clock.now();
      await dropOld(database, { before: now - keptMs });
      await dropEndedSessions(database, now);
    },
    async close() {
      await hold.close();
      await life.close();
    },
  };
}

export type Operation = ReturnType<typeof createOperation>;

/** They are served only if the operator page is on. */
export function operationHttp(operation: Operation): Handlers<typeof routes.operation, unknown> {
  const { hold, sessions } = operation;
  const by = ({ address }: { address: string }) => ({ via: 'page' as const, who: address });
  return {
    async signIn({ body, client }) {
      if (sessions === null) throw new Failure('not_found', 'There is no API call at this address.');
      return { reply: { message: 'Signed in.' }, session: await sessions.open(body.token, client) };
    },
    async signOut({ sessionToken }) {
      if (sessionToken !== null) await sessions?.close(sessionToken);
      return { message: 'Signed out.' };
    },
    overview: () => operation.overview(),
    async hold({ body: { reason = '', minutes }, client }) {
      const forMs = minutes === undefined ? null : minutes * 60_000;
      await hold.place({ reason: reason === '' ? null : reason, forMs, by: by(client) });
      return operation.overview();
    },
    async release({ client }) {
      await hold.release(by(client));
      return operation.overview();
    },
    async runStep({ step }) {
      await operation.runStep(step);
      return { message: 'Started.' };
    },
  };
}

type Limits = {
  take(key: string, bound: { most: number; withinMs: number }, refusal?: string): Promise<() => Promise<void>>;
};

const lifeMs = 12 * 3_600_000;
const failures = { most: 10, withinMs: 15 * 60_000 };

function createOperatorSessions(needs: { database: Database; clock: Clock; limits: Limits; operatorToken: string }) {
  const { database, clock, limits, operatorToken } = needs;
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
