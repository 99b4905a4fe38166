// Starts a bot automatically on the day after it reached its daily limit.

import { Failure } from '#domain/failure.ts';
import type { BotContext } from '../needs/needs.ts';
import { changeLockedBot } from '../state/change-bots.ts';
import { readRoomAgainAt } from '../state/room.ts';
import { limitFor, lockSeller, lostSharesOf, shareDayOf } from '../state/seller.ts';
import { countAssumed } from '../state/store.ts';
import { noteMissedVisits } from '../visits/store.ts';
import { describeSettings, refuseClosetInUse, refuseWithoutConsent } from './start.ts';

/** Carries out a start that is due. If that is impossible, it drops the plan and notifies the seller. */
export async function startAgain(context: BotContext, userId: string): Promise<void> {
  const linked = await context.closet.summary(userId);
  const isStarted = await context.database.transaction(async (tx) => {
    const inUse = linked?.connected
      ? await messageOfRefusal(() => refuseClosetInUse(context, tx, userId))
      : 'Reconnect your closet, then press Start Bot.';
    const now = context.clock.now();
    const bot = await lockSeller(tx, userId, now);
    if (bot === null || bot.startsAgainAt === null || bot.startsAgainAt > now) return false;
    const hindrance = inUse ?? (await messageOfRefusal(async () => refuseWithoutConsent(bot, false)));
    if (hindrance !== null) {
      await changeLockedBot(tx, bot, { kind: 'restart_planned', at: null });
      const message = `The bot didn’t start for the new day. ${hindrance}`;
      await context.activity.record(tx, { userId, action: 'BOT_STOPPED', details: message });
      await context.notifySeller(tx, userId, { reason: 'not_started', message, at: now });
      return false;
    }
    const { settings, backoff } = bot;
    const day = shareDayOf(bot, now);
    const lost = lostSharesOf(bot, { day, now, meanPauseMs: context.meanPauseMs });
    const roomAt = await readRoomAgainAt(tx, { ...bot, day, limit: settings.dailyShareLimit, more: lost, now });
    if (roomAt !== null) {
      await changeLockedBot(tx, bot, { kind: 'restart_planned', at: roomAt });
      return false;
    }
    if (lost > 0) {
      await countAssumed(tx, { userId, day, count: lost });
      await noteMissedVisits(tx, [userId], now);
    }
    const limit = limitFor(bot, settings.dailyShareLimit, now);
    await changeLockedBot(tx, bot, {
      kind: 'start',
      now,
      settings,
      backoff,
      limit,
      consents: false,
      isAutomatic: true,
    });
    const details = `Automatically, for the new day. ${describeSettings(settings)}`;
    await context.activity.record(tx, { userId, action: 'BOT_STARTED', details });
    return true;
  });
  if (isStarted) context.wakeWorkers();
}

async function messageOfRefusal(check: () => Promise<void>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
