// Creates the sellers of a run.

import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketListing, MarketSession } from '#domain/ports/marketplace.ts';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { practiceAdmin } from '#marketplace/standin/practice-admin.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { openVault } from '#server/adapters/vault/vault.ts';
import { createSecrets } from '#server/features/closet/session/closet-context.ts';

export const closetSize = 60;
/** How many sellers are created at once and stored together. */
const atOnce = 24;
const chunkSize = 400;

/** A practice seller who is signed in and whose closet was read, by the marketplace's own calls. */
export type Seller = { username: string; session: MarketSession; listings: MarketListing[] };

const realClock: Clock = { now: Date.now, at: () => () => {} };

/**
 * Creates `count` practice sellers and stores for each what a linked seller has: user, encrypted session, and listings. Resolves
 * to the first `kept` of them. While one batch is being stored, the next one is created.
 */
export async function fillSellers({
  count,
  kept,
  origin,
  database,
  dataDir,
  listings = closetSize,
}: {
  count: number;
  kept: number;
  origin: string;
  database: Database;
  dataDir: string;
  /** Of each closet. */
  listings?: number;
}): Promise<Seller[]> {
  const secrets = createSecrets({ vault: await openVault({ database, keys: loadSecretKeys({ dataDir }).keys }) });
  const admin = practiceAdmin(origin);
  const market = connectMarketplace({ origin, userAgent: 'Hangtag/bench', clock: realClock, connections: atOnce });
  const first: Seller[] = [];
  const begun = performance.now();

  async function open(): Promise<Seller> {
    const credentials = await admin.open({ listings, sold: 0 });
    const account = market.account({ cookies: [] });
    const signedIn = await account.signIn(credentials);
    const closet = await account.closet('available');
    if (signedIn.kind !== 'ok' || closet.kind !== 'ok') throw new Error(`A seller cannot sign in: ${signedIn.kind}.`);
    return { username: credentials.username, session: account.session(), listings: closet.value };
  }

  async function openLot(size: number): Promise<Seller[]> {
    const sellers: Seller[] = [];
    let started = 0;
    const signInNext = async () => {
      while (started < size) {
        started += 1;
        sellers.push(await open());
      }
    };
    await Promise.all(Array.from({ length: atOnce }, signInNext));
    return sellers;
  }

  try {
    let writing: Promise<void> = Promise.resolve();
    for (let done = 0; done < count; ) {
      const lot = await openLot(Math.min(chunkSize, count - done));
      await writing;
      writing = database.transaction(async (tx) => {
        const ids = await writeUsers(tx, lot);
        const sealed: string[] = [];
        for (const [index, { session }] of lot.entries())
          sealed.push(await secrets.sealSession(tx, { userId: ids[index] ?? '', practice: true }, session));
        await writeClosets(tx, lot, ids, sealed);
        await writeListings(tx, lot, ids);
      });
      // It is awaited later, and its failure is reported there.
      writing.catch(() => {});
      first.push(...lot.slice(0, Math.max(0, kept - first.length)));
      done += lot.length;
      if (done % 2_000 === 0 || done === count) {
        const took = (performance.now() - begun) / 1000;
        console.error(`${done} of ${count} sellers signed in, ${took.toFixed(0)} s`);
      }
    }
    await writing;
    return first;
  } finally {
    await market.close();
  }
}

async function writeUsers(tx: Queryable, sellers: Seller[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into users (first_name, last_name, email, password, timezone, created_at)
     select 'Bench', 'Seller', name || '@example.com', 'none', 'UTC', now()
     from unnest($1::text[]) with ordinality as made(name, place) order by place returning id`,
    [sellers.map(({ username }) => username)],
  );
  return rows.map(({ id }) => id);
}

async function writeClosets(tx: Queryable, sellers: Seller[], ids: string[], sealed: string[]): Promise<void> {
  await tx.query(
    `insert into closets (user_id, practice, username, handle, market_user_id, session, state, linked_at, last_synced_at)
     select id, true, name, handle, market, session, 'ready', now(), now()
     from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[]) as made(id, name, handle, market, session)`,
    [
      ids,
      sellers.map(({ username }) => username),
      sellers.map(({ session }) => session.handle ?? ''),
      sellers.map(({ session }) => session.userId ?? ''),
      sealed,
    ],
  );
}

async function writeListings(tx: Queryable, sellers: Seller[], ids: string[]): Promise<void> {
  const seen = sellers.flatMap(({ listings, session }, index) =>
    listings.map((listing, place) => ({
      user_id: ids[index],
      market_user_id: session.userId,
      poshmark_id: listing.id,
      title: listing.title,
      price: Math.round((listing.priceCents ?? 0) / 100),
      brand: listing.brand,
      category: listing.category,
      size: listing.sizeLabel,
      image_url: listing.coverUrl,
      picture_urls: listing.pictureUrls,
      url: listing.url,
      closet_position: place,
      likes: listing.likeCount,
    })),
  );
  await tx.query(
    `insert into listings (user_id, market_user_id, poshmark_id, title, price, brand, category, size, image_url, picture_urls,
       url, closet_position, like_count, listed_at, synced_at)
     select user_id, market_user_id, poshmark_id, title, price, brand, category, size, image_url, picture_urls, url,
       closet_position, likes, now(), now()
     from jsonb_to_recordset($1::jsonb) as seen(user_id bigint, market_user_id text, poshmark_id text, title text, price int,
       brand text, category text, size text, image_url text, picture_urls text[], url text, closet_position int, likes int)`,
    [JSON.stringify(seen)],
  );
}
