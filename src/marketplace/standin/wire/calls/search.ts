// Answers search over all listings, with facets.

import type { World } from '../../state/model.ts';
import { type Facet, type Found, facetNames, listingsWith } from '../../state/search-index.ts';
import { admit } from '../admit.ts';
import { type Json, jsonAt, listAt, parseObject } from '../body.ts';
import { refusal } from '../errors.ts';
import { type Answer, type Exchange, json, originOf, traceId } from '../exchange.ts';
import { clampCount } from './closet.ts';
import { summaryPost } from './post.ts';

const mostResults = 5000;

/** Names that requests may use for a facet. */
const facetKeys: Record<Facet, readonly string[]> = {
  department: ['department'],
  category: ['category', 'category_v2'],
  subcategory: ['subcategory', 'category_feature'],
  brand: ['brand'],
  size: ['size'],
  color: ['color', 'colors'],
  condition: ['condition'],
};

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
  const facets = listAt(request, 'facets');
  return json(200, {
    data: found.slice(start, end).map(({ listing }) => summaryPost(world, listing, origin)),
    more: { total: found.length, is_next_max_id_present: !isLast, ...(isLast ? {} : { next_max_id: cursorAt(end) }) },
    ...(facets === null ? {} : { facets: countFacets(found, facets) }),
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

/** Opaque to clients: where the next page begins. */
const cursorAt = (start: number): string => `ENC_${Buffer.from(`from ${start}`).toString('base64url')}`;

/** null: not a cursor of ours, such as the page numbers of earlier years. */
function readCursor(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return 0;
  const [, code] = /^ENC_([\w-]+)$/.exec(String(value)) ?? [];
  const [, start] = /^from (\d{1,4})$/.exec(Buffer.from(code ?? '', 'base64url').toString()) ?? [];
  return start === undefined ? null : Number(start);
}

function find(world: World, request: Json): Found[] {
  const filters = { ...(jsonAt(request, 'query_and_facet_filters') ?? {}), ...(jsonAt(request, 'filters') ?? {}) };
  const status = listAt(filters, 'inventory_status')?.[0] ?? 'available';
  const words = String(request.query ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const wanted = facetNames.flatMap((facet) => {
    const values = facetKeys[facet].flatMap((key) => asTexts(filters[key]));
    return values.length === 0 || values.includes('all') ? [] : [{ facet, values }];
  });
  const found = listingsWith(world, words).filter(
    ({ listing, facets }) =>
      !listing.removed &&
      (status === 'all' || listing.status === status) &&
      wanted.every(({ facet, values }) => facets[facet].some((value) => values.includes(value.toLowerCase()))),
  );
  return found.sort(orderOf(request.sort_by, status)).slice(0, mostResults);
}

function orderOf(sortBy: unknown, status: unknown): (a: Found, b: Found) => number {
  const time = ({ listing }: Found) => (status === 'sold_out' ? listing.statusMs : listing.bumpMs);
  const newest = (a: Found, b: Found) => time(b) - time(a) || (a.listing.id < b.listing.id ? 1 : -1);
  if (sortBy === 'price_asc') return (a, b) => a.listing.price - b.listing.price || newest(a, b);
  if (sortBy === 'price_desc') return (a, b) => b.listing.price - a.listing.price || newest(a, b);
  return newest;
}

function asTexts(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return list.filter((item) => typeof item === 'string').map((item) => item.toLowerCase());
}

/** Counts the results per value, most common first, at most 20. */
function countFacets(found: readonly Found[], names: readonly unknown[]): Json {
  const counted: Json = {};
  for (const facet of facetNames) {
    if (!names.includes(facet)) continue;
    const counts = new Map<string, number>();
    for (const { facets } of found) {
      const [value] = facets[facet];
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    counted[facet] = sorted.slice(0, 20).map(([value, count]) => ({ value, count }));
  }
  return counted;
}
