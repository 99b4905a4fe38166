// Reads from the marketplace: lists that come in pages, closets, listings, likes, and search results.

import { isObject } from '#domain/json.ts';
import type {
  Liker,
  MarketFailure,
  MarketListing,
  MarketResult,
  Page,
  SearchQuery,
} from '#domain/ports/marketplace.ts';
import { failure, type Verdict } from '../protocol/classify.ts';
import { LikesPage, Post, PostPage } from '../protocol/protocol.ts';
import { type Caller, traced } from './caller.ts';
import { listingFromPost, readTime } from './listing-from-post.ts';
import type { RawPost } from './price-write.ts';

export const pageSize = 48;
const inventoryStatus = { available: 'available', sold: 'sold_out', not_for_sale: 'not_for_sale', all: 'all' } as const;

/** Every listing of the signed-in seller's closet, in the closet's order. */
export async function readCloset(
  caller: Caller,
  filter: keyof typeof inventoryStatus,
  beforeNext?: (seen: number) => Promise<void>,
): Promise<MarketResult<MarketListing[]>> {
  const uid = await userIdOf(caller);
  if (typeof uid !== 'string') return uid;
  const { isFiltered, fetch } = closetPages(caller, uid, filter);
  const posts = await readAllPages({
    fetch,
    read: (json) => PostPage.safeParse(json).data ?? null,
    key: (post) => post.id,
    ...(beforeNext && { beforeNext }),
  });
  if (posts.kind !== 'ok') return posts;
  const listings = posts.value.map((post) => listingFromPost(post, caller.context.origin));
  const isWanted = ({ availability }: MarketListing): boolean => filter === 'all' || availability === filter;
  return { ...posts, value: isFiltered ? listings : listings.filter(isWanted) };
}

/** Somebody's newest listing that is for sale, among the first page of their closet. */
export async function readNewestListing(caller: Caller, userId: string): Promise<MarketResult<MarketListing | null>> {
  const verdict = await closetPages(caller, userId, 'available').fetch(null);
  if (verdict.kind !== 'ok') return verdict;
  const page = PostPage.safeParse(verdict.json).data;
  if (page === undefined) return failure('protocol_changed');
  const listed = (post: Post): number => readTime(post.created_at) ?? readTime(post.first_published_at) ?? 0;
  const newest = page.data
    // A path that doesn't name whose closet it is reads the seller's own.
    .filter((post) => post.creator_id === userId)
    .toSorted((one, other) => listed(other) - listed(one))
    .map((post) => listingFromPost(post, caller.context.origin))
    .find(({ availability }) => availability === 'available');
  return traced(newest ?? null, verdict);
}

/** How the pages of a closet are asked for. Not filtered: without the parameter `request`, the list has everything. */
function closetPages(caller: Caller, uid: string, filter: keyof typeof inventoryStatus) {
  const { switches } = caller.context;
  const [path = '', query] = switches.closetPath.replace('{uid}', encodeURIComponent(uid)).split('?');
  const request = JSON.stringify({
    filters: { department: 'All', inventory_status: [inventoryStatus[filter]] },
    sort_by: switches.sortBy,
    experience: 'all',
    count: pageSize,
  });
  const filtered = (cursor: Cursor | null): string =>
    `request=${encodeURIComponent(withCursor(request, cursor))}&summarize=true`;
  const plain = (cursor: Cursor | null): string =>
    [query?.replace(/&?\bmax_id=$/, ''), cursor === null ? '' : `max_id=${encodeURIComponent(bare(cursor))}`]
      .filter((part) => part)
      .join('&');
  return {
    isFiltered: query === undefined,
    fetch: (cursor: Cursor | null) =>
      caller.call({
        method: 'GET',
        path: `${path}?${(query === undefined ? filtered : plain)(cursor)}`,
        withAppVersion: query?.includes('app_version=') !== true,
      }),
  };
}

/** The signed-in seller's id. */
export async function userIdOf(caller: Caller): Promise<string | MarketFailure> {
  if (caller.state.userId !== undefined) return caller.state.userId;
  const who = await caller.bootstrap();
  return who.kind === 'ok' ? who.value.userId : who;
}

type FullPost = { raw: RawPost; listing: MarketListing };

/**
 * Reads one full listing (8). A removed listing counts as gone, in whichever way the marketplace reports it. An answer about another
 * listing counts for nothing, because a price write sends back the whole listing that was read.
 */
export async function readPost(caller: Caller, id: string): Promise<MarketResult<FullPost>> {
  const verdict = await caller.call({ method: 'GET', path: postPath(id), on: 'post' });
  if (verdict.kind !== 'ok') return verdict;
  const raw = [dataOf(verdict.json), verdict.json].find((one) => isPostOf(one, id));
  const post = Post.safeParse(raw).data;
  if (raw === undefined || post === undefined) return failure('protocol_changed');
  if (post.status === 'removed') return failure('listing_gone');
  return traced({ raw, listing: listingFromPost(post, caller.context.origin) }, verdict);
}

/** Nobody has to be told apart beyond these: 960 likers. */
const mostPagesOfLikers = 20;

/** The people who like a listing, and since when (12.3). Their names are not read. */
export async function readLikers(caller: Caller, id: string): Promise<MarketResult<Liker[]>> {
  const likes = await readAllPages({
    fetch(cursor) {
      const from = cursor === null ? '' : `&max_id=${encodeURIComponent(bare(cursor))}`;
      return caller.call({ method: 'GET', path: `${postPath(id)}/likes?count=${pageSize}${from}`, on: 'post' });
    },
    read: (json) => LikesPage.safeParse(json).data ?? null,
    key: (like) => like.user_id,
    enoughPages: mostPagesOfLikers,
  });
  if (likes.kind !== 'ok') return likes;
  return {
    ...likes,
    value: likes.value.map((like) => ({ id: like.user_id, likedAt: readTime(like.created_at) ?? null })),
  };
}

/** Reads one page of search results (13). The caller decides how many pages to read and how often. */
export async function searchListings(caller: Caller, query: SearchQuery): Promise<MarketResult<Page<MarketListing>>> {
  const { origin, switches } = caller.context;
  const request = JSON.stringify({
    filters: {
      department: 'All',
      inventory_status: [inventoryStatus[query.status]],
      ...(query.brand ? { brand: [query.brand] } : {}),
    },
    query_and_facet_filters: { department: 'All' },
    query: query.words,
    experience: 'all',
    sizeSystem: 'us',
    sort_by: 'just_in',
    count: switches.searchCountAs === 'text' ? String(pageSize) : pageSize,
  });
  const path = `/vm-rest/posts?request=${encodeURIComponent(withCursor(request, query.page ?? null))}&summarize=true`;
  const verdict = await caller.call({ method: 'GET', path });
  if (verdict.kind !== 'ok') return verdict;
  const page = PostPage.safeParse(verdict.json).data;
  if (page === undefined) return failure('protocol_changed');
  const items = page.data.map((post) => listingFromPost(post, origin));
  return traced({ items, next: nextCursor(page, verdict.body) }, verdict);
}

export function postPath(id: string): string {
  return `/vm-rest/posts/${encodeURIComponent(id)}`;
}

/** Inserted as text, because a cursor must be returned with exactly the same digits. */
export function withCursor(request: string, cursor: Cursor | null): string {
  return cursor === null ? request : `${request.slice(0, -1)},"max_id":${cursor}}`;
}

/** A string cursor has no quotes in a query. */
export function bare(cursor: Cursor): string {
  return cursor.startsWith('"') ? String(JSON.parse(cursor)) : cursor;
}

function dataOf(json: unknown): unknown {
  return isObject(json) ? json.data : undefined;
}

const isPostOf = (value: unknown, id: string): value is RawPost => isObject(value) && value.id === id;

/** A cursor as its own JSON text, which keeps every digit of a number. */
type Cursor = string;
type ReadPage<T> = { data: T[]; more?: { next_max_id?: number | string | null } | null };

const mostPages = 200;

/**
 * Reads a list to its end, in its own order. If an item occurs twice, the first one counts. A repeated cursor, or a list that
 * does not end, is `protocol_changed`.
 */
export async function readAllPages<T>(list: {
  fetch(cursor: Cursor | null): Promise<Verdict>;
  read(json: unknown): ReadPage<T> | null;
  key(item: T): string;
  /** After so many pages, what was read is enough. */
  enoughPages?: number;
  /** Whether nothing after this page is wanted. */
  isLast?(page: readonly T[]): boolean;
  /** Runs before each page but the first, with how many items were read. If it throws, nothing more is read. */
  beforeNext?(read: number): Promise<void>;
}): Promise<MarketResult<T[]>> {
  const items = new Map<string, T>();
  const seen = new Set<Cursor>();
  let cursor: Cursor | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const verdict: Verdict = await list.fetch(cursor);
    if (verdict.kind !== 'ok') return verdict;
    const page = list.read(verdict.json);
    if (page === null) return failure('protocol_changed');
    for (const item of page.data) if (!items.has(list.key(item))) items.set(list.key(item), item);

    cursor = nextCursor(page, verdict.body);
    if (cursor === null || pages + 1 === list.enoughPages || list.isLast?.(page.data) === true)
      return traced([...items.values()], verdict);
    if (seen.has(cursor)) return failure('protocol_changed');
    seen.add(cursor);
    await list.beforeNext?.(items.size);
  }
  return failure('protocol_changed');
}

/** The JSON text of the next cursor; null at the end of the list. `body` is the text that `page` was parsed from. */
function nextCursor(page: ReadPage<unknown>, body: string): Cursor | null {
  const value = page.more?.next_max_id;
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return JSON.stringify(value);
  // Parsing and printing a float may change its digits (1777338896.120 -> .12), and the cursor must be returned unchanged.
  for (const [, digits = ''] of body.matchAll(/(?<!\\)"next_max_id"\s*:\s*(-?\d[\d.eE+-]*)/g)) {
    if (Number(digits) === value) return digits;
  }
  return String(value);
}
