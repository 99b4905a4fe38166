// Chooses which prices plans drop on a day and how far, says of other listings why they stay, and makes the calendar of the days to come.

import { type Cents, floorToDollar, lessPercent } from '../money.ts';
import type { Instant } from '../ports/clock.ts';
import { isLargeChange } from '../prices/price-change.ts';
import { type FloorListing, type LowestAllowed, lowestAllowed } from '../selling/floor.ts';
import { type MatchFacts, matcher } from '../selling/match.ts';
import { addDays, type DateText } from '../time.ts';
import {
  type dropBlocks,
  isDueOn,
  likersHearPercent,
  type noDrops,
  type Plan,
  type StoredPlan,
  spanOn,
} from './plan.ts';

/** `lowestCents`: of its history and of reports; null if only the present price is known. */
type DropPrices = FloorListing & { priceCents: Cents | null; lowestCents: Cents | null };

type Drop =
  | { kind: 'drop'; priceCents: Cents; lowestCents: Cents; newCents: Cents; isAtFloor: boolean }
  | { kind: 'none'; why: (typeof noDrops)[number] };

/** The lowest price that is known, and whether it is more than the present one. */
export const lowestOf = ({ priceCents, lowestCents }: DropPrices): { cents: Cents | null; isKnown: boolean } => ({
  cents: priceCents === null ? lowestCents : Math.min(priceCents, lowestCents ?? priceCents),
  isKnown: lowestCents !== null,
});

export function decideDrop(
  listing: DropPrices,
  { percent, allowed }: { percent: number; allowed: LowestAllowed },
): Drop {
  const { priceCents } = listing;
  const lowestCents = lowestOf(listing).cents;
  if (priceCents === null || lowestCents === null) return { kind: 'none', why: 'price_unknown' };
  if (allowed.kind === 'unknown') return { kind: 'none', why: allowed.why };
  const wanted = floorToDollar(lessPercent(lowestCents, percent));
  const newCents = Math.max(wanted, allowed.cents);
  if (newCents > lessPercent(lowestCents, likersHearPercent))
    return { kind: 'none', why: `below_${allowed.by === 'listing' ? 'floor' : allowed.by}` };
  // Nobody has confirmed it, as every change of this size has to be.
  if (isLargeChange(priceCents, newCents)) return { kind: 'none', why: 'large_change' };
  return { kind: 'drop', priceCents, lowestCents, newCents, isAtFloor: newCents > wanted };
}

export type DropListing = DropPrices & {
  id: string;
  facts: MatchFacts;
  listedAt: Instant | null;
  /** When its price changed last, in the seller's zone; null: never, as far as is known. */
  changedOn: DateText | null;
  /** A price change is on its way. */
  isChanging: boolean;
};

type Blocked = (typeof dropBlocks)[number];

/** What a plan does with a listing that it matches. */
export type Choice<L extends DropListing = DropListing> = { listing: L } & (
  | { blocked: null; drop: Extract<Drop, { kind: 'drop' }> }
  | { blocked: Blocked; drop: null }
);

/** Prepares a plan for many listings and days: floors don't depend on the day. */
export function chooser(plan: Plan) {
  const isMatch = matcher(plan.match);
  const floors = new Map<string, LowestAllowed>();
  const floorOf = (listing: DropListing): LowestAllowed => {
    const known = floors.get(listing.id);
    if (known !== undefined) return known;
    const allowed = lowestAllowed(plan.floor, { listing });
    floors.set(listing.id, allowed);
    return allowed;
  };

  /** `taken`: listings of other plans of that day. `room`: how many more drops the plan may make. Those that drop come first. */
  return <L extends DropListing>(
    listings: readonly L[],
    { day, taken, room }: { day: DateText; taken: ReadonlySet<string>; room: number },
  ): Choice<L>[] => {
    const going: Choice<L>[] = [];
    const staying: Choice<L>[] = [];
    // By days and not by hours: a plan that is due at the same time each week finds the listings of last week.
    const restsAfter = addDays(day, -plan.restDays);
    for (const listing of listings) {
      if (isMatch(listing.facts) !== 'met') continue;
      const blocked = whyNot(listing, { taken, restsAfter });
      const drop = blocked === null && decideDrop(listing, { percent: plan.percent, allowed: floorOf(listing) });
      if (drop === false) staying.push({ listing, blocked: blocked ?? 'resting', drop: null });
      else if (drop.kind === 'none') staying.push({ listing, blocked: drop.why, drop: null });
      else going.push({ listing, blocked: null, drop });
    }
    going.sort(({ listing: one }, { listing: other }) => byInterest(one, other));
    const over = going.splice(Math.max(room, 0));
    return [
      ...going,
      ...over.map(({ listing }) => ({ listing, blocked: 'day_full' as const, drop: null })),
      ...staying,
    ];
  };
}

function whyNot(
  { id, isChanging, changedOn }: DropListing,
  { taken, restsAfter }: { taken: ReadonlySet<string>; restsAfter: DateText },
): Blocked | null {
  if (taken.has(id)) return 'dropped_today';
  if (isChanging) return 'changing';
  return changedOn !== null && changedOn > restsAfter ? 'resting' : null;
}

/** Most likers hear of the first ones. Of equals, the oldest listing has waited longest. */
const byInterest = (one: DropListing, other: DropListing): number =>
  other.facts.likes - one.facts.likes ||
  (one.listedAt ?? Number.POSITIVE_INFINITY) - (other.listedAt ?? Number.POSITIVE_INFINITY) ||
  Number(one.id) - Number(other.id);

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
