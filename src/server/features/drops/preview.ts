// Shows what a plan would drop now, and what all plans will drop in the next four weeks. Changes nothing.

import type { DropCalendar, DropPlan, PreviewedDrop } from '#contract/drops/drops.ts';
import { type Choice, chooser, lowestOf, planCalendar, planDay } from '#domain/drops/choose-drops.ts';
import { isDueOn, type Plan } from '#domain/drops/plan.ts';
import { type Cents, fromDollars, sharedCurrency, toDollars, usDollars } from '#domain/money.ts';
import { leftOf } from '#domain/selling/floor.ts';
import { addDays, shareDay } from '#domain/time.ts';
import { findZone } from '../account/account.ts';
import { onceStamped, type Stamped } from '../stamped.ts';
import { type DropsContext, readCloset } from './context.ts';
import { type ClosetDrop, findDropped, findPlan, findPlans, findRuns } from './store.ts';

type PreviewAsk = { plan?: DropPlan | undefined; planId?: string | undefined };

/** Throws `not_found`. */
export async function previewDrops(
  { database, clock }: DropsContext,
  userId: string,
  { plan, planId }: PreviewAsk,
): Promise<{ drops: PreviewedDrop[] }> {
  const id = planId ?? plan?.id ?? '';
  const chosen = planId === undefined ? (plan as Plan) : await findPlan(database, userId, planId);
  const { listings, today, dropped } = await readCloset(database, clock, userId);
  const room = chosen.mostADay - (dropped.byPlan.get(id) ?? 0);
  const choices = chooser(chosen)(listings, { day: today, taken: dropped.listingIds, room });
  return { drops: choices.map(toPreviewed) };
}

const dollars = (cents: number | null): number | null => (cents === null ? null : toDollars(cents));

function toPreviewed({ listing, drop, blocked }: Choice<ClosetDrop>): PreviewedDrop {
  const lowest = lowestOf(listing);
  const left = drop === null ? null : leftOf(listing, { priceCents: drop.newCents });
  return {
    listingId: listing.id,
    title: listing.title,
    currency: listing.currency,
    price: dollars(listing.priceCents),
    lowestPrice: dollars(lowest.cents),
    lowestKnown: lowest.isKnown,
    newPrice: dollars(drop?.newCents ?? null),
    isAtFloor: drop?.isAtFloor ?? false,
    earningsCents: left?.earningsCents ?? null,
    profitCents: left?.profitCents ?? null,
    blocked,
  };
}

type DropsToday = { listingIds: string[]; offCents: Cents | null };
const noDrops: DropsToday = { listingIds: [], offCents: null };
const minuteMs = 60_000;

/**
 * What the plans still drop today, and by how much together; null: in another currency. An open dashboard asks after each event, so
 * the closet is read only for a plan that is due, and again after a change of the plans, a drop, or a minute.
 */
export function createDropsToday({ database, clock }: DropsContext) {
  const kept: Stamped<DropsToday> = new Map();
  return async (userId: string): Promise<DropsToday & { hasPlans: boolean }> => {
    const [plans, zone] = await Promise.all([findPlans(database, userId), findZone(database, userId)]);
    const today = shareDay(clock.now(), zone);
    if (!plans.some((plan) => isDueOn(plan, today))) return { ...noDrops, hasPlans: plans.length > 0 };
    const { listingIds } = await findDropped(database, userId, today);
    const stamp = JSON.stringify([plans, today, listingIds.size, Math.floor(clock.now() / minuteMs)]);
    const { value } = onceStamped(kept, { key: userId, stamp }, async () => {
      const { listings, dropped } = await readCloset(database, clock, userId);
      return sumDrops(planDay(plans, { listings, day: today, dropped }).flatMap(({ choices }) => choices));
    });
    return { ...(await value), hasPlans: true };
  };
}

const sumDrops = (drops: readonly Choice[]): DropsToday => ({
  listingIds: drops.map(({ listing }) => listing.id),
  offCents:
    sharedCurrency(drops.map(({ listing }) => listing)) === usDollars
      ? drops.reduce((sum, { drop }) => sum + (drop === null ? 0 : drop.priceCents - drop.newCents), 0)
      : null,
});

/** Runs are shown as long as the calendar is. */
const runDays = 28;

export async function readCalendar({ database, clock }: DropsContext, userId: string): Promise<DropCalendar> {
  const { listings, today, zone, dropped } = await readCloset(database, clock, userId);
  const plans = await findPlans(database, userId);
  const days = planCalendar(plans, { listings, today, zone, dropped });
  const runs = await findRuns(database, { userId, since: addDays(today, -runDays) });
  // Amounts in several currencies have no sum.
  const currency = sharedCurrency(listings);
  const sum = (cents: number): number | null => (currency === null ? null : cents);
  return {
    timezone: zone,
    currency,
    days: days.map(({ date, plans }) => ({
      date,
      plans: plans.map(({ planId, startsAt, drops, offCents }) => ({
        ...{ planId, drops, startsAt: new Date(startsAt).toISOString(), offCents: sum(offCents) },
      })),
    })),
    runs: runs.map(({ startedAt, off, ...run }) => ({
      ...{ ...run, startedAt: new Date(startedAt).toISOString(), offCents: sum(fromDollars(off)) },
    })),
  };
}
