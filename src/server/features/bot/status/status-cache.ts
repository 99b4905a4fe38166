// Reads what the status and the day rail are made of, for many sellers at once, and caches it until the database has changed.

import type { PlannedParty } from '#domain/bot/schedule/schedule.ts';
import { visitsOffUntil, visitsRestUntil } from '#domain/bot/visits.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { type DateText, dayBounds, shareDay } from '#domain/time.ts';
import { createGroupRead } from '../../group-read.ts';
import type { BotNeeds } from '../needs/needs.ts';
import { readTried } from '../rounds/store.ts';
import { readTriedInParty, readVisitFacts } from '../rounds/visits-store.ts';
import { findBots, type SellerBot, shareDayOf } from '../state/seller.ts';
import { readShareSums, readVersions, type ShareSums } from './store.ts';

const dayMs = 86_400_000;
/** Per process: twice as many sellers as it takes streams of live updates. */
const mostCached = 20_000;
/**
 * How long an entry stays valid. One change shows in no version: a share that got its outcome after more than 26 hours in flight.
 */
const cachedForMs = 300_000;

/** What the database says about a seller at a moment; null if the account was deleted. */
type CachedFacts = {
  bot: SellerBot;
  now: Instant;
  day: DateText;
  sums: ShareSums;
  /** Of a bot that is between two rounds. */
  parties: readonly PlannedParty[];
};
export type StatusLookup = (userId: string) => Promise<CachedFacts | null>;

type LookupNeeds = { database: Database } & Pick<BotNeeds, 'parties' | 'onceADay'>;
type Cached = { version: string; seen: CachedFacts };

/**
 * Thousands of open dashboards ask every few seconds, so those that ask at the same time are answered together. A seller's facts
 * are cached while the bot isn't sharing. Each lookup asks the database whether they have changed since, so no answer is older
 * than its question. What depends on the time is computed for the moment of the question. Sellers whose bot was sharing are read at
 * once and by themselves: there is nothing to check, and the others don't wait for it.
 */
export const createStatusLookup = ({ database, clock, ...others }: LookupNeeds & { clock: Clock }): StatusLookup => {
  /** Null for a seller whose facts couldn't be cached. */
  const cache = new Map<string, Cached | null>();

  const remember = (userId: string, cached: Cached | null): void => {
    cache.delete(userId);
    cache.set(userId, cached);
    const [oldest] = cache.keys();
    if (cache.size > mostCached && oldest !== undefined) cache.delete(oldest);
  };

  const read = createGroupRead(async (userIds: readonly string[]) => {
    const found = await readSeen({ database, ...others }, [...new Set(userIds)], clock.now());
    for (const userId of userIds) {
      const seen = found.get(userId);
      if (seen === undefined || canBeCached(seen)) cache.delete(userId);
    }
    return userIds.map((userId) => found.get(userId) ?? null);
  });

  const readOrCheck = createGroupRead(async (userIds: readonly string[]) => {
    const now = clock.now();
    const sellers = [...new Set(userIds)];
    // Versions come first: a change after this read is already in the facts read below, and makes this version out of date.
    const versions = await readVersions(database, sellers);
    const found = new Map<string, CachedFacts>();
    for (const userId of sellers) {
      const known = cache.get(userId);
      if (known == null || known.version !== versions.get(userId)) continue;
      const seen = at(known.seen, now);
      if (seen !== null) found.set(userId, seen);
    }
    const changed = sellers.filter((userId) => !found.has(userId));
    for (const [userId, seen] of await readSeen({ database, ...others }, changed, now)) {
      found.set(userId, seen);
      const version = versions.get(userId);
      if (version !== undefined) remember(userId, canBeCached(seen) ? { version, seen } : null);
    }
    return userIds.map((userId) => found.get(userId) ?? null);
  });

  return (userId) => (cache.get(userId) === null ? read(userId) : readOrCheck(userId));
};

/** Shares change nothing else: a share is reserved only while its bot is sharing, and gets its outcome later. */
const canBeCached = ({ bot, sums }: CachedFacts): boolean => bot.phase.state !== 'sharing' && sums.inFlight === 0;

/** The same facts at a later moment; null if time alone has changed what counts by then. */
function at(seen: CachedFacts, now: Instant): CachedFacts | null {
  const age = now - seen.now;
  const { oldestOf24Hours } = seen.sums;
  const isWhole = oldestOf24Hours === null || now - oldestOf24Hours < dayMs;
  return age >= 0 && age < cachedForMs && isWhole && shareDayOf(seen.bot, now) === seen.day ? { ...seen, now } : null;
}

async function readSeen(
  needs: LookupNeeds,
  userIds: readonly string[],
  now: Instant,
): Promise<Map<string, CachedFacts>> {
  if (userIds.length === 0) return new Map();
  const found = await needs.database.transaction(
    async (tx) => addSums(tx, [...(await findBots(tx, userIds, now)).values()], now),
    { indexesOnly: true },
  );
  return addParties(needs, found);
}

/** Of a bot that was just written, so the answer says what was written. */
export async function seeWritten(needs: LookupNeeds, bot: SellerBot, now: Instant): Promise<CachedFacts | null> {
  const sums = await needs.database.transaction((tx) => addSums(tx, [bot], now), { indexesOnly: true });
  return (await addParties(needs, sums)).get(bot.userId) ?? null;
}

type BotFacts = Omit<CachedFacts, 'parties'>;

/** Hardly any seller shares to parties, so they are read one by one. */
async function addParties(needs: LookupNeeds, found: Map<string, BotFacts>): Promise<Map<string, CachedFacts>> {
  const whole = new Map<string, CachedFacts>();
  for (const [userId, seen] of found) {
    const { state } = seen.bot.phase;
    const isBetween = state === 'waiting' || state === 'paused';
    whole.set(userId, { ...seen, parties: isBetween ? await readPartiesAhead(needs, seen.bot, seen.now) : [] });
  }
  return whole;
}

async function addSums(tx: Queryable, bots: readonly SellerBot[], now: Instant): Promise<Map<string, BotFacts>> {
  const asks = bots.map((bot) => {
    const day = shareDayOf(bot, now);
    return { userId: bot.userId, day, dayStartsAt: dayBounds(day, bot.timezone).startsAt, firstRound: bot.firstRound };
  });
  const sums = asks.length === 0 ? new Map<string, ShareSums>() : await readShareSums(tx, asks, now);
  return new Map(
    bots.flatMap((bot, index) => {
      const [day, own] = [asks[index]?.day, sums.get(bot.userId)];
      return day && own ? [[bot.userId, { bot, now, day, sums: own }]] : [];
    }),
  );
}

/** Parties that aren't over, the one that ends first first. None while party shares are off. */
export async function readPartiesAhead(
  { database, parties, onceADay }: { database: Queryable } & Pick<BotNeeds, 'parties' | 'onceADay'>,
  { userId, settings, backoff, timezone }: SellerBot,
  now: Instant,
): Promise<(PlannedParty & { id: string })[]> {
  if (!settings.partySharing || visitsOffUntil(backoff, now) !== null) return [];
  const known = await parties.known(userId, now);
  if (known.length === 0) return [];
  const { missedAt } = await readVisitFacts(database, userId);
  if (visitsRestUntil(missedAt, now) !== null) return [];
  const eligible = await parties.eligible(userId);
  const listingIds = await onceADay(userId);
  const day = shareDay(now, timezone);
  const triedToday = listingIds.length === 0 ? [] : await readTried(database, { userId, day, listingIds, now });
  const [leftOutToday, leftOutLater] = [new Set(triedToday), new Set(listingIds)];
  return Promise.all(
    known.map(async (party) => {
      // On another day, an ordinary round mostly comes before the party.
      const leftOut = shareDay(party.startsAt, timezone) > day ? leftOutLater : leftOutToday;
      const matching = (eligible.get(party.id) ?? []).filter((id) => !leftOut.has(Number(id)));
      const tried = matching.length === 0 ? new Set() : await readTriedInParty(database, { userId, party });
      return { ...party, left: matching.filter((id) => !tried.has(id)).length };
    }),
  );
}
