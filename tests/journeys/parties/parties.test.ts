import { beforeEach, describe, expect, it } from 'vitest';
import type { MarketParty, PartyTheme } from '#domain/ports/marketplace.ts';
import { createParties, type Parties } from '#server/features/parties/parties.ts';
import { closetJourney, jo } from '../closet/closet-journey.ts';
import type { ClosetWorld } from '../closet/closet-world.ts';

const hour = 3_600_000;
const arrive = closetJourney();
let world: ClosetWorld;
let userId: string;
let parties: Parties;
let now: number;

beforeEach(async () => {
  ({ world, userId } = await arrive());
  await world.closet.linkWithPassword(userId, { ...jo, keepPassword: true });
  await world.listings.sync(userId);
  parties = createParties(world);
  now = world.clock.now();
});

const party = (id: string, theme: Partial<PartyTheme> = {}, change: Partial<MarketParty> = {}): MarketParty => ({
  ...{ id, title: `Party ${id}`, startsAt: now - hour, endsAt: now + hour, status: 'ongoing' },
  theme: { brands: [], categories: [], sizes: [], unknown: [], ...theme },
  ...change,
});
const store = (...found: MarketParty[]) => parties.store(world.database, userId, { parties: found, at: now });
const eligible = async (partyId: string) => (await parties.eligible(userId)).get(partyId);
const activeIds = async () => (await world.listings.activeInClosetOrder(userId)).map(({ id }) => id);
const listingsWith = async (test: (listing: { brand: string | null; size: string | null }) => boolean) =>
  (await world.listings.list(userId)).filter((listing) => listing.isActive && test(listing)).map(({ id }) => id);

describe('parties', () => {
  it('say which listings match, by what a reading of the closet stores', async () => {
    const [sample] = await world.listings.activeWithFacts(userId);
    const { brandId, brand, categoryIds = [], category, size } = sample ?? {};
    expect([brandId, brand, categoryIds.length, category, size]).not.toContain(null);
    await store(
      party('all'),
      party('brand', { brands: [String(brandId)] }),
      party('size', { sizes: [String(size)] }),
      party('category', { categories: [categoryIds.at(-1) ?? ''] }),
      party('strange', { unknown: ['nwt_only'] }),
    );
    const ofBrand = await listingsWith((listing) => listing.brand === brand);
    const ofSize = await listingsWith((listing) => listing.size === size);
    const all = (await activeIds()).length;
    const shown = new Map((await parties.list(userId)).map((one) => [one.id, one]));
    expect(shown.get('all')).toMatchObject({ eligible: all, unsure: 0, shared: 0, state: 'ongoing' });
    expect(shown.get('brand')).toMatchObject({ eligible: ofBrand.length, unsure: 0 });
    expect(shown.get('brand')?.rules[0]).toContain(brand);
    expect(shown.get('size')).toMatchObject({ eligible: ofSize.length });
    expect(shown.get('category')?.eligible).toBeGreaterThan(0);
    expect(shown.get('strange')).toMatchObject({ eligible: 0, unsure: all });
    expect((await eligible('brand'))?.toSorted()).toEqual(ofBrand.toSorted());
    expect(await eligible('strange')).toEqual([]);
    expect(await eligible('unknown')).toBeUndefined();
  });

  it('leave out listings that rounds leave out, in the closet’s order', async () => {
    await store(party('all'));
    const [first = '', ...others] = await activeIds();
    await world.listings.change(userId, first, { skipSharing: true });
    expect(await eligible('all')).toEqual(others);
    expect(await parties.list(userId)).toMatchObject([{ eligible: others.length }]);
  });

  it('are replaced by each reading, and are over at their end', async () => {
    await store(
      party('old'),
      party('kept'),
      party('later', {}, { startsAt: now + hour, endsAt: now + 3 * hour, status: 'upcoming' }),
    );
    await store(
      party('kept', {}, { title: 'New title' }),
      party('later', {}, { startsAt: now + hour, endsAt: now + 3 * hour, status: 'upcoming' }),
      party('ended', {}, { status: 'ended' }),
    );
    expect(await parties.list(userId)).toMatchObject([
      { id: 'kept', title: 'New title', state: 'ongoing' },
      { id: 'later', state: 'upcoming' },
    ]);
    expect((await parties.known(userId, now)).map(({ id }) => id)).toEqual(['kept', 'later']);
    await world.clock.advance(hour);
    expect(await parties.list(userId)).toMatchObject([{ id: 'later', state: 'ongoing' }]);
    expect(await eligible('kept')).toBeUndefined();
  });

  it('that should be on, but aren’t by the marketplace’s word, are not known to open', async () => {
    await store(party('late', {}, { status: 'upcoming' }));
    expect(await parties.list(userId)).toMatchObject([{ id: 'late', state: 'upcoming' }]);
    expect(await parties.known(userId, now)).toEqual([]);
  });

  it('belong to the closet that they were read for', async () => {
    await store(party('all'));
    await world.closet.disconnect(userId);
    expect(await parties.list(userId)).toEqual([]);
    await store(party('all'));
    expect(await parties.list(userId)).toEqual([]);
  });

  it('keep the ids of brands and categories that a later answer leaves out', async () => {
    const facts = () => world.listings.activeWithFacts(userId);
    const before = await facts();
    world.lens.show = (listings) =>
      listings.map(({ brandId: _, ...listing }) => ({ ...listing, categoryIds: [], likeCount: listing.likeCount + 1 }));
    await world.listings.sync(userId);
    expect(await facts()).toEqual(before);
    world.lens.show = (listings) => listings.map(({ brandId: _, ...listing }) => ({ ...listing, brand: 'Another' }));
    await world.listings.sync(userId);
    expect((await facts()).map(({ brandId }) => brandId)).toEqual(before.map(() => null));
  });
});
