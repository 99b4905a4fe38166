// What every way of linking a closet gets.

import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { MarketFailure, Marketplace, PracticeAdmin } from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import {
  type AccountLock,
  type AccountUse,
  type Browsers,
  explainFailure,
  failureOf,
  type Marketplaces,
  marketplaceOf,
  notConnected,
  type Secrets,
  type WithAccountLock,
} from '../session/session.ts';
import { saveConnectionIssue } from '../state/connection-store.ts';
import { type ClosetRow, findCloset } from '../state/store.ts';
import type { Linking } from './complete-link.ts';
import { ensureCloset } from './store.ts';

/** Counts an event for `key`. Throws `too_many_requests` if there were `most` of them within the time. */
export type Limit = (key: string, bound: { most: number; withinMs: number }, refusal?: string) => Promise<unknown>;

export type LinkContext = {
  database: Database;
  clock: Clock;
  secrets: Secrets;
  marketplaces: Marketplaces;
  withLock: WithAccountLock;
  use: AccountUse;
  linking: Linking;
  queue: Queue;
  practiceAdmin: PracticeAdmin | null;
  limit: Limit;
  browsers: Browsers;
  /** Tests the connection, and shows on the connection panel what it found. */
  testAuth: (userId: string) => Promise<unknown>;
};

/** The real marketplace if this server has one, otherwise the practice marketplace. */
export function ownMarketplace({ marketplaces }: LinkContext): { marketplace: Marketplace; practice: boolean } {
  const { real, practice } = marketplaces;
  if (real !== null) return { marketplace: real, practice: false };
  if (practice !== null) return { marketplace: practice, practice: true };
  throw new Failure(
    'marketplace_unavailable',
    'This site isn’t connected to any marketplace. Tell your administrator.',
  );
}

/** The marketplace of the closet that is linked, which a paired browser stays with. Without one, this server’s own. */
export async function linkedMarketplace(
  context: LinkContext,
  userId: string,
): Promise<{ marketplace: Marketplace; practice: boolean }> {
  const row = await findCloset(context.database, userId);
  const isLinked = row !== null && (row.session !== null || row.credentials !== null);
  const marketplace = isLinked ? marketplaceOf(context.marketplaces, row.practice) : null;
  return isLinked && marketplace !== null ? { marketplace, practice: row.practice } : ownMarketplace(context);
}

const quarterHourMs = 15 * 60_000;
const ofOneName = { most: 5, withinMs: quarterHourMs };
/** Sign-ins after registrations, which count toward no call's budget. */
const ofRegistrations = { most: 60, withinMs: quarterHourMs };
const tooManyForName = 'Too many passwords were tried for this closet.';

/** Keeps people from guessing a closet's password through Hangtag, however many accounts and addresses they use. */
export async function countTry({ limit }: Pick<LinkContext, 'limit'>, username: string): Promise<void> {
  await limit(`closet.name:${username.trim().toLowerCase()}`, ofOneName, tooManyForName);
}

export async function countRegistration(context: Pick<LinkContext, 'limit'>, username: string): Promise<void> {
  await context.limit('closet.registrations', ofRegistrations);
  await countTry(context, username);
}

/** Runs `link` on the user's row under the account lock. */
export async function linkUnderLock<T>(
  { database, clock, withLock }: LinkContext,
  { userId, practice }: { userId: string; practice: boolean },
  link: (lock: AccountLock, row: ClosetRow) => Promise<T>,
): Promise<T> {
  await ensureCloset(database, { userId, practice, now: clock.now() });
  return withLock(userId, async (lock) => {
    const row = await findCloset(database, userId);
    if (row === null) throw notConnected();
    return link(lock, row);
  });
}

/** Shows the failure on the connection panel, and throws it. */
export async function refuseLink(
  lock: AccountLock,
  { userId, practice }: { userId: string; practice: boolean },
  failure: MarketFailure,
): Promise<never> {
  await lock.transaction((tx) => saveConnectionIssue(tx, { userId, ...explainFailure(failure, { practice }) }));
  throw failureOf(failure, { practice });
}
