// Chooses which prices a plan drops on a day, and says of every other listing that it matches why it stays.

import type { Instant } from '../ports/clock.ts';
import { type LowestAllowed, lowestAllowed } from '../selling/floor.ts';
import { type MatchFacts, matcher } from '../selling/match.ts';
import { addDays, type DateText } from '../time.ts';
import { type Drop, type DropPrices, decideDrop, type NoDrop } from './drop.ts';
import type { Plan } from './plan.ts';

export type DropListing = DropPrices & {
  id: string;
  facts: MatchFacts;
  listedAt: Instant | null;
  /** When its price changed last, in the seller's zone; null: never, as far as is known. */
  changedOn: DateText | null;
  /** A price change is on its way. */
  isChanging: boolean;
};

/** `day_full`: the plan's limit for the day is reached. `dropped_today`: by any plan. */
type Blocked = NoDrop | 'changing' | 'dropped_today' | 'resting' | 'day_full';

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
