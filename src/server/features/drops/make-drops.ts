// Makes the drops of a plan: by hand all at once, on its days in portions that are spread over the day, and as a demo account’s history.

import type { DemoDrops } from '#domain/demo/demo-history.ts';
import { type Choice, chooser, planDay } from '#domain/drops/choose-drops.ts';
import { isDueOn, nextDueAt, nextPortion, spanOn } from '#domain/drops/plan.ts';
import { Failure } from '#domain/failure.ts';
import { toDollars } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { counted } from '#domain/text/counted.ts';
import { addDays } from '#domain/time.ts';
import { type ClosetToday, type DropsContext, readCloset } from './context.ts';
import {
  findDueSellers,
  findPlan,
  findPlannedRun,
  findPlans,
  insertDrops,
  lockDrops,
  type PlanRow,
  replacePlans,
  type SentDrop,
  saveNextAt,
} from './store.ts';

/** How far ahead maintenance looks, which runs that often. */
const aheadMs = 300_000;
/** How soon a plan tries again after the seller's price changes of a day are used up. */
const laterMs = 1_800_000;

/** For maintenance: queues the job of every seller who has drops due soon. */
export async function planDueDrops({ database, clock, queue }: DropsContext): Promise<void> {
  const now = clock.now();
  for (const { userId, at } of await findDueSellers(database, now + aheadMs))
    await queue.put('drops.make', { userId }, { key: userId, delayMs: Math.max(0, at - now) });
}

/**
 * The job: the next portion of each plan that is due. What is due, and what has been dropped, is only in the database, in the
 * transaction that also writes the journal. So a lost run is made up the same day, and nothing is dropped twice.
 */
export async function makeDueDrops(context: DropsContext, userId: string): Promise<void> {
  if (!(await mayDrop(context, userId))) return;
  const { database, clock, queue } = context;
  await database.transaction(async (tx) => {
    await lockDrops(tx, userId);
    const now = clock.now();
    const plans = await findPlans(tx, userId);
    const waiting = plans.filter(({ nextAt }) => nextAt !== null && nextAt <= now);
    if (waiting.length === 0) return;
    const closet = await readCloset(tx, clock, userId);
    const day = planDay(plans, { ...closet, day: closet.today });
    for (const plan of waiting) {
      const choices = day.find((due) => due.plan.id === plan.id)?.choices ?? [];
      const nextAt = await makePortion(context, tx, { userId, plan, choices, ...closet });
      await saveNextAt(tx, { userId, planId: plan.id, nextAt });
      if (nextAt !== null && nextAt - now <= aheadMs)
        await queue.put('drops.make', { userId }, { key: userId, delayMs: nextAt - now, tx });
    }
  });
}

/** While it may not, the plans stay due: maintenance asks again, and what is left is made up the same day. */
async function mayDrop({ closet, hold, isGentle }: DropsContext, userId: string): Promise<boolean> {
  if (hold.find() !== null || !(await closet.summary(userId))?.connected) return false;
  if ((await closet.whyNoWrites(userId)) !== null || (await closet.wayOf(userId)) === 'browser_away') return false;
  return !(await isGentle(userId));
}

/** Resolves to when the plan has something to do next. */
async function makePortion(
  context: DropsContext,
  tx: Queryable,
  given: Omit<ClosetToday, 'listings' | 'dropped'> & { userId: string; plan: PlanRow; choices: readonly Choice[] },
): Promise<Instant | null> {
  const { userId, plan, choices, today, zone, now } = given;
  const tomorrow = nextDueAt(plan, addDays(today, 1), zone);
  // The day that it was due on is over, or begins again in another time zone.
  if (!isDueOn(plan, today)) return tomorrow;
  const span = spanOn(plan, today, zone);
  if (now < span.startsAt) return span.startsAt;
  const { count, nextAt } = nextPortion(choices.length, { now, endsAt: span.endsAt });
  if (count === 0) return tomorrow;
  const run = await findPlannedRun(tx, { userId, planId: plan.id, day: today });
  const drops = toSent(choices.slice(0, count));
  const batchId = await context.prices
    .addDrops(tx, { userId, batchId: run?.batchId ?? null, drops, isQuiet: true })
    .catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'too_many_requests') return 'later' as const;
      throw error;
    });
  if (batchId === 'later') return now + laterMs;
  if (batchId === null) return tomorrow;
  const of = { userId, planId: plan.id, name: plan.name, day: today, byHand: false, batchId, now };
  await insertDrops(tx, { ...of, runId: run?.id, drops });
  if (run === null) await tell(context, tx, { userId, plan, count: choices.length, now });
  return nextAt ?? tomorrow;
}

async function tell(
  { activity, notifyDevices }: DropsContext,
  tx: Queryable,
  { userId, plan, count, now }: { userId: string; plan: PlanRow; count: number; now: Instant },
): Promise<void> {
  const prices = counted(count, 'price');
  await activity.record(tx, {
    ...{ userId, action: 'PRICE_DROPS', details: `“${plan.name}” drops ${prices} over the day`, at: now },
  });
  await notifyDevices(tx, userId, {
    event: 'prices',
    title: `“${plan.name}” has begun`,
    body: `${prices} ${count === 1 ? 'drops' : 'drop'} over the day. You can undo all of it on the page Selling.`,
    path: '/selling/drops',
    at: now,
  });
}

/** Whatever day it is. Throws `not_found`, `nothing_to_drop`, `too_many_requests`, and what keeps prices from being changed. */
export async function runPlan(context: DropsContext, userId: string, planId: string): Promise<{ batchId: string }> {
  await context.prices.refuseUnready(userId);
  return context.database.transaction(async (tx) => {
    await lockDrops(tx, userId);
    const plan = await findPlan(tx, userId, planId);
    const { listings, dropped, today, now } = await readCloset(tx, context.clock, userId);
    const room = plan.mostADay - (dropped.byPlan.get(planId) ?? 0);
    const choices = chooser(plan)(listings, { day: today, taken: dropped.listingIds, room });
    const drops = toSent(choices);
    const batchId =
      drops.length === 0 ? null : await context.prices.addDrops(tx, { userId, batchId: null, drops, isQuiet: false });
    if (batchId === null)
      throw new Failure('nothing_to_drop', 'Nothing drops now. The preview says for each listing why its price stays.');
    await insertDrops(tx, { userId, planId, name: plan.name, day: today, byHand: true, batchId, now, drops });
    const details = `“${plan.name}”, started by you, drops ${counted(drops.length, 'price')}`;
    await context.activity.record(tx, { userId, action: 'PRICE_DROPS', details, at: now });
    return { batchId };
  });
}

const toSent = (choices: readonly Choice[]): SentDrop[] =>
  choices.flatMap(({ listing, drop }) =>
    drop === null
      ? []
      : [{ listingId: listing.id, price: toDollars(drop.priceCents), newPrice: toDollars(drop.newCents) }],
  );

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
  const drops = changes.map(({ listingId, oldPrice, newPrice }) => ({ listingId, price: oldPrice, newPrice }));
  await insertDrops(tx, { userId, planId: saved.id, name: plan.name, day, byHand: false, batchId, now, drops });
  const details = `“${plan.name}” drops ${counted(changes.length, 'price')} over the day (demo)`;
  await activity.record(tx, { userId, action: 'PRICE_DROPS', details, at: now });
}
