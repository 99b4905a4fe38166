// Looks up what the status and the day rail are made of, for many sellers at once. What did not change is not read again.

import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { type DateText, dayBounds, laterDay, shareDay } from '#domain/time.ts';
import { createGroupRead } from '../../group-read.ts';
import { findBotsSince, type SellerBot } from '../state/store.ts';
import { readShareSums, readVersions, type ShareSums } from './store.ts';

/** A share day has up to 25 hours, and a share that counts in it may have been made an hour before it began. */
const longestLookMs = 26 * 3_600_000;
const dayMs = 86_400_000;
/** Of this process, twice as many as the streams of live updates that it takes. */
const mostKept = 20_000;
/**
 * No longer than this is anything kept. It bounds what no version shows: a share that was in flight for more than 26 hours, and
 * only then got an outcome.
 */
const keptForMs = 300_000;

/** What the database says about a seller at a moment; null if the account was deleted. */
type Seen = { bot: SellerBot; now: Instant; day: DateText; sums: ShareSums };
export type Look = (userId: string) => Promise<Seen | null>;

type Kept = { version: string; seen: Seen };

/**
 * Thousands of open dashboards ask every few seconds, so those that ask at the same time are answered together. What was read for
 * a seller is kept while the bot isn't sharing. Each look asks the database whether it has changed since, so no answer is older
 * than its question, and counts by the time of the question.
 */
export const createLook = ({ database, clock }: { database: Database; clock: Clock }): Look => {
  const kept = new Map<string, Kept>();

  const keep = (userId: string, { version, seen }: Kept): void => {
    kept.delete(userId);
    if (!canBeKept(seen)) return;
    kept.set(userId, { version, seen });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  };

  return createGroupRead(async (userIds: readonly string[]) => {
    const now = clock.now();
    const sellers = [...new Set(userIds)];
    // First the versions: a change after them is in what is read next, and makes this version an old one.
    const versions = await readVersions(database, sellers);
    const found = new Map<string, Seen>();
    for (const userId of sellers) {
      const known = kept.get(userId);
      if (known === undefined || known.version !== versions.get(userId)) continue;
      const seen = at(known.seen, now);
      if (seen !== null) found.set(userId, seen);
    }
    const changed = sellers.filter((userId) => !found.has(userId));
    for (const [userId, seen] of await readSeen(database, changed, now)) {
      found.set(userId, seen);
      const version = versions.get(userId);
      if (version !== undefined) keep(userId, { version, seen });
    }
    return userIds.map((userId) => found.get(userId) ?? null);
  });
};

/** Shares change nothing else: a share is reserved only while its bot is sharing, and gets its outcome later. */
const canBeKept = ({ bot, sums }: Seen): boolean => bot.state !== 'sharing' && sums.inFlight === 0;

/** The same at a later moment; null if by then time alone has changed what counts. */
function at(seen: Seen, now: Instant): Seen | null {
  const age = now - seen.now;
  const { oldestOf24Hours } = seen.sums;
  const isWhole = oldestOf24Hours === null || now - oldestOf24Hours < dayMs;
  return age >= 0 && age < keptForMs && isWhole && dayOf(seen.bot, now) === seen.day ? { ...seen, now } : null;
}

const dayOf = (bot: SellerBot, now: Instant): DateText => laterDay(bot.shareDay, shareDay(now, bot.timezone));

async function readSeen(database: Database, userIds: readonly string[], now: Instant): Promise<Map<string, Seen>> {
  if (userIds.length === 0) return new Map();
  const since = now - longestLookMs;
  const bots = await findBotsSince(database, userIds, since);
  const asks = [...bots].map(([userId, bot]) => {
    const day = dayOf(bot, now);
    return { userId, day, dayStartsAt: dayBounds(day, bot.timezone).startsAt, firstRound: bot.firstRound };
  });
  if (asks.length === 0) return new Map();
  const sums = await readShareSums(database, asks, { now, since });
  const seen = new Map<string, Seen>();
  for (const { userId, day } of asks) {
    const [bot, own] = [bots.get(userId), sums.get(userId)];
    if (bot && own) seen.set(userId, { bot, now, day, sums: own });
  }
  return seen;
}
