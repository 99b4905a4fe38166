// Moves the bot to another time zone: its time slots move, and it gets no second day's limit.

import { zoneMove } from '#domain/bot/limit/limit.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { changeLockedBot } from '../state/change-bots.ts';
import { planRestart } from '../state/plan-restart.ts';
import { lockSeller } from '../state/seller.ts';
import { settingsOf } from '../state/store.ts';
import { moveCut } from './move-cut.ts';

/** Runs in the transaction that has stored the new zone. */
export async function moveZone(tx: Queryable, userId: string, now: Instant): Promise<void> {
  const seller = await lockSeller(tx, userId);
  if (seller === null) return;
  const { row, bot } = seller;
  await changeLockedBot(tx, row, { kind: 'zone_moved', now, ...zoneMove(now) });
  await moveCut(tx, row, { settings: settingsOf(bot), timezone: bot.timezone, now });
  await planRestart(tx, userId, { now, isNew: false });
}
