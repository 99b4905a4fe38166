// Answers search over all listings.

import { departmentById } from '../../seed/catalog.ts';
import { listingsOf, lookOf } from '../../state/listings.ts';
import type { Edits, Listing, World } from '../../state/model.ts';
import { admit } from '../admit.ts';
import { type Answer, type Exchange, json, originOf, refusal, traceId } from '../exchange.ts';
import { clampCount, cursorAt, type Json, jsonAt, listAt, parseObject, readCursor } from '../input.ts';
import { summaryPost } from './post.ts';

const mostResults = 5000;

/** `GET /vm-rest/posts?request=…`. */
export function answerSearch(exchange: Exchange): Answer {
  admit(exchange, { op: 'search', session: 'welcome', write: false });
  const { world } = exchange;
  const text = new URLSearchParams(exchange.query).get('request');
  const request = text === null ? null : parseObject(text);
  const start = readCursor(request?.max_id);
  if (request === null || start === null || hasMistake(world, request))
    throw refusal(exchange, { type: 'ValidationError', status: 400, message: null });
  const found = find(world, request);
  const end = start + clampCount(request.count);
  const isLast = end >= found.length;
  const origin = originOf(exchange.req);
  return json(200, {
    data: found.slice(start, end).map((listing) => summaryPost(world, listing, origin)),
    more: { total: found.length, is_next_max_id_present: !isLast, ...(isLast ? {} : { next_max_id: cursorAt(end) }) },
    trace_id: traceId(),
  });
}

const orders = new Set<unknown>(['just_in', 'best_match', 'relevance', 'price_asc', 'price_desc']);

/** The marketplace takes a count as a number only, unless a profile says otherwise, and not every order. */
function hasMistake({ settings }: World, { count, experience, sort_by: order }: Json): boolean {
  const kind = settings.profile?.switches.searchCountAs === 'text' ? 'string' : 'number';
  const isCount = count === undefined || typeof count === kind;
  return !isCount || typeof experience !== 'string' || !(order === undefined || orders.has(order));
}

function find(world: World, request: Json): Listing[] {
  const filters = { ...(jsonAt(request, 'query_and_facet_filters') ?? {}), ...(jsonAt(request, 'filters') ?? {}) };
  const status = listAt(filters, 'inventory_status')?.[0] ?? 'available';
  const words = String(request.query ?? '')
    .toLowerCase()
    .split(/\s+/);
  const [brands, departments] = [textsIn(filters.brand), textsIn(filters.department).filter((name) => name !== 'all')];
  const found: Listing[] = [];
  for (const account of world.accounts.values()) {
    // Closets created on demand are private, and strangers are no part of the market that prices come from.
    if (account.kind === 'made' || account.kind === 'stranger') continue;
    for (const listing of listingsOf(world, account)) {
      if (listing.removed || (status !== 'all' && listing.status !== status)) continue;
      const { text, brand, department } = searchableOf(world, listing);
      if (brands.length > 0 && !brands.includes(brand)) continue;
      if (departments.length > 0 && !departments.includes(department)) continue;
      if (words.every((word) => text.includes(word))) found.push(listing);
    }
  }
  return found.sort(orderOf(request.sort_by, status)).slice(0, mostResults);
}

/** What a search looks at, in lower case. */
type Searchable = { text: string; brand: string; department: string };
/**
 * Of listings as they were seeded, by closet and index. Worlds of one seed share them: a process of tests starts hundreds of worlds,
 * and describing 10,000 listings takes 100 ms. Looking through their texts takes 3 ms.
 */
const seeded = { seed: 0, closets: new Map<number, Searchable[]>() };
const edited = new WeakMap<Edits, Searchable>();

function searchableOf(world: World, listing: Listing): Searchable {
  const { account, index, edits } = listing;
  if (edits !== null) {
    const known = edited.get(edits) ?? describe(world, listing);
    edited.set(edits, known);
    return known;
  }
  if (seeded.seed !== world.seed) {
    seeded.seed = world.seed;
    seeded.closets.clear();
  }
  const closet = seeded.closets.get(account.serial) ?? [];
  seeded.closets.set(account.serial, closet);
  closet[index] ??= describe(world, listing);
  return closet[index];
}

function describe(world: World, listing: Listing): Searchable {
  const { title, brand, description, department } = lookOf(world, listing);
  return {
    text: `${title} ${brand ?? ''} ${description}`.toLowerCase(),
    brand: (brand ?? '').toLowerCase(),
    department: (departmentById(department)?.display ?? '').toLowerCase(),
  };
}

function orderOf(sortBy: unknown, status: unknown): (a: Listing, b: Listing) => number {
  const time = ({ statusMs, bumpMs }: Listing) => (status === 'sold_out' ? statusMs : bumpMs);
  const newest = (a: Listing, b: Listing) => time(b) - time(a) || (a.id < b.id ? 1 : -1);
  if (sortBy === 'price_asc') return (a, b) => a.price - b.price || newest(a, b);
  if (sortBy === 'price_desc') return (a, b) => b.price - a.price || newest(a, b);
  return newest;
}

const textsIn = (value: unknown): string[] =>
  [value].flat().flatMap((item) => (typeof item === 'string' ? [item.toLowerCase()] : []));
