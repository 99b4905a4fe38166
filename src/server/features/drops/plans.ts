// Reads and saves a seller's plans of price drops.

import type { DropPlan, SavedPlan } from '#contract/drops/drops.ts';
import { firstDayOf, nextDueAt, type Plan, planProblems, type StoredPlan } from '#domain/drops/plan.ts';
import { Failure } from '#domain/failure.ts';
import type { Cents } from '#domain/money.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { matcher } from '#domain/selling/match.ts';
import { shareDay } from '#domain/time.ts';
import { findZone } from '../account/account.ts';
import { type DropsContext, readCloset } from './context.ts';
import { type ClosetDrop, findPlans, lockDrops, type PlanRow, replacePlans, saveNextAt } from './store.ts';

export const readPlans = async ({ database }: DropsContext, userId: string): Promise<{ plans: SavedPlan[] }> => ({
  plans: (await findPlans(database, userId)).map(toSaved),
});

const toSaved = ({ firstDay: _, nextAt: __, ...plan }: PlanRow): SavedPlan => plan as SavedPlan;

/** The given plans replace all others. Throws `invalid_input`. */
export async function savePlans(
  { database, clock, queue }: DropsContext,
  userId: string,
  given: readonly DropPlan[],
): Promise<{ plans: SavedPlan[] }> {
  return database.transaction(async (tx) => {
    await lockDrops(tx, userId);
    const { listings, today, zone, now } = await readCloset(tx, clock, userId);
    const stored = new Map((await findPlans(tx, userId)).map((plan) => [plan.id, plan]));
    refuseProblems(given, { stored, listings, today });
    const plans = given.map(({ id: givenId, ...rest }) => {
      const plan = withDatesInOrder(rest as Plan);
      const known = stored.get(givenId ?? '');
      const id = known?.id ?? null;
      const firstDay =
        known !== undefined && known.everyDays === plan.everyDays ? known.firstDay : firstDayOf(plan, now, zone);
      const next = { ...plan, id: id ?? '', firstDay };
      const nextAt = known !== undefined && hasSameTimes(known, next) ? known.nextAt : nextDueAt(next, today, zone);
      return { id, plan, firstDay, nextAt };
    });
    await replacePlans(tx, userId, plans);
    await queue.put('drops.make', { userId }, { key: userId, tx });
    return { plans: (await findPlans(tx, userId)).map(toSaved) };
  });
}

const withDatesInOrder = (plan: Plan): Plan =>
  plan.dates === undefined ? plan : { ...plan, dates: [...new Set(plan.dates)].sort() };

/** A plan that is saved on a day that it works on goes on as before. */
const hasSameTimes = (one: StoredPlan, other: StoredPlan): boolean =>
  one.enabled === other.enabled &&
  one.at === other.at &&
  one.everyDays === other.everyDays &&
  String(one.dates) === String(other.dates);

function refuseProblems(
  given: readonly DropPlan[],
  { stored, listings, today }: { stored: ReadonlyMap<string, PlanRow>; listings: readonly ClosetDrop[]; today: string },
): void {
  const ids = given.flatMap(({ id }) => id ?? []);
  const fields = Object.fromEntries(
    given.flatMap(({ id = '', ...plan }, index) => {
      const storedDates = stored.get(id)?.dates ?? [];
      const dearestCents = dearestOf(plan as Plan, listings);
      const problems = Object.entries(planProblems(plan as Plan, { today, storedDates, dearestCents }));
      if (id !== '' && ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push(['id', 'Send each plan once']);
      return problems.map(([field, message]) => [`plans.${index}.${field}`, message]);
    }),
  );
  const sentences = [...new Set(Object.values(fields))];
  if (sentences.length > 0) throw new Failure('invalid_input', sentences.slice(0, 10).join('; '), { fields });
}

function dearestOf({ match }: Plan, listings: readonly ClosetDrop[]): Cents | null {
  const isMatch = matcher(match);
  const prices = listings.flatMap(({ facts, priceCents }) => (isMatch(facts) === 'met' ? (priceCents ?? []) : []));
  return prices.length === 0 ? null : prices.reduce((most, price) => Math.max(most, price));
}

/** The seller's days and times of day are others now. */
export async function moveZone({ clock }: DropsContext, tx: Queryable, userId: string): Promise<void> {
  await lockDrops(tx, userId);
  const zone = await findZone(tx, userId);
  const today = shareDay(clock.now(), zone);
  for (const plan of await findPlans(tx, userId))
    await saveNextAt(tx, { userId, planId: plan.id, nextAt: nextDueAt(plan, today, zone) });
}
