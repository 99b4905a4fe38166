// The facts about a running bot that the rules need: for its next share, for its round, and for its visits.

import { type BotSituation, earlier, type ShareFacts } from '#domain/bot/bot.ts';
import { limitInForce } from '#domain/bot/limit/limit.ts';
import { isSlow } from '#domain/bot/limit/warnings.ts';
import { readingNeededSince } from '#domain/bot/schedule/closet-reading.ts';
import { cutAt, nextRound } from '#domain/bot/schedule/schedule.ts';
import {
  nextReadingAt,
  nextVisitAt,
  type ReadingOfVisits,
  type Visits,
  visitsOffUntil,
  visitsRestUntil,
} from '#domain/bot/visits.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { CutBy } from '../../reports/reports.ts';
import type { RunningBot } from './running-bot.ts';

/** The most shares a day of the kind that the round makes. */
export function mostOfKind({ round, settings }: RunningBot): number {
  if (round?.kind === 'party') return settings.partySharesPerDay;
  return round?.kind === 'back' ? settings.shareBackPerDay : 0;
}

/** Whether the closet has to be read before the next round. */
function isReadingDue({ isReadForRound, closetRead, startedAt }: RunningBot, now: Instant, maxAgeMs: number): boolean {
  if (isReadForRound) return false;
  return (closetRead.readAt ?? 0) < readingNeededSince(closetRead, { now, startedAt, maxAgeMs });
}

/** Four parameters, because an object for them would be made for every share. */
export function situationOf(
  bot: RunningBot,
  now: Instant,
  closetMaxAgeMs: number,
  visits: Visits | null,
): BotSituation {
  const { round, settings, timezone, lastRoundAt } = bot;
  const listing = round?.plan[round.next];
  return {
    stopAsked: bot.state === 'stopped',
    pause: bot.state === 'paused' ? { resumesAt: bot.resumesAt } : null,
    dailyShareLimit: settings.dailyShareLimit,
    nextShareAt: bot.nextShareAt,
    round: round && {
      cutsAt: cutBy(bot, now) === null ? round.cutsAt : now,
      remaining: listing === undefined ? [] : [String(listing)],
    },
    next: round ? null : nextRound({ settings, timezone, now, lastRoundAt }),
    isReadingDue: round === null && isReadingDue(bot, now, closetMaxAgeMs),
    visits,
  };
}

/**
 * null: their switches are off. Until a warning or a rest ends, nothing is known of them, and nothing is read. In a round, until
 * when the bot may share doesn't matter.
 */
export function visitsOf(bot: RunningBot, now: Instant, isInRound: boolean): Visits | null {
  const { visits, settings, timezone, startedAt, lastRoundAt } = bot;
  if (visits === null) return null;
  const { missedAt, emptied, people, wasOrdinary } = visits;
  const beginAt = visitsOffUntil(bot.backoff, now) ?? visitsRestUntil(missedAt, now);
  const mayShare = beginAt === null;
  const hasPartyRoom = mayShare && settings.partySharing && bot.visitsToday.party < settings.partySharesPerDay;
  const hasBackRoom = mayShare && settings.shareBack && bot.visitsToday.back < settings.shareBackPerDay;
  const readNextAt = (what: ReadingOfVisits, readAt: Instant | null) =>
    beginAt ?? nextReadingAt(what, { readAt, startedAt });
  return {
    readAt: {
      parties: settings.partySharing ? readNextAt('parties', visits.partiesReadAt) : null,
      news: settings.shareBack ? readNextAt('news', visits.newsReadAt) : null,
    },
    parties: hasPartyRoom ? visits.parties.filter(({ id }) => !emptied.has(id)) : [],
    hasPeople: hasBackRoom && people.length > 0,
    closesAt: isInRound ? now : cutAt({ settings, timezone, now }),
    isTurn: wasOrdinary && lastRoundAt !== null,
  };
}

/** When to look at a bot that is between rounds: at its next round, or at what its visits need; null if there is neither. */
export function nextLook(bot: RunningBot, now: Instant): Instant | null {
  const { settings, timezone, lastRoundAt } = bot;
  const next = nextRound({ settings, timezone, now, lastRoundAt })?.startsAt ?? null;
  const visits = visitsOf(bot, now, false);
  return visits === null ? next : earlier(next, nextVisitAt(visits, now));
}

/** Why a visit has to end early; null if it may go on until its slot or its party ends. */
export function cutBy(bot: RunningBot, now: Instant): CutBy | null {
  const { round, settings } = bot;
  if (round === null || round.kind === 'self') return null;
  if (round.kind === 'back' && round.people.length === 0) return 'interruption';
  const isOn = round.kind === 'party' ? settings.partySharing : settings.shareBack;
  if (!isOn || visitsOffUntil(bot.backoff, now) !== null) return 'off';
  return round.party !== null && now >= round.party.endsAt ? 'party' : null;
}

export const factsOf = (bot: RunningBot, now: Instant): ShareFacts => ({
  now,
  sharedToday: bot.sharedToday,
  shared24h: bot.rollingUntil !== null && now < bot.rollingUntil ? bot.shared24h : null,
  limitInForce: bot.limitInForce,
  dayEndsAt: bot.dayEndsAt,
});

export const rightLimit = (bot: RunningBot, now: Instant) =>
  limitInForce({ dailyShareLimit: bot.settings.dailyShareLimit, backoff: bot.backoff, now });

export const rightCut = ({ settings, timezone, round }: RunningBot, now: Instant): Instant | null =>
  earlier(cutAt({ settings, timezone, now }), round?.party?.endsAt ?? null);

export const isSlowNow = (bot: RunningBot, now: Instant): boolean => isSlow(bot.backoff, now);

/**
 * How long before a share is due it is prepared, in ms. Its reservation is requested then, so that the commit doesn't make it
 * late. Before the first share of a round there is a page to load, and before a share-back somebody's closet.
 */
export const leadMsOf = ({ round }: Pick<RunningBot, 'round'>): number =>
  round !== null && (round.needsPage || (round.kind === 'back' && round.target === null)) ? 1_000 : 100;
