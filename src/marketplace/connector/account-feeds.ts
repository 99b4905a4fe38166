// Reads what concerns the whole account, beside its listings: parties, the news about who shared, and sales.

import { isObject } from '#domain/json.ts';
import { usDollars } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type {
  MarketAccount,
  MarketParty,
  MarketplaceSale,
  MarketplaceSales,
  MarketResult,
  NewsItem,
  PartyTheme,
  UnreadableSale,
} from '#domain/ports/marketplace.ts';
import { failure } from '../protocol/classify.ts';
import {
  type Money,
  NewsPage,
  Parties,
  type Party,
  type Sale,
  SalesPage,
  type NewsItem as WireItem,
} from '../protocol/protocol.ts';
import { type Caller, traced } from './caller.ts';
import { readTime, webAddresses } from './listing-from-post.ts';
import { bare, pageSize, readAllPages, userIdOf, withCursor } from './listings.ts';

/** Nobody can share back more in a day than this many pages name. */
const mostPagesOfNews = 20;

export async function readNews(caller: Caller, since: Instant): Promise<MarketResult<NewsItem[]>> {
  const uid = await userIdOf(caller);
  if (typeof uid !== 'string') return uid;
  const path = caller.context.switches.newsPath.replace('{uid}', encodeURIComponent(uid));
  const news = await readAllPages<NewsItem>({
    fetch(cursor) {
      const from = cursor === null ? '' : `&max_id=${encodeURIComponent(bare(cursor))}`;
      return caller.call({ method: 'GET', path: `${path}?count=${pageSize}${from}` });
    },
    read(json) {
      const page = NewsPage.safeParse(json).data;
      return page ? { ...page, data: page.data.flatMap((item) => itemFrom(item) ?? []) } : null;
    },
    key: ({ itemId }) => itemId,
    enoughPages: mostPagesOfNews,
    isLast: (page) => page.every(({ at }) => at < since),
  });
  if (news.kind !== 'ok') return news;
  return { ...news, value: news.value.filter(({ at }) => at >= since).toSorted((one, other) => other.at - one.at) };
}

/** Of no use without a time, or without anybody. */
function itemFrom({ id, created_at, target, actor }: WireItem): NewsItem | null {
  const at = readTime(created_at);
  const people = actor.data.flatMap((one) => {
    const name = one?.display_handle || one?.username;
    return one && name ? [{ id: one.id, name }] : [];
  });
  return at === undefined || people.length === 0 ? null : { itemId: id, listingId: target.data.post_id, at, people };
}

export async function readParties(caller: Caller): Promise<MarketResult<MarketParty[]>> {
  const verdict = await caller.call({ method: 'GET', path: '/vm-rest/current_parties/us' });
  if (verdict.kind !== 'ok') return verdict;
  const found = Parties.safeParse(verdict.json).data?.data;
  if (found === undefined) return failure('protocol_changed');
  const now = caller.context.clock.now();
  const parties = found.flatMap((party) => (party === null ? [] : (partyFrom(party, now) ?? [])));
  // One party that can't be read doesn't matter. If none can, they have another shape now.
  return parties.length === 0 && found.length > 0 ? failure('protocol_changed') : traced(parties, verdict);
}

const statuses = ['upcoming', 'ongoing', 'ended'] as const;

function partyFrom({ id, title, theme, ...party }: Party, now: Instant): MarketParty | null {
  const [startsAt, endsAt] = [readTime(party.start_at), readTime(party.end_at)];
  if (startsAt === undefined || endsAt === undefined || endsAt <= startsAt) return null;
  const status = party.current_status;
  const said = statuses.find((known) => known === status);
  const byTime = now < startsAt ? 'upcoming' : now < endsAt ? 'ongoing' : 'ended';
  const read = themeFrom(theme);
  if (said === undefined && isSomething(status)) read.unknown.push('current_status');
  return { id, title, startsAt, endsAt, status: said ?? byTime, theme: read };
}

const knownRules = { brands: 'brands', categories_v2: 'categories', size_set_tags: 'sizes' } as const;

/** A rule that isn't a list of texts, and a theme that isn't there, can't be understood either. */
function themeFrom(theme: unknown): PartyTheme {
  const read: PartyTheme = { brands: [], categories: [], sizes: [], unknown: [] };
  if (!isObject(theme)) return { ...read, unknown: ['theme'] };
  for (const [name, rule] of Object.entries(theme)) {
    if (!isSomething(rule)) continue;
    const key = Object.hasOwn(knownRules, name) ? knownRules[name as keyof typeof knownRules] : undefined;
    const isReadable = Array.isArray(rule) && rule.every((one) => typeof one === 'string' && one.trim() !== '');
    if (key === undefined || !isReadable) read.unknown.push(name);
    else read[key] = rule.map((one) => one.trim());
  }
  return read;
}

const isSomething = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
};

export async function readSales(
  caller: Caller,
  { since, beforeNext }: Parameters<MarketAccount['sales']>[0] = {},
): Promise<MarketResult<MarketplaceSales>> {
  const uid = await userIdOf(caller);
  if (typeof uid !== 'string') return uid;
  const path = caller.context.switches.salesPath.replace('{uid}', encodeURIComponent(uid));
  const request = JSON.stringify({ filters: {}, count: pageSize });
  let nameless = 0;
  const read = await readAllPages<MarketplaceSale | UnreadableSale>({
    fetch: (cursor) =>
      caller.call({ method: 'GET', path: `${path}?request=${encodeURIComponent(withCursor(request, cursor))}` }),
    read(json) {
      const page = SalesPage.safeParse(json).data;
      return page
        ? { ...page, data: page.data.sales_summary.map((row) => saleFrom(row, caller.context.origin)) }
        : null;
    },
    key: ({ id }) => id ?? `nameless ${nameless++}`,
    isLast: (page) => since !== undefined && page.every((sale) => 'bookedAt' in sale && isBefore(sale.bookedAt, since)),
    ...(beforeNext && { beforeNext }),
  });
  if (read.kind !== 'ok') return read;
  const sales = read.value.flatMap((row) => ('why' in row ? [] : [row]));
  return { ...read, value: { sales, unreadable: read.value.flatMap((row) => ('why' in row ? [row] : [])) } };
}

const isBefore = (moment: Instant, since: Instant): boolean => moment < since;

function saleFrom(row: Sale | null, origin: string): MarketplaceSale | UnreadableSale {
  if (row === null) return { id: null, why: 'The order has no id.' };
  const { id } = row;
  const total = readAmount(row.total_price_amount);
  const earnings = readAmount(row.seller_earning_amount);
  const bookedAt = readTime(row.inventory_booked_at);
  if (total === 'other_currency' || earnings === 'other_currency') return { id, why: 'The order isn’t in US dollars.' };
  if (typeof total !== 'number' || total < 0) return { id, why: 'The order has no price that can be read.' };
  if (earnings === 'unreadable') return { id, why: 'The order’s earnings can’t be read.' };
  if (bookedAt === undefined) return { id, why: 'The order has no date that can be read.' };
  return {
    id,
    state: stateOf(row),
    title: row.title ?? '',
    isBundle: row.is_bundle ?? false,
    bundleSize: row.bundle_size ?? 1,
    totalPriceCents: total,
    earningsCents: earnings,
    bookedAt,
    size: row.size_obj?.display || null,
    pictureUrl: webAddresses([row.picture_url], origin)[0] ?? null,
  };
}

/** A delivered order is complete once its buyer has accepted it, which only its status on screen says. */
function stateOf({ state, display_status: status }: Sale): string {
  if (state === 'delivered' && status?.toLowerCase() === 'order complete') return 'complete';
  return state || status || 'unknown';
}

/** Whole cents, digit by digit: an amount of money is never a float. null if there is none. */
function readAmount(amount: Money | undefined): number | 'other_currency' | 'unreadable' | null {
  if (amount === undefined) return null;
  if ((amount.currency_code || usDollars).toUpperCase() !== usDollars) return 'other_currency';
  const [, sign, dollars, cents = ''] = /^(-?)(\d{1,7})(?:\.(\d{1,2})0*)?$/.exec(String(amount.val).trim()) ?? [];
  if (dollars === undefined) return 'unreadable';
  const whole = Number(`${dollars}${cents.padEnd(2, '0')}`);
  return sign === '-' ? 0 - whole : whole;
}
