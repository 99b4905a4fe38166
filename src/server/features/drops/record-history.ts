// Gives a demo account a plan that has run once.

import type { DemoDrops } from '#domain/demo/demo-selling.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { counted } from '#domain/text/counted.ts';
import type { DropsContext } from './drops-context.ts';
import { findPlans, insertDrops, insertRun, replacePlans } from './store.ts';

export async function recordDropHistory(
  { prices, activity }: DropsContext,
  tx: Queryable,
  { userId, history }: { userId: string; history: DemoDrops },
): Promise<void> {
  const { plan, day, nextAt, prices: made } = history;
  const { appliedAt: now, changes } = made;
  await replacePlans(tx, userId, [{ id: null, plan, firstDay: day, nextAt }]);
  const [saved] = await findPlans(tx, userId);
  if (saved === undefined || changes.length === 0) return;
  const batchId = await prices.recordHistory(tx, userId, made);
  const of = { userId, planId: saved.id, name: plan.name, day, byHand: false, batchId, now };
  const runId = await insertRun(tx, of);
  const drops = changes.map(({ listingId, oldPrice, newPrice }) => ({ listingId, price: oldPrice, newPrice }));
  await insertDrops(tx, { userId, runId, day, drops });
  const details = `“${plan.name}” drops ${counted(changes.length, 'price')} over the day (demo)`;
  await activity.record(tx, { userId, action: 'PRICE_DROPS', details, at: now });
}
