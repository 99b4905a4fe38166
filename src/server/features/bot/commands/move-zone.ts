// Moves the bot to another time zone: its time slots move, and it gets no second day's limit.

import { zoneMove } from '#domain/bot/limit/limit.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { planRestart } from '../state/plan-restart.ts';
import { changeSeller, lockSeller } from '../state/seller.ts';
import { moveCut } from './change-settings.ts';

/** Runs in the transaction that has stored the new zone. */
export async function moveZone(tx: Queryable, userId: string, now: Instant): Promise<void> {
  const before = await lockSeller(tx, userId, now);
  if (before === null) return;
  const after = (await changeSeller(tx, before, { kind: 'zone_moved', now, ...zoneMove(now) })) ?? before;
  await moveCut(tx, after, now);
  await planRestart(tx, after, { now, isNew: false });
}
