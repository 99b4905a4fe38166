// The face of the parties feature: which parties there are, and which of a seller's listings may be shared to them.

import type { Party } from '#contract/parties/parties.ts';
import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { eligibility, opensAt, type PartyNames, partyState, rulesInWords } from '#domain/parties/theme.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketParty } from '#domain/ports/marketplace.ts';
import type { Listings } from '../listings/listings.ts';
import { countShared, findParties, type PartyRow, replaceParties } from './store.ts';

type PartiesNeeds = { database: Database; clock: Clock; listings: Pick<Listings, 'activeWithFacts'> };
type Facts = Awaited<ReturnType<Listings['activeWithFacts']>>[number];

/** A round of a party begins after the reading that showed the party, at most this long before its announced start. */
const mayOpenEarlyMs = 86_400_000;

export function createParties({ database, clock, listings }: PartiesNeeds) {
  return {
    /** Stores what a reading showed. What it no longer shows is forgotten. */
    store: (tx: Queryable, userId: string, { parties, at }: { parties: readonly MarketParty[]; at: Instant }) =>
      replaceParties(tx, { userId, parties, readAt: at }),

    /** Parties that aren't over and whose beginning is known, the one that ends first first. */
    async known(userId: string, now: Instant) {
      const parties = await findParties(database, userId, now);
      return parties.flatMap(({ id, title, endsAt, ...party }) => {
        const startsAt = opensAt({ ...party, endsAt });
        return startsAt === null ? [] : [{ id, title, startsAt, endsAt }];
      });
    },

    /** For each party that isn't over: the listings that a round would share and that surely match, as ids in the closet's order. */
    async eligible(userId: string): Promise<Map<string, string[]>> {
      const parties = await findParties(database, userId, clock.now());
      if (parties.length === 0) return new Map();
      const active = await listings.activeWithFacts(userId);
      const fitting = ({ theme }: PartyRow) => active.filter((listing) => eligibility(listing, theme) === 'yes');
      return new Map(parties.map((party) => [party.id, fitting(party).map(({ id }) => id)]));
    },

    /** For the seller: the one that begins first first. */
    async list(userId: string): Promise<Party[]> {
      const now = clock.now();
      const parties = await findParties(database, userId, now);
      if (parties.length === 0) return [];
      const since = Math.min(...parties.map(({ startsAt }) => startsAt)) - mayOpenEarlyMs;
      const [active, shared] = await Promise.all([
        listings.activeWithFacts(userId),
        countShared(database, { userId, partyIds: parties.map(({ id }) => id), since }),
      ]);
      const names = namesIn(active);
      return parties
        .map((party) => ({ ...describe(party, { active, names, now }), shared: shared.get(party.id) ?? 0 }))
        .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
    },
  };
}

export type Parties = ReturnType<typeof createParties>;

export const partiesHttp = (parties: Parties): Handlers<typeof routes.parties, { id: string }> => ({
  list: ({ user }) => parties.list(user.id),
});

function describe(
  party: PartyRow,
  { active, names, now }: { active: readonly Facts[]; names: PartyNames; now: Instant },
): Omit<Party, 'shared'> {
  const found = active.map((listing) => eligibility(listing, party.theme));
  return {
    id: party.id,
    title: party.title,
    startsAt: new Date(party.startsAt).toISOString(),
    endsAt: new Date(party.endsAt).toISOString(),
    state: partyState(party, now) === 'ongoing' ? 'ongoing' : 'upcoming',
    eligible: found.filter((one) => one === 'yes').length,
    unsure: found.filter((one) => one === 'unsure').length,
    rules: rulesInWords(party.theme, names),
  };
}

/** A category comes before its subcategory, as their ids do. */
function namesIn(active: readonly Facts[]): PartyNames {
  const brands = new Map<string, string>();
  const categories = new Map<string, string>();
  for (const { brand, brandId, category, subcategory, categoryIds } of active) {
    if (brand !== null && brandId !== null) brands.set(brandId.toLowerCase(), brand);
    for (const [index, name] of [category, subcategory].entries()) {
      const id = categoryIds[index]?.toLowerCase();
      if (name !== null && id !== undefined) categories.set(id, name);
    }
  }
  return { brands, categories };
}
