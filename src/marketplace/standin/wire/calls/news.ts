// Answers the news about who shared a seller's listings.

import { listingsOf } from '../../state/listings.ts';
import type { NewsItem, World } from '../../state/model.ts';
import { newsOf } from '../../state/strangers.ts';
import { admitSeller } from '../admit.ts';
import type { Json } from '../body.ts';
import { forbidden, invalid } from '../errors.ts';
import type { Answer, Exchange } from '../exchange.ts';
import { clampCount, cursorMs, listAnswer } from '../paging.ts';
import { timeText } from './post.ts';

/** `GET /vm-rest/users/{uid}/newsfeed/share`: the seller's own, newest first. */
export function answerNews(exchange: Exchange, uid: string): Answer {
  const account = admitSeller(exchange, { op: 'news', write: false });
  if (uid !== account.id && uid !== 'self') throw forbidden(exchange);
  const { world } = exchange;
  const ask = new URLSearchParams(exchange.query);
  const belowMs = cursorMs(ask.get('max_id'));
  if (belowMs === undefined) throw invalid(exchange, 'The cursor is not readable');
  const news = newsOf(world, account, listingsOf(world, account));
  const rest = news.filter(({ atMs }) => belowMs === null || atMs < belowMs);
  const page = rest.slice(0, clampCount(ask.get('count') ?? 48));
  const data = page.map((item) => ({ content: { data: [{ news_item: renderItem(world, item) }] } }));
  return listAnswer(data, rest.length > page.length ? (page.at(-1)?.atMs ?? null) : null);
}

function renderItem(world: World, { id, atMs, by, listingId }: NewsItem): Json {
  const people = by.flatMap((serial) => world.accounts.get(serial) ?? []);
  return {
    id,
    message: `${people.map(({ handle }) => handle).join(' and ')} shared your listing`,
    created_at: timeText(atMs),
    target: { data: { post_id: listingId } },
    actor: {
      data: people.map((person) => ({
        id: person.id,
        username: person.handle,
        display_handle: person.handle,
        full_name: person.fullName,
      })),
    },
  };
}
