// Which plans drop which prices on one day, and the calendar of the days to come: a dry run of all plans.

import type { Cents } from '../money.ts';
import type { Instant } from '../ports/clock.ts';
import { addDays, type DateText } from '../time.ts';
import { type Choice, chooser, type DropListing } from './choose-drops.ts';
import { isDueOn, type StoredPlan, spanOn } from './plan.ts';

type Due = { plan: StoredPlan; choices: Choice[] };

/** What was dropped on the day already, by all plans and by each. */
export type DroppedToday = { listingIds: ReadonlySet<string>; byPlan: ReadonlyMap<string, number> };
const nothing: DroppedToday = { listingIds: new Set(), byPlan: new Map() };

/** The plans that are due on a day, in their order. No listing is in two of them: the first plan that drops it has it. */
function createDays(plans: readonly StoredPlan[]) {
  const choosers = plans.map((plan) => ({ plan, choose: chooser(plan) }));
  return (listings: readonly DropListing[], day: DateText, dropped: DroppedToday): Due[] => {
    const taken = new Set(dropped.listingIds);
    return choosers
      .filter(({ plan }) => isDueOn(plan, day))
      .map(({ plan, choose }) => {
        const room = plan.mostADay - (dropped.byPlan.get(plan.id) ?? 0);
        const choices = choose(listings, { day, taken, room }).filter(({ blocked }) => blocked === null);
        for (const { listing } of choices) taken.add(listing.id);
        return { plan, choices };
      });
  };
}

export const planDay = (
  plans: readonly StoredPlan[],
  { listings, day, dropped }: { listings: readonly DropListing[]; day: DateText; dropped: DroppedToday },
): Due[] => createDays(plans)(listings, day, dropped);

type CalendarDay = {
  date: DateText;
  plans: { planId: string; startsAt: Instant; drops: number; offCents: Cents }[];
};

const calendarDays = 28;

/**
 * What the plans will drop in the next four weeks if nothing sells and no price changes but by them. Each day begins with the prices
 * that the days before it made. What today has dropped already isn't in it.
 */
export function planCalendar(
  plans: readonly StoredPlan[],
  given: { listings: readonly DropListing[]; today: DateText; zone: string; dropped: DroppedToday },
): CalendarDay[] {
  const { listings, today, zone, dropped } = given;
  const dueOn = createDays(plans);
  let later = [...listings];
  return Array.from({ length: calendarDays }, (_, ahead) => {
    const date = addDays(today, ahead);
    if (ahead > 0) later = later.map(oneDayOlder);
    const due = dueOn(later, date, ahead === 0 ? dropped : nothing);
    const dropsOf = new Map(due.flatMap(({ choices }) => choices.map((choice) => [choice.listing.id, choice])));
    later = later.map((listing) => afterDrop(listing, dropsOf.get(listing.id), date));
    return {
      date,
      plans: due.map(({ plan, choices }) => ({
        planId: plan.id,
        startsAt: spanOn(plan, date, zone).startsAt,
        drops: choices.length,
        offCents: choices.reduce((sum, { drop }) => sum + (drop === null ? 0 : drop.priceCents - drop.newCents), 0),
      })),
    };
  });
}

const oneDayOlder = (listing: DropListing): DropListing => {
  const { facts } = listing;
  // A change that is on its way now has long ended by then.
  return {
    ...listing,
    isChanging: false,
    facts: facts.ageDays === null ? facts : { ...facts, ageDays: facts.ageDays + 1 },
  };
};

function afterDrop(listing: DropListing, choice: Choice | undefined, date: DateText): DropListing {
  if (choice?.drop == null) return listing;
  const { newCents } = choice.drop;
  const facts = { ...listing.facts, priceCents: newCents };
  return { ...listing, facts, priceCents: newCents, lowestCents: newCents, changedOn: date };
}
