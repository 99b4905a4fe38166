// Finds out when a bot's share day has room for a share again: pauses bots until then, and plans when a bot that stopped itself at its
// daily limit starts itself again.

import type { BotSettings, PauseReason } from '#domain/bot/bot.ts';
import { type LimitInForce, limitInForce, roomAgainAt } from '#domain/bot/limit/limit.ts';
import type { Backoff } from '#domain/bot/limit/warnings.ts';
import { pauseMessage, visitsOffMessage } from '#domain/bot/pause-messages.ts';
import { visitsOffUntil, wantsVisits } from '#domain/bot/visits.ts';
import { marketplaceName } from '#domain/closet.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { type DateText, dateInWords, dayBounds, shareDay } from '#domain/time.ts';
import type { Pause } from './events.ts';
import { changeSeller, type SellerBot, shareDayOf } from './seller.ts';
import { readFullSince } from './store.ts';
import { readDayFacts } from './worker-store.ts';

type ShareDay = {
  userId: string;
  timezone: string;
  day: DateText;
  rollingUntil: Instant | null;
  limit: number;
  /** Shares of the day that count and are not stored yet. */
  more?: number;
  now: Instant;
};

/** When there is room under this limit; null if there is room now. */
export async function readRoomAgainAt(db: Queryable, ofDay: ShareDay): Promise<Instant | null> {
  const { userId, day, rollingUntil, now } = ofDay;
  const facts = await readDayFacts(db, [{ userId, day, rollingUntil }], now);
  return findRoomAgainAt(db, { ...ofDay, sharedToday: facts.get(userId)?.sharedToday ?? 0 });
}

/** The same with the day's reservations known. Reads only for a seller who has moved to another time zone lately. */
export async function findRoomAgainAt(
  db: Queryable,
  { userId, timezone, day, rollingUntil, limit, sharedToday, more = 0, now }: ShareDay & { sharedToday: number },
): Promise<Instant | null> {
  const isGuarded = rollingUntil !== null && now < rollingUntil;
  const guard = isGuarded ? { rollingUntil, fullSince: await readFullSince(db, { userId, limit, now }) } : null;
  const { endsAt: dayEndsAt } = dayBounds(day, timezone);
  return roomAgainAt({ limit, sharedToday: sharedToday + more, dayEndsAt, guard, now });
}

type PauseEnd = { reason: PauseReason; message: string; resumesAt: Instant | null };

/**
 * The same pause, ending when sharing can really continue: a day that is full under the limit in force has no room before that.
 * Otherwise the bot would promise a time, and then pause again. After a share limit it names the limit.
 */
export async function endWithRoom<P extends PauseEnd>(
  db: Queryable,
  pause: P,
  { practice, limit, ...ofDay }: Omit<ShareDay, 'limit'> & { practice: boolean; limit: LimitInForce },
): Promise<P> {
  if (pause.resumesAt === null) return pause;
  const roomAt = (await readRoomAgainAt(db, { ...ofDay, limit: limit.limit })) ?? ofDay.now;
  const resumesAt = pause.reason === 'lowered_limit' ? roomAt : Math.max(pause.resumesAt, roomAt);
  const message = pause.reason === 'share_limit' ? shareLimitMessage(practice, limit, ofDay.timezone) : pause.message;
  return { ...pause, resumesAt, message };
}

/** A warning turns off what a bot shares besides its closet, and the message of its pause says so once. */
export function withVisitsOff<P extends { message: string }>(
  pause: P,
  given: { settings: BotSettings; before: Backoff; after: Backoff; timezone: string; now: Instant },
): P {
  const { settings, before, after, timezone, now } = given;
  const until = visitsOffUntil(after, now);
  if (!wantsVisits(settings) || until === null || visitsOffUntil(before, now) !== null) return pause;
  return {
    ...pause,
    message: `${pause.message} ${visitsOffMessage(settings, dateInWords(shareDay(until, timezone)))}`,
  };
}

/** Names the limit in force, and the day on which it ends. */
export function shareLimitMessage(practice: boolean, { limit, reason, until }: LimitInForce, timezone: string): string {
  const lowered = reason && until && { limit, reason, until: dateInWords(shareDay(until, timezone)) };
  return pauseMessage('share_limit', { marketplace: marketplaceName(practice), lowered: lowered || undefined });
}

/**
 * Stores a pause and the limit that follows from it, no matter which worker owns the bot, because the marketplace's answer
 * applies to the account. Resolves to the pause with its real end, or to null if the bot is already stopped or paused.
 */
export async function pauseForAnyOwner(
  tx: Queryable,
  bot: SellerBot,
  { pause, backoff }: { pause: Pause; backoff: Backoff },
): Promise<Pause | null> {
  const { dailyShareLimit } = bot.settings;
  const limit = limitInForce({ dailyShareLimit, backoff, now: pause.at });
  const day = shareDayOf(bot, pause.at);
  const whole = { ...bot, practice: bot.practice === true, day, limit, now: pause.at };
  const facts = { ...bot, before: bot.backoff, after: backoff, now: pause.at };
  const ended = withVisitsOff(await endWithRoom(tx, pause, whole), facts);
  const paused = await changeSeller(tx, bot, { kind: 'paused_from_outside', pause: ended, backoff, limit });
  return paused === null ? null : ended;
}

/**
 * By the settings, limit, and time zone of the locked bot. A start that is already planned moves with them or is canceled. A new one is
 * planned only if `isNew` says that the bot has just reached its limit or `resumeDaily` was just turned on. Resolves to the bot as it
 * is then.
 */
export async function planRestart(
  tx: Queryable,
  bot: SellerBot,
  { now, isNew }: { now: Instant; isNew: boolean },
): Promise<SellerBot> {
  const { startsAgainAt, settings } = bot;
  if (bot.phase.state !== 'stopped' || bot.limitReachedAt === null) return bot;
  const isWanted = settings.resumeDaily && (isNew || startsAgainAt !== null);
  const shareDay = { ...bot, day: shareDayOf(bot, now), limit: settings.dailyShareLimit, now };
  // A higher limit that leaves room today is no reason to start before the announced day.
  const at = isWanted ? ((await readRoomAgainAt(tx, shareDay)) ?? startsAgainAt) : null;
  if (at === startsAgainAt) return bot;
  return (await changeSeller(tx, bot, { kind: 'restart_planned', at })) ?? bot;
}
