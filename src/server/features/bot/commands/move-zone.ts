// The seller has moved to another time zone: that gives no second allowance.

import { zoneMove } from '#domain/bot/limit.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { changeBot } from '../state/change-bots.ts';

export async function moveZone(tx: Queryable, userId: string, now: Instant): Promise<void> {
  await changeBot(tx, userId, { kind: 'zone_moved', now, ...zoneMove(now) });
}
