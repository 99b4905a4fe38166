// The parties of the practice marketplace: four a day, or those that were planted.

import { addDays, instantOf, shareDay } from '#domain/time.ts';
import { brandNamed } from '../../seed/brands.ts';
import { categories } from '../../seed/catalog.ts';
import { dice, hex8, mix32 } from '../../seed/random.ts';
import { lookOf, sizeLabel } from '../../state/listings.ts';
import type { Listing, Party, World } from '../../state/model.ts';
import { admit } from '../admit.ts';
import { type Answer, dataAnswer, type Exchange } from '../exchange.ts';
import { timeText } from './post.ts';

const zone = 'America/Los_Angeles';
const partyMs = 2 * 3_600_000;
const shownMs = 24 * 3_600_000;

type Plan = { title: string; brands?: string[]; kinds?: string[]; sizes?: string[] };

/** By brand, by category, by size, and for everything. The day decides which of each. */
const hours: readonly (readonly [time: string, plans: readonly Plan[]])[] = [
  [
    '10:00',
    [
      { title: 'Denim Icons', brands: ["Levi's", 'Madewell', 'Gap', 'AG Adriano Goldschmied'] },
      { title: 'Sporty Favorites', brands: ['Nike', 'adidas', 'lululemon athletica', 'Patagonia', 'The North Face'] },
      { title: 'Everyday Classics', brands: ['J. Crew', 'Gap', 'Old Navy', 'Ralph Lauren', 'Banana Republic'] },
    ],
  ],
  [
    '13:00',
    [
      { title: 'Best in Denim', kinds: ['denim'] },
      { title: 'Everyday Shoes', kinds: ['shoes'] },
      { title: 'Bags and Accessories', kinds: ['bag', 'accessory', 'jewelry'] },
      { title: 'Layer Up', kinds: ['outer', 'knit'] },
      { title: 'Dress of the Day', kinds: ['dress', 'skirt'] },
      { title: 'Tops for Every Day', kinds: ['top'] },
    ],
  ],
  [
    '17:00',
    [
      { title: 'Size S and M', sizes: ['S', 'M', '4', '6', '8'] },
      { title: 'Size L and Up', sizes: ['L', 'XL', 'XXL', '12', '14', '16'] },
      { title: 'Waist 26 to 30', sizes: ['26', '27', '28', '29', '30'] },
    ],
  ],
  ['20:00', [{ title: 'Everyone Welcome' }]],
];

/** Those that are on, and those that begin within a day. */
function partiesOf(world: World): readonly Party[] {
  if (world.parties !== null) return world.parties;
  const now = world.clock.now();
  const today = shareDay(now, zone);
  return [today, addDays(today, 1)]
    .flatMap((date) => hours.map(([time, plans]) => partyAt(world, instantOf(date, time, zone), plans)))
    .filter(({ startMs, endMs }) => endMs > now && startMs < now + shownMs);
}

function partyAt(world: World, startMs: number, plans: readonly Plan[]): Party {
  const { title, brands = [], kinds = [], sizes = [] } = dice(world.seed, startMs / partyMs).pick(plans);
  return {
    id: partyId(world, startMs, 0),
    title: `${title} Posh Party`,
    startMs,
    endMs: startMs + partyMs,
    theme: {
      brands: brands.flatMap((name) => brandNamed(name)?.id ?? []),
      categories_v2: categories.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id),
      size_set_tags: sizes,
    },
  };
}

export function partyId({ key }: World, startMs: number, number: number): string {
  const rest = mix32(key ^ Math.floor(startMs / 1000) ^ (number << 16));
  return hex8(startMs / 1000) + hex8(rest) + hex8(mix32(rest));
}

function statusOf({ startMs, endMs }: Party, now: number): 'upcoming' | 'ongoing' | 'ended' {
  if (now < startMs) return 'upcoming';
  return now < endMs ? 'ongoing' : 'ended';
}

/** Why this listing may not be shared to this party, or null. */
export function objectionOfParty(world: World, listing: Listing, partyId: string): string | null {
  const party = partiesOf(world).find(({ id }) => id === partyId);
  if (party === undefined || statusOf(party, world.clock.now()) !== 'ongoing') return 'This party is not open';
  return fits(world, listing, party) ? null : 'This listing does not fit the theme of the party';
}

/** A rule of a kind that this marketplace doesn't have fits nothing. */
function fits(world: World, listing: Listing, { theme }: Party): boolean {
  const look = lookOf(world, listing);
  const has: Record<string, (string | undefined)[]> = {
    brands: look.brand === null ? [] : [look.brand, brandNamed(look.brand)?.id],
    categories_v2: [look.category, ...look.features],
    size_set_tags: [sizeLabel(look.sizes)],
  };
  return Object.entries(theme).every(([name, rule]) => {
    const wanted = [rule].flat().filter(Boolean);
    return wanted.length === 0 || wanted.some((one) => has[name]?.some((own) => same(own, one)));
  });
}

const same = (own: string | undefined, wanted: unknown): boolean => own?.toLowerCase() === String(wanted).toLowerCase();

/** `GET /vm-rest/current_parties/us`. */
export function answerParties(exchange: Exchange): Answer {
  admit(exchange, { op: 'party', session: 'welcome', write: false });
  const { world } = exchange;
  const data = partiesOf(world).map((party) => ({
    id: party.id,
    title: party.title,
    start_at: timeText(party.startMs),
    end_at: timeText(party.endMs),
    current_status: party.status === undefined ? statusOf(party, world.clock.now()) : party.status,
    theme: party.theme,
  }));
  return dataAnswer(data);
}
