// Reads who shared the seller's listings (20): ids and public names, and nothing else of anybody.

import type { Instant } from '#domain/ports/clock.ts';
import type { MarketResult, NewsItem } from '#domain/ports/marketplace.ts';
import { NewsPage, type NewsItem as WireItem } from '../protocol/protocol.ts';
import type { Caller } from './caller.ts';
import { readTime } from './listing-from-post.ts';
import { bare, pageSize, userIdOf } from './listings.ts';
import { readAllPages } from './paging.ts';

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
