// Answers the list of parties.

import { categories } from '../../seed/catalog.ts';
import { dice, mix32 } from '../../seed/random.ts';
import { lookOf } from '../../state/listings.ts';
import type { Listing, World } from '../../state/model.ts';
import { admit } from '../admit.ts';
import { type Answer, type Exchange, json, traceId } from '../exchange.ts';
import { timeText } from './post.ts';

const partyMs = 2 * 3_600_000;

type Party = { id: string; title: string; startMs: number; endMs: number; categories: string[] };

const themes: readonly { title: string; kinds: readonly string[] }[] = [
  { title: 'Best in Denim', kinds: ['denim'] },
  { title: 'Everyday Shoes', kinds: ['shoes'] },
  { title: 'Bags and Accessories', kinds: ['bag', 'accessory', 'jewelry'] },
  { title: 'Layer Up', kinds: ['outer', 'knit'] },
  { title: 'Dress of the Day', kinds: ['dress', 'skirt'] },
  { title: 'Everyone Welcome', kinds: [] },
];

/** Parties follow each other without a gap, two hours each. The hour alone determines which one. */
function partyStarting(world: World, startMs: number): Party {
  const theme = dice(world.seed, startMs / partyMs).pick(themes);
  const seconds = (startMs / 1000).toString(16).padStart(8, '0');
  const rest = mix32(world.key ^ (startMs / partyMs))
    .toString(16)
    .padStart(8, '0');
  return {
    id: `${seconds}${rest}${rest.split('').toReversed().join('')}`,
    title: `${theme.title} Posh Party`,
    startMs,
    endMs: startMs + partyMs,
    categories: categories.filter((category) => theme.kinds.includes(category.kind)).map((category) => category.id),
  };
}

const currentStart = (world: World) => Math.floor(world.clock.now() / partyMs) * partyMs;

/** `GET /vm-rest/current_parties/us`: the current party and the next one. */
export function answerParties(exchange: Exchange): Answer {
  admit(exchange, { op: 'party', session: 'welcome', write: false });
  const { world } = exchange;
  const start = currentStart(world);
  const data = [start, start + partyMs].map((startMs) => {
    const party = partyStarting(world, startMs);
    return {
      id: party.id,
      title: party.title,
      start_at: timeText(party.startMs),
      end_at: timeText(party.endMs),
      current_status: startMs === start ? 'ongoing' : 'upcoming',
      theme: { brands: [], categories_v2: party.categories, size_set_tags: [] },
    };
  });
  return json(200, { data, trace_id: traceId() });
}

/** Why this listing may not be shared to this party, or null. */
export function mayJoinParty(world: World, listing: Listing, partyId: string): string | null {
  const party = partyStarting(world, currentStart(world));
  if (party.id !== partyId) return 'This party is not open';
  const fits = party.categories.length === 0 || party.categories.includes(lookOf(world, listing).category);
  return fits ? null : 'This listing does not fit the theme of the party';
}
