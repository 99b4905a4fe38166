// Finds out when a bot's share day has room for a share again, and moves the end of a pause there.

import type { PauseReason } from '#domain/bot/bot.ts';
import { roomAgainAt } from '#domain/bot/limit/limit.ts';
import { pauseMessage } from '#domain/bot/pause-messages.ts';
import { marketplaceName } from '#domain/closet.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { type DateText, dayBounds } from '#domain/time.ts';
import { readFullSince } from './store.ts';
import { readDayFacts } from './worker-store.ts';

type ShareDay = {
  userId: string;
  timezone: string;
  day: DateText;
  rollingUntil: Instant | null;
  /** The limit that counts. */
  limit: number;
  /** Shares of the day that count and are not stored yet. */
  more?: number;
  now: Instant;
};

/** When there is room under this limit; null if there is room now. */
export async function readRoomAgainAt(db: Queryable, shareDay: ShareDay): Promise<Instant | null> {
  const { userId, day, rollingUntil, now } = shareDay;
  const facts = await readDayFacts(db, [{ userId, day, rollingUntil }], now);
  return findRoomAgainAt(db, { ...shareDay, sharedToday: facts.get(userId)?.sharedToday ?? 0 });
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
 * Otherwise the bot would promise a time, and then pause again.
 */
export async function endWithRoom<P extends PauseEnd>(
  db: Queryable,
  pause: P,
  { practice, isByBrowser, ...shareDay }: ShareDay & { practice: boolean; isByBrowser: boolean },
): Promise<P> {
  if (pause.resumesAt === null) return pause;
  const { now } = shareDay;
  const roomAt = (await readRoomAgainAt(db, shareDay)) ?? now;
  const resumesAt = pause.reason === 'lowered_limit' ? roomAt : Math.max(pause.resumesAt, roomAt);
  if (resumesAt === pause.resumesAt) return pause;
  return {
    ...pause,
    resumesAt,
    message: pauseMessage(pause.reason, {
      marketplace: marketplaceName(practice),
      pauseMs: resumesAt - now,
      isByBrowser,
    }),
  };
}
