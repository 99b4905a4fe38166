// Visits of a worker's bots: reads parties and news, and starts rounds of party shares and of share-backs. Whom a share-back goes to is
// known here only: after a crash, another reading of the news finds who is left.

import { leastPauseMs } from '#domain/bot/pace.ts';
import { planRound } from '#domain/bot/round.ts';
import { newsLastMs, type PartyAhead, type ReadingOfVisits, type Visit, wantsVisits } from '#domain/bot/visits.ts';
import { findBrowser } from '#domain/companion.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { MarketAccount, MarketResult, NewsItem } from '#domain/ports/marketplace.ts';
import type { LinkedCloset } from '../../../closet/closet.ts';
import { pauseFromOutside } from '../../commands/stop.ts';
import {
  findOwn,
  planShareBack,
  readSharedBack,
  readTriedInParty,
  readVisitFacts,
  saveReadAt,
} from '../../rounds/visits-store.ts';
import { afterFailedCall } from './page.ts';
import { beginRound, withoutOnceADay } from './rounds.ts';
import { moveOn, type Next, type Person, type RunningBot } from './running-bot.ts';
import { isSlowNow } from './situation.ts';
import { maySend, type WorkerState } from './worker-state.ts';

const againMs = 1_000;

/** Reads what the bot's visits depend on, or forgets it if its seller has turned them off. */
export async function loadVisits({ context, database }: WorkerState, bot: RunningBot, now: Instant): Promise<void> {
  if (!wantsVisits(bot.settings)) {
    bot.visits = null;
    return;
  }
  const facts = await readVisitFacts(database, bot.userId);
  const parties = await context.parties.known(bot.userId, now);
  // In the middle of a round, the worker that read the news last is gone, and so is its list of people to share back.
  const newsReadAt = bot.round === null ? facts.newsReadAt : null;
  bot.visits = { ...facts, newsReadAt, parties, emptied: new Set(), people: [] };
}

/** Resolves to now, so that everything is decided again. A reading that fails is tried again at its next time. */
export async function readVisits(worker: WorkerState, bot: RunningBot, what: ReadingOfVisits): Promise<Next> {
  const { clock } = worker.context;
  const { visits } = bot;
  if (visits === null || !maySend(worker, bot)) return clock.now() + againMs;
  const now = clock.now();
  await saveReadAt(worker.database, bot.userId, what, now);
  visits[what === 'parties' ? 'partiesReadAt' : 'newsReadAt'] = now;
  if (!(await isReachable(worker, bot))) return clock.now();
  try {
    const result = await (what === 'parties' ? readParties(worker, bot) : readNews(worker, bot, now));
    // The failure may have paused the bot.
    if (result.kind !== 'ok') bot.isStale = true;
  } catch (error) {
    // The closet was disconnected, or another call takes long.
    if (!(error instanceof Failure)) throw error;
    bot.isStale = true;
  }
  return clock.now();
}

/** Through a browser, parties and news are read while it is awake. No bot waits for one because of them. */
async function isReachable({ context }: WorkerState, bot: RunningBot): Promise<boolean> {
  if (!bot.isByBrowser) return true;
  return findBrowser(await context.browserSeenAt(bot.userId), context.clock.now()).kind === 'awake';
}

const read = <T>(
  { context }: WorkerState,
  { userId }: RunningBot,
  work: (account: MarketAccount, closet: LinkedCloset) => Promise<MarketResult<T>>,
): Promise<MarketResult<T>> =>
  context.closet.withLiveAccount(userId, work, {
    onFailure: (tx, failure) => pauseFromOutside(context, tx, { userId, failure, of: 'reading' }),
  });

async function readParties(worker: WorkerState, bot: RunningBot): Promise<MarketResult<unknown>> {
  const { clock, parties } = worker.context;
  const result = await read(worker, bot, async (account, { transaction }) => {
    const found = await account.parties();
    if (found.kind === 'ok')
      await transaction(async (tx) => {
        const at = clock.now();
        await parties.store(tx, bot.userId, { parties: found.value, at });
        // Once more: a status that was read meanwhile is out of date.
        await saveReadAt(tx, bot.userId, 'parties', at);
      });
    return found;
  });
  if (result.kind !== 'ok' || bot.visits === null) return result;
  bot.visits.parties = await parties.known(bot.userId, clock.now());
  bot.visits.emptied.clear();
  return result;
}

async function readNews(worker: WorkerState, bot: RunningBot, now: Instant): Promise<MarketResult<unknown>> {
  const result = await read(worker, bot, async (account, { marketUserId }) => {
    const news = await account.news({ since: now - newsLastMs });
    return news.kind === 'ok' ? { ...news, value: { items: news.value, marketUserId } } : news;
  });
  if (result.kind !== 'ok' || bot.visits === null) return result;
  bot.visits.people = await peopleIn(worker, bot, result.value);
  // Whom to share back is known here only, so whoever takes the bot next has to read the news again.
  if (bot.visits.people.length > 0) await saveReadAt(worker.database, bot.userId, 'news', null);
  return result;
}

/** Everybody who shared one of the seller's own listings and wasn't shared back today, the last one first. */
async function peopleIn(
  { context, database }: WorkerState,
  { userId, day }: RunningBot,
  { items, marketUserId }: { items: readonly NewsItem[]; marketUserId: string },
): Promise<Person[]> {
  const own = await findOwn(database, userId, [...new Set(items.map(({ listingId }) => listingId))]);
  const found = new Map<string, Person>();
  for (const { listingId, at, people } of items)
    for (const { id, name } of own.has(listingId) ? people : [])
      if (id !== marketUserId && at > (found.get(id)?.at ?? 0)) found.set(id, { id, name, at });
  if (found.size === 0) return [];
  const done = await readSharedBack(database, userId, day);
  const hashesOf = context.vault.hasherFor(userId);
  const left = [...found.values()].filter(({ id }) => !hashesOf(id).some((hash) => done.has(hash)));
  return left.toSorted((one, other) => other.at - one.at);
}

/** Starts the visit, or finds out that nothing is left for it. */
export async function startVisit(
  worker: WorkerState,
  bot: RunningBot,
  { visit, closesAt }: { visit: Visit; closesAt: Instant | null },
): Promise<Next> {
  const { clock } = worker.context;
  const { visits, settings, visitsToday } = bot;
  const now = clock.now();
  if (visits === null) return now;
  if (visit.kind === 'back') {
    const isRecent = ({ at }: Person): boolean => at > now - newsLastMs;
    const recent = visits.people.filter(isRecent);
    const room = settings.shareBackPerDay - visitsToday.back;
    const people = recent.slice(0, room);
    // They are next if somebody before them is passed over.
    visits.people = recent.slice(room);
    if (people.length === 0) return now;
    const plan = people.map((_, index) => index);
    return beginRound(worker, bot, { kind: 'back', party: null, slot: null, cutsAt: closesAt, plan, people });
  }
  const { party } = visit;
  const room = settings.partySharesPerDay - visitsToday.party;
  const plan = (await planParty(worker, bot, party)).slice(0, room);
  if (plan.length === 0) {
    visits.emptied.add(party.id);
    return now;
  }
  const cutsAt = Math.min(closesAt ?? party.endsAt, party.endsAt);
  return beginRound(worker, bot, { kind: 'party', party, slot: null, cutsAt, plan, people: [] });
}

/** Each listing that matches is shared once in a party, whatever became of it. */
async function planParty(worker: WorkerState, bot: RunningBot, party: PartyAhead): Promise<number[]> {
  const { userId } = bot;
  const eligible = (await worker.context.parties.eligible(userId)).get(party.id) ?? [];
  if (eligible.length === 0) return [];
  const tried = await readTriedInParty(worker.database, { userId, party });
  const left = eligible.filter((id) => !tried.has(id));
  return planRound(await withoutOnceADay(worker, bot, left.map(Number)));
}

type TargetSearch = { kind: 'found' } | { kind: 'look_again'; at: Next };

/**
 * Finds what the next share-back is for, and stores it: the newest listing of the next person. One who has none, or whose listing was
 * shared before, is passed over.
 */
export async function findTarget(worker: WorkerState, bot: RunningBot, account: MarketAccount): Promise<TargetSearch> {
  const { clock, vault, meanPauseMs } = worker.context;
  const { round, userId, day } = bot;
  if (round === null || round.kind !== 'back') return { kind: 'look_again', at: clock.now() };
  const person = round.people[round.plan[round.next] ?? -1];
  const passOver = (at: Instant): TargetSearch => {
    moveOn(bot);
    return { kind: 'look_again', at };
  };
  if (person === undefined || person.at <= clock.now() - newsLastMs) return passOver(clock.now());
  const newest = await account.newestListing(person.id);
  const isGone = newest.kind === 'not_found' || newest.kind === 'listing_gone';
  if (newest.kind !== 'ok' && !isGone)
    return { kind: 'look_again', at: await afterFailedCall(worker, bot, newest, 'bootstrap') };
  if (newest.kind === 'ok' && newest.value !== null) {
    const hashesOf = vault.hasherFor(userId);
    const id = await planShareBack(worker.database, {
      userId,
      day,
      personHashes: hashesOf(person.id),
      listingHashes: hashesOf(newest.value.id),
      name: person.name,
      roundId: round.id,
      now: clock.now(),
    });
    if (id !== null) {
      round.target = { listingId: -id, marketId: newest.value.id };
      return { kind: 'found' };
    }
  }
  bot.nextShareAt = Math.max(bot.nextShareAt, clock.now() + leastPauseMs(meanPauseMs, isSlowNow(bot, clock.now())));
  return passOver(bot.nextShareAt);
}
