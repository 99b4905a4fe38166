// The background job of price drops.

import type { DropsContext } from './drops-context.ts';
import { makeDueDrops } from './make-drops.ts';

export const dropsJobs = (drops: DropsContext): Promise<void> =>
  drops.queue.work('drops.make', ({ userId }) => makeDueDrops(drops, userId));
