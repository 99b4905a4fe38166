import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countShares } from '#server/features/listings/rows/store.ts';
import { ownDatabase } from '#tests/database.ts';
import { type Accepted, judge } from './oracle.ts';
import { afterStops, pricesThatDiffer, sharedTwiceInParties, tooClose, wrongShareBacks } from './promises.ts';

const noon = Date.UTC(2026, 3, 28, 12);
const minute = 60_000;
const round = (noon * 2 ** 20).toString();

const test = ownDatabase();
beforeAll(async () => {
  const { database } = test;
  await database.query(`select ensure_share_partition('2026-04-28'::date)`);
  await database.query(
    `insert into users (first_name, last_name, email, password, created_at) values ('A', 'B', 'a@example.org', 'x', now())`,
  );
  await database.query(
    `insert into closets (user_id, practice, handle, state, linked_at) values (1, true, 'Jo', 'ready', now())`,
  );
  await database.query(
    `insert into listings (user_id, poshmark_id, market_user_id, title, url, synced_at)
     select 1, 'm' || n, 'u', 'L', '', now() from generate_series(1, 3) n`,
  );
});
beforeEach(async () => {
  await test.database.query('truncate share_attempts, daily_share_counts, listing_share_counts');
});

/** Stores an attempt and its sums, as the ledger would. */
async function attempt(listing: number, { outcome = 1, afterMs = 0 }: { outcome?: number; afterMs?: number } = {}) {
  await test.database.query(
    `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, outcome)
     values ($1::bigint + $2, $3, 1, '2026-04-28', to_timestamp($4::double precision / 1000), $5)`,
    [round, Math.floor(afterMs / minute), listing, noon + afterMs, outcome],
  );
  if (outcome !== 2) {
    await test.database.query(
      `insert into daily_share_counts (user_id, share_date, share_count) values (1, '2026-04-28', 1)
       on conflict (user_id, share_date) do update set share_count = daily_share_counts.share_count + 1`,
    );
  }
  if (outcome === 1) await countShares(test.database, [{ userId: '1', listingId: listing, at: noon + afterMs }]);
}

/** What a promoted standby may have missed: reserved at the last moment that it knows, and unknown from the promotion on. */
async function missed(listing: number, { fromMs, promotedMs }: { fromMs: number; promotedMs: number }) {
  await attempt(listing, { outcome: 3, afterMs: fromMs });
  await test.database.query(
    `update share_attempts set evidence = 'uncertain: the database moved to its standby, which may not know of this share',
       settled_at = to_timestamp($2::double precision / 1000)
     where listing_id = $1`,
    [listing, noon + promotedMs],
  );
}

const share = (listing: number, afterMs = 10): Accepted => ({
  at: noon + afterMs,
  account: 'jo',
  listingId: `m${listing}`,
});
const ask = (
  accepted: Accepted[],
  { limit = 100, kills = [noon + minute] }: { limit?: number; kills?: number[] | null } = {},
) => judge({ database: test.database, accepted, limits: new Map([['jo', limit]]), kills });

describe('the oracle', () => {
  it('finds nothing if journal and ledger agree', async () => {
    await attempt(1);
    await attempt(2, { outcome: 3 });
    await attempt(3, { outcome: 2 });
    await attempt(1, { afterMs: 2 * minute });
    const verdict = await ask([share(1), share(2), share(1, 2 * minute + 10)]);
    expect(verdict).toMatchObject({ violations: [], accepted: 3, confirmed: 2, unknown: 1, refused: 1, rounds: 2 });
  });

  it('finds nothing wrong with shares that a promotion made unknown, unless they were sent after it', async () => {
    await attempt(1);
    for (const listing of [2, 3]) await missed(listing, { fromMs: 1_000, promotedMs: 9_000 });
    const verdict = await ask([share(1), share(2, 3_000), share(3, 5_000)], { kills: null });
    expect(verdict).toMatchObject({ violations: [], accepted: 3, unknown: 2 });
    const { violations } = await ask([share(1), share(2, 3_000), share(3, 12_000)], { kills: null });
    expect(violations).toEqual([expect.stringMatching(/sent after a promotion had made it unknown/)]);
  });

  type Row = [listing: number, given?: { outcome?: number; afterMs?: number }];
  const unknown = { outcome: 3 };
  const noRow = /without a row in the ledger/;
  const noSum = /counted \{5,0,0\}, but there are \{1,0,0\} rows/;
  it.each<[string, RegExp, Row[], Accepted[], { limit?: number; kills?: number[]; change?: string }?]>([
    ['a listing that was shared twice in a round', /shared 2 times/, [[1]], [share(1), share(1, 500)]],
    ['a share without a row', noRow, [], [share(1)]],
    ['a share that was sent before its row was written', noRow, [[1]], [share(1, -1_500)]],
    ['a limit that was passed', /over the limit of 1/, [[1], [2]], [share(1), share(2)], { limit: 1 }],
    ['a confirmed share that the marketplace knows nothing of', /knows nothing of it/, [[1]], []],
    ['a refusal that was none', /the marketplace accepted it/, [[1, { outcome: 2 }]], [share(1)]],
    [
      'a share that a former owner sent after another one had reserved',
      /accepted after a later share had been reserved/,
      [[1], [2, { afterMs: 3_000 }]],
      [share(1, 5_000), share(2, 3_010)],
    ],
    ['an attempt that was never settled', /never settled/, [[1, { outcome: 0 }]], []],
    ['two unknown shares of a bot for one kill', /2 unknown for kill/, [1, 2].map((one) => [one, unknown]), []],
    ['an unknown share although nothing was killed', /after the last kill/, [[1, unknown]], [], { kills: [] }],
    ['a count that is not the sum of its rows', noSum, [[1]], [share(1)], { change: 'daily_share_counts' }],
    [
      'a listing’s count that is none',
      /listing 1: says 5 shares/,
      [[1]],
      [share(1)],
      { change: 'listing_share_counts' },
    ],
  ])('finds %s', async (_, says, rows, accepted, { change, ...given } = {}) => {
    for (const row of rows) await attempt(...row);
    if (change !== undefined) await test.database.query(`update ${change} set share_count = 5`);
    const { violations } = await ask(accepted, given);
    expect(violations).toContainEqual(expect.stringMatching(says));
  });
});

describe('the promises about sellers', () => {
  const stop = { account: 'jo', at: noon, until: noon + 5_000 };

  it('allow one share in flight after a confirmed stop, and no more before the next start', () => {
    expect(afterStops([share(1), share(2, 6_000)], [stop])).toEqual([]);
    expect(afterStops([share(1), share(2, 900)], [stop])).toEqual(['jo: 2 shares accepted after a confirmed stop']);
  });

  it('find pauses that are too short, each seller’s own', () => {
    const other = { ...share(3, 40), account: 'maya' };
    expect(tooClose([share(1), other, share(2, 1_000)], 800)).toEqual([]);
    expect(tooClose([share(1), share(2, 300)], 800)).toEqual(['jo: 1 pauses below 800 ms, the shortest 290 ms']);
    expect(tooClose([share(1), share(2, 60)], 100)).toEqual([]);
    expect(tooClose([share(1), share(2, 50)], 100)).toEqual(['jo: 1 pauses below 100 ms, the shortest 40 ms']);
  });
});

describe('the journal of prices', () => {
  beforeEach(() => test.database.query('truncate price_batches cascade'));
  /** A row of the journal that was sent `afterMs` after noon. */
  async function write(state: string, afterMs: number | null = 0) {
    await test.database.query(
      `with batch as (insert into price_batches (user_id, source, confirmed_large, created_at)
         values (1, 'manual', false, now()) returning id)
       insert into price_writes (batch_id, user_id, asked_id, listing_id, new_price, old_price, state, asked_at, sent_at)
       select id, 1, '1', 1, 35, 40, $1, now(), to_timestamp($2::double precision / 1000) from batch`,
      [state, afterMs === null ? null : noon + afterMs],
    );
  }
  const changed = (afterMs: number) => ({ at: noon + afterMs, listingId: 'm1' });

  it('agrees with prices that were changed, refused, or not confirmed', async () => {
    await write('updated');
    await write('failed', null);
    await write('unknown', 5_000);
    await write('failed', 9_000);
    expect(await pricesThatDiffer(test.database, [changed(20), changed(5_020)])).toEqual([]);
  });

  it.each([
    ['updated', [changed(20), changed(40)], /changed 2 times/],
    ['updated', [], /called changed, but it was not/],
    ['failed', [changed(20)], /called not changed, but it was/],
    ['updated', [changed(-2_000), changed(20)], /without a row in the journal/],
    ['sending', [], /never settled/],
  ])('with a row that is %s, finds what differs: %j', async (state, prices, says) => {
    await write(state);
    expect((await pricesThatDiffer(test.database, prices)).some((words) => says.test(words))).toBe(true);
  });
});

describe('the promises of visits', () => {
  const shared = (listingId: string, hours: number, partyId?: string): Accepted => ({
    at: noon + hours * 60 * minute,
    account: 'jo',
    listingId,
    ...(partyId !== undefined && { partyId }),
  });

  it.each([
    ['one share of each listing in each party', [shared('m1', 0, 'p'), shared('m2', 1, 'p'), shared('m1', 2, 'q')], 0],
    ['shares outside of parties', [shared('m1', 0), shared('m1', 1)], 0],
    ['a listing twice in a party', [shared('m1', 0, 'p'), shared('m1', 1, 'p')], 1],
  ])('parties: %s', (_, accepted, broken) => {
    expect(sharedTwiceInParties(accepted)).toHaveLength(broken);
  });

  const shares = (name: string, hours: number) => ({ name, at: noon + hours * 60 * minute });
  const people = {
    ownerOf: new Map(Object.entries({ a1: 'ann', a2: 'ann', b1: 'bea', s1: 'stranger' })),
    news: new Map([['jo', [shares('ann', -1), shares('bea', -1), shares('ann', 13)]]]),
  };
  it.each([
    ['each person once', [shared('a1', 0), shared('b1', 1)], 0],
    ['a person again on another day, with another listing', [shared('a1', 0), shared('a2', 14)], 0],
    ['a person twice on a day', [shared('a1', 0), shared('a2', 1)], 1],
    ['a listing twice', [shared('a1', 0), shared('a1', 14)], 1],
    ['a stranger', [shared('s1', 0)], 1],
    ['news that are too old', [shared('b1', 24)], 1],
  ])('share-backs: %s', (_, backs, broken) => {
    expect(wrongShareBacks(backs, people)).toHaveLength(broken);
  });
});
