// Compares the shares that the marketplace accepted with the ledger.

import type { Database, Queryable } from '#domain/ports/database.ts';

/** One share that the marketplace accepted. */
export type Accepted = { at: number; account: string; listingId: string; partyId?: string };
/** One row of the ledger. */
type Attempt = {
  userId: string;
  account: string;
  /** Of a share-back, which names no listing: its id in the ledger. */
  marketId: string;
  roundId: string;
  shareDate: string;
  reservedAt: number;
  outcome: number;
  /**
   * When a promotion made it unknown, because the standby may have missed it; otherwise null. Then `reservedAt` is the last moment
   * that the standby knows, and nobody knows when the share was reserved.
   */
  missedAt: number | null;
};

/**
 * The clocks of the marketplace and of Hangtag may differ by this much: on a busy machine, a reading of the database's clock is
 * off by half of the time it took. Two rounds of one listing are many seconds apart.
 */
const slackMs = 1_000;
/** Two kills may be closer together than `slackMs`. */
const killSlackMs = 250;
const mostReported = 20;

/**
 * Joins the marketplace's journal with the ledger and returns the promises that were broken. `limits` are the highest daily
 * limits of each seller. `kills` are the moments at which a worker was killed or stopped, or the database; null if the
 * marketplace's answers were lost, too, so that any number of shares may be unknown.
 */
export async function judge({
  database,
  accepted,
  limits,
  kills,
}: {
  database: Database;
  accepted: readonly Accepted[];
  limits: ReadonlyMap<string, number>;
  kills: readonly number[] | null;
}) {
  const attempts = await readAttempts(database);
  const own = await readOwnListings(database);
  const isOwn = ({ account, listingId }: Accepted): boolean => own.has(`${account} ${listingId}`);
  const violations: string[] = [];
  const broken = (promise: string) => violations.push(promise);

  const ledger = Map.groupBy(attempts, keyOf);
  const named = nameByLedger(accepted, attempts, isOwn);
  const journal = Map.groupBy(named, ({ account, listingId }) => `${account} ${listingId}`);
  for (const [key, shares] of journal) compareListing(key, shares, ledger.get(key) ?? [], broken);
  for (const [key, rows] of ledger) if (!journal.has(key)) compareListing(key, [], rows, broken);

  const perDay = Map.groupBy(accepted, ({ account, at }) => `${account} ${new Date(at).toISOString().slice(0, 10)}`);
  for (const [key, shares] of perDay) {
    const limit = limits.get(key.split(' ')[0] ?? '') ?? 0;
    if (shares.length > limit) broken(`${key}: ${shares.length} shares at the marketplace, over the limit of ${limit}`);
  }
  for (const words of await database.transaction(countsThatDiffer, { isLong: true })) broken(words);
  const sharesOf = sharesByAttempt(ledger, journal);
  for (const words of sentByFormerOwners(attempts, sharesOf)) broken(words);
  for (const words of sentAfterPromotions(attempts, sharesOf)) broken(words);

  const moments = [...(kills ?? [])].sort((a, b) => a - b);
  const unknown = attempts.filter(({ outcome }) => outcome === 3);
  const perKill = Map.groupBy(
    unknown,
    ({ userId, reservedAt }) => `${userId} ${moments.findIndex((at) => at >= reservedAt - killSlackMs)}`,
  );
  for (const [key, rows] of kills === null ? [] : perKill) {
    const [userId, kill] = key.split(' ');
    if (kill === '-1') broken(`bot ${userId}: ${rows.length} unknown after the last kill`);
    else if (rows.length > 1) broken(`bot ${userId}: ${rows.length} unknown for kill ${kill}`);
  }

  const having = (outcome: number) => attempts.filter((attempt) => attempt.outcome === outcome).length;
  return {
    accepted: accepted.length,
    confirmed: having(1),
    refused: having(2),
    unknown: unknown.length,
    rounds: new Set(attempts.map(({ roundId }) => roundId)).size,
    bots: new Set(attempts.map(({ userId }) => userId)).size,
    /** The most unknown shares of one bot per kill. */
    mostUnknownPerKill: Math.max(0, ...[...perKill.values()].map((rows) => rows.length)),
    /** Empty if every promise was kept. */
    violations: violations.slice(0, mostReported),
  };
}

/**
 * The ledger doesn't know whose listing a share-back was for, so each takes its turn: a confirmed one was the next that was accepted, and
 * one of unknown outcome only if that came before another was reserved. What is left over has no row.
 */
function nameByLedger(
  accepted: readonly Accepted[],
  attempts: readonly Attempt[],
  isOwn: (share: Accepted) => boolean,
) {
  const byTime = <T>(rows: readonly T[], timeOf: (row: T) => number) => rows.toSorted((a, b) => timeOf(a) - timeOf(b));
  const planned = attempts.filter(({ marketId, outcome }) => marketId.startsWith(backMark) && outcome !== 2);
  const names = new Map<Accepted, string>();
  const backs = accepted.filter((share) => !isOwn(share));
  for (const [account, ofAccount] of Map.groupBy(backs, (share) => share.account)) {
    const shares = byTime(ofAccount, ({ at }) => at);
    const rows = byTime(
      planned.filter((row) => row.account === account),
      ({ reservedAt }) => reservedAt,
    );
    for (const [index, { marketId, outcome }] of rows.entries()) {
      const [share] = shares;
      const next = rows[index + 1]?.reservedAt ?? Number.POSITIVE_INFINITY;
      if (share === undefined || (outcome !== 1 && share.at >= next)) continue;
      names.set(share, marketId);
      shares.shift();
    }
  }
  return accepted.map((share) => ({ ...share, listingId: names.get(share) ?? share.listingId }));
}
const backMark = 'share-back ';

const keyOf = ({ account, marketId }: Attempt): string => `${account} ${marketId}`;

/**
 * Compares one listing's shares with its attempts. A share between one attempt and the next belongs to the first of them, so two
 * such shares mean that a listing was shared twice in one round.
 */
function compareListing(
  key: string,
  shares: readonly Accepted[],
  rows: readonly Attempt[],
  broken: (promise: string) => void,
): void {
  const inOrder = [...rows].sort((a, b) => a.reservedAt - b.reservedAt);
  const first = inOrder[0]?.reservedAt ?? Number.POSITIVE_INFINITY;
  const early = shares.filter(({ at }) => at < first - slackMs);
  if (early.length > 0) broken(`${key}: ${early.length} shares at the marketplace without a row in the ledger`);
  for (const [index, row] of inOrder.entries()) {
    const next = inOrder[index + 1]?.reservedAt ?? Number.POSITIVE_INFINITY;
    const own = shares.filter(({ at }) => at >= row.reservedAt - slackMs && at < next - slackMs).length;
    const place = `${key} in round ${row.roundId}`;
    if (own > 1) broken(`${place}: shared ${own} times`);
    if (row.outcome === 0) broken(`${place}: never settled`);
    if (row.outcome === 1 && own === 0) broken(`${place}: confirmed, but the marketplace knows nothing of it`);
    if (row.outcome === 2 && own > 0) broken(`${place}: called refused, but the marketplace accepted it`);
  }
}

/**
 * Shares that the marketplace accepted after a later one of the same seller was reserved. A worker waits until a share that
 * another one reserved can no longer arrive, so such a share was sent by a former owner after its time.
 */
function sentByFormerOwners(attempts: readonly Attempt[], sharesOf: SharesOf): string[] {
  return [...Map.groupBy(attempts, ({ userId }) => userId).values()].flatMap((rows) => {
    const inOrder = rows.filter(({ missedAt }) => missedAt === null).sort((a, b) => a.reservedAt - b.reservedAt);
    return inOrder.flatMap((row, index) => {
      const after = inOrder[index + 1]?.reservedAt;
      if (after === undefined) return [];
      return sharesOf(row).some(({ at }) => at > after + slackMs)
        ? [`${keyOf(row)} in round ${row.roundId}: accepted after a later share had been reserved`]
        : [];
    });
  });
}

/** Shares that a promotion made unknown, and that were sent all the same after it. */
function sentAfterPromotions(attempts: readonly Attempt[], sharesOf: SharesOf): string[] {
  return attempts.flatMap((row) => {
    const { missedAt } = row;
    return missedAt !== null && sharesOf(row).some(({ at }) => at > missedAt + slackMs)
      ? [`${keyOf(row)} in round ${row.roundId}: sent after a promotion had made it unknown`]
      : [];
  });
}

type SharesOf = (row: Attempt) => readonly Accepted[];

/** Finds the shares of an attempt: those until the next attempt of the same listing. */
const sharesByAttempt =
  (ledger: ReadonlyMap<string, readonly Attempt[]>, journal: ReadonlyMap<string, readonly Accepted[]>): SharesOf =>
  (row) => {
    const later = (ledger.get(keyOf(row)) ?? []).filter(({ reservedAt }) => reservedAt > row.reservedAt);
    const again = Math.min(...later.map(({ reservedAt }) => reservedAt));
    return (journal.get(keyOf(row)) ?? []).filter(({ at }) => at >= row.reservedAt - slackMs && at < again - slackMs);
  };

async function readAttempts(database: Database): Promise<Attempt[]> {
  const { rows } = await database.query<Attempt>(
    `select s.user_id as "userId", lower(c.handle) as account,
       coalesce(l.poshmark_id, '${backMark}' || -s.listing_id) as "marketId", s.round_id as "roundId",
       s.share_date as "shareDate", s.reserved_at as "reservedAt", s.outcome,
       case when s.evidence like '%moved to its standby%' then s.settled_at end as "missedAt"
     from share_attempts s left join listings l on l.id = s.listing_id join closets c on c.user_id = s.user_id`,
  );
  return rows;
}

async function readOwnListings(database: Database): Promise<Set<string>> {
  const { rows } = await database.query<{ key: string }>(
    `select lower(c.handle) || ' ' || l.poshmark_id as key from listings l join closets c on c.user_id = l.user_id`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Counts of days, listings, and rounds that are not the sums of their rows. It reads the whole ledger three times. */
async function countsThatDiffer(database: Queryable): Promise<string[]> {
  const { rows: days } = await database.query<{ user_id: string; share_date: string; kept: string; rows: string }>(
    `select user_id, share_date, kept::text, rows::text from (
       select coalesce(d.user_id, a.user_id) as user_id, coalesce(d.share_date, a.day) as share_date,
         array[coalesce(d.share_count - d.assumed, 0), coalesce(d.party_count, 0), coalesce(d.back_count, 0)]::int[] as kept,
         coalesce(a.rows, '{0,0,0}') as rows
       from daily_share_counts d full join (
         select user_id, share_date::text as day,
           array[count(*), count(*) filter (where kind = 1), count(*) filter (where kind = 2)]::int[] as rows
         from share_attempts where outcome <> 2 group by 1, 2
       ) a on a.user_id = d.user_id and a.day = d.share_date
     ) days where kept <> rows`,
  );
  const { rows: listings } = await database.query<{ id: string; kept: number; rows: string }>(
    `select l.id, l.share_count as kept, count(s.*) as rows
     from listing_shares l left join share_attempts s on s.listing_id = l.id and s.outcome = 1
     group by l.id, l.share_count having l.share_count <> count(s.*)`,
  );
  const { rows: rounds } = await database.query<{ id: string; kept: number; rows: string }>(
    `select r.id, r.shares as kept, count(s.*) as rows
     from rounds r left join share_attempts s on s.round_id = r.id and s.outcome = 1
     where r.ended_at is not null group by r.id, r.shares having r.shares <> count(s.*)`,
  );
  return [
    ...days.map(
      (row) => `bot ${row.user_id} on ${row.share_date}: counted ${row.kept}, but there are ${row.rows} rows`,
    ),
    ...listings.map((row) => `listing ${row.id}: says ${row.kept} shares, but there are ${row.rows} rows`),
    ...rounds.map((row) => `round ${row.id}: says ${row.kept} shares, but there are ${row.rows} rows`),
  ];
}
