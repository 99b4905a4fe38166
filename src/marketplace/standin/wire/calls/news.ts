// Answers the news about who shared a seller's listings.

import { dice, hex8, mix32 } from '../../seed/random.ts';
import { listingsOf } from '../../state/listings.ts';
import type { Account, Listing, NewsItem, World } from '../../state/model.ts';
import { strangerSerials } from '../../state/world.ts';
import { admitOwner } from '../admit.ts';
import { type Answer, type Exchange, invalid } from '../exchange.ts';
import { cursorMs, type Json, timedPage } from '../input.ts';
import { timeText } from './post.ts';

const dayMs = 86_400_000;
/** News go back this far. */
const newsDays = 10;

/** `GET /vm-rest/users/{uid}/newsfeed/share`: the seller's own, newest first. */
export function answerNews(exchange: Exchange, uid: string): Answer {
  const account = admitOwner(exchange, uid, { op: 'news' });
  const { world } = exchange;
  const isReadable = cursorMs(new URLSearchParams(exchange.query).get('max_id')) !== undefined;
  if (!isReadable) throw invalid(exchange, 'The cursor is not readable');
  const news = newsOf(world, account, listingsOf(world, account));
  return timedPage(news, exchange.query, (item) => ({
    content: { data: [{ news_item: renderItem(world, item) }] },
  }));
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

/** Who shared the listings of a practice closet, newest first: what follows from the seed, and what was planted. No two at one time. */
function newsOf(world: World, account: Account, listings: readonly Listing[]): NewsItem[] {
  const now = world.clock.now();
  const today = Math.floor(now / dayMs);
  const seeded = account.available === 0 ? [] : Array.from({ length: newsDays }, (_, ago) => today - ago);
  const items = [...seeded.flatMap((day) => newsOfDay(world, account, day, listings)), ...account.news];
  return items.filter(({ atMs }) => atMs <= now).sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1));
}

function newsOfDay(world: World, account: Account, day: number, listings: readonly Listing[]): NewsItem[] {
  const roll = dice(world.seed, account.serial, day, 0x2e35);
  const shares = roll.int(4, 9);
  return Array.from({ length: shares }, (_, n) => {
    const atMs = day * dayMs + Math.floor(((n + roll.next()) / shares) * dayMs);
    const by = Array.from(
      { length: roll.chance(0.15) ? 2 : 1 },
      () => strangerSerials.first + roll.int(0, strangerSerials.count - 1),
    );
    const listing = listings[roll.int(0, account.available - 1)];
    return { id: newsId(world, account, atMs, n), atMs, by: [...new Set(by)], listingId: listing?.id ?? '' };
  }).filter(({ listingId: id }) => id !== '');
}

export function newsId({ key }: World, { serial }: Account, atMs: number, number: number): string {
  return hex8(atMs / 1000) + hex8(mix32(serial ^ key)) + hex8(mix32(Math.floor(atMs) ^ number));
}
