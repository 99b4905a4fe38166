// What price drops work with, made once by the program.

import type { ActivityLog } from '#domain/activity.ts';
import type { HoldReader } from '#domain/bot/hold.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Closet } from '../closet/closet.ts';
import type { Prices } from '../listings/listings.ts';
import type { NotifyDevices } from '../notices/notices.ts';

export type DropsContext = {
  database: Database;
  clock: Clock;
  queue: Queue;
  closet: Pick<Closet, 'summary' | 'wayOf' | 'whyNoWrites'>;
  prices: Pick<Prices, 'addDrops' | 'recordHistory' | 'refuseUnready'>;
  activity: ActivityLog;
  notifyDevices: NotifyDevices;
  hold: HoldReader;
  /** Whether the closet is treated more gently after a warning of the marketplace. */
  isGentle(userId: string): Promise<boolean>;
};
