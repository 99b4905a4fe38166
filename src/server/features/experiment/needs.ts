// What the experiment gets from the program.

import type { ActivityLog } from '#domain/activity.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Closet } from '../closet/closet.ts';
import type { Listings } from '../listings/listings.ts';

export type ExperimentNeeds = {
  database: Database;
  clock: Clock;
  queue: Queue;
  random: () => number;
  closet: Pick<Closet, 'summary'>;
  listings: Pick<Listings, 'read'>;
  activity: ActivityLog;
};
