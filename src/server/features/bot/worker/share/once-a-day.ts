// While an experiment asks whether sharing sells, some listings get one share a day.

import { readTried } from '../../rounds/store.ts';
import type { RunningBot } from './running-bot.ts';
import type { WorkerState } from './worker-state.ts';

/** Without the listings of the experiment's second group that had their share of this share day, of whatever kind. */
export async function withoutOnceADay(
  { context, database, semaphore }: WorkerState,
  { userId, day }: RunningBot,
  listingIds: readonly number[],
): Promise<readonly number[]> {
  const onceADay = await semaphore.run(() => context.onceADay(userId));
  if (onceADay.length === 0) return listingIds;
  const now = context.clock.now();
  const tried = new Set(await semaphore.run(() => readTried(database, { userId, day, listingIds: onceADay, now })));
  return listingIds.filter((id) => !tried.has(id));
}
