// Twenty sellers with small closets who share the practice closets a few times a day, and whoever else was planted.

import { hex8, listingId } from '../seed/ids.ts';
import { dice, mix32 } from '../seed/random.ts';
import type { Account, Listing, NewsItem, World } from './model.ts';

/** Serial numbers that neither a seller of the market nor one made on demand has. */
export const strangerSerials = { first: 2000, count: 20 } as const;
const dayMs = 86_400_000;
/** News go back this far. */
const newsDays = 10;
const listsEveryMs = 2 * dayMs;
const mostNewListings = 2000;

export const closetSizeOf = (seed: number, serial: number): number => dice(seed, serial, 0x5712a).int(5, 40);

/**
 * A stranger lists something new every other day, and sells the oldest, so that their newest listing isn't the same all month.
 * What they list looks like another listing of theirs.
 */
export function restock({ key, clock }: World, account: Account, listings: Listing[]): void {
  const { asOfMs, available, sold, serial } = account;
  const begun = available + sold;
  const since = Math.min(mostNewListings, Math.max(0, Math.floor((clock.now() - asOfMs) / listsEveryMs)));
  if (begun === 0 || listings.length >= begun + since) return;
  for (let index = listings.length; index < begun + since; index += 1) {
    const like = listings[index % begun];
    if (like === undefined) return;
    const bornMs = asOfMs + (index - begun + 1) * listsEveryMs;
    const id = listingId(key, bornMs, { serial, index, picture: 0 });
    const fresh = { status: 'available', shares: 0, likes: 0, removed: false, edits: null, touched: false } as const;
    const oldest = listings.find(({ status, removed }) => status === 'available' && !removed);
    if (oldest !== undefined) Object.assign(oldest, { status: 'sold_out', statusMs: bornMs });
    listings.push({ ...like, ...fresh, id, index, bornMs, bumpMs: bornMs, updatedMs: bornMs, statusMs: bornMs });
    account.lastBumpMs = Math.max(account.lastBumpMs, bornMs);
  }
  account.order = null;
}

/** Who shared the listings of a practice closet, newest first: what follows from the seed, and what was planted. No two at one time. */
export function newsOf(world: World, account: Account, listings: readonly Listing[]): NewsItem[] {
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
