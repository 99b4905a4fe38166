// Writes the invented rounds of a demo account, as real ones are written.

import { roundId } from '#domain/bot/round.ts';
import type { DemoRound } from '#domain/demo-history.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { shareDay } from '#domain/time.ts';
import { countShares } from '../../listings/listings.ts';
import { listsOf } from '../../sql-lists.ts';
import { ensurePartition, takeRoundNumbers } from './store.ts';

const outcomes = { shared: 1, refused: 2, unknown: 3 } as const;
/** Stored as the marketplace's message, so that these shares can be recognized as invented. */
const evidence = { shared: 'demo', refused: 'validation: demo', unknown: 'uncertain: demo' } as const;

export async function insertInventedRounds(tx: Queryable, userId: string, rounds: readonly DemoRound[]): Promise<void> {
  const days = new Set(rounds.map(({ startsAt }) => shareDay(startsAt, 'UTC')));
  for (const day of days) await ensurePartition(tx, day);
  const numbers = await takeRoundNumbers(tx, rounds.length);
  const numbered = rounds.map((round, index) => ({
    ...round,
    id: String(roundId(round.startsAt, numbers[index] ?? 0)),
  }));
  const countOf = ({ shares }: DemoRound, which: keyof typeof outcomes) =>
    shares.filter(({ outcome }) => outcome === which).length;
  await tx.query(
    `insert into rounds (id, user_id, started_at, ended_at, plan, planned, shares, unknown, failed, state)
     select a.id, $1, to_timestamp(a.started / 1000), to_timestamp(a.ended / 1000), '{}', a.planned, a.shares, a.unknown,
       a.failed, 'done'
     from unnest($2::bigint[], $3::double precision[], $4::double precision[], $5::int[], $6::int[], $7::int[], $8::int[])
       as a(id, started, ended, planned, shares, unknown, failed)`,
    [
      userId,
      ...listsOf(numbered, 'id', 'startsAt', 'endsAt'),
      numbered.map(({ shares }) => shares.length),
      numbered.map((round) => countOf(round, 'shared')),
      numbered.map((round) => countOf(round, 'unknown')),
      numbered.map((round) => countOf(round, 'refused')),
    ],
  );
  const shares = numbered.flatMap(({ id, shares: ofRound }) => ofRound.map((share) => ({ ...share, round: id })));
  await tx.query(
    `with written as (
       insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, settled_at, outcome, evidence)
       select a.round_id, a.listing_id, $1, a.day::date, to_timestamp(a.at / 1000),
         to_timestamp(a.at / 1000) + interval '200 ms', a.outcome, a.evidence
       from unnest($2::bigint[], $3::bigint[], $4::text[], $5::double precision[], $6::smallint[], $7::text[])
         as a(round_id, listing_id, day, at, outcome, evidence)
       returning share_date, outcome
     )
     insert into daily_share_counts (user_id, share_date, share_count)
     select $1, share_date::text, count(*) from written where outcome <> 2 group by share_date`,
    [
      userId,
      ...listsOf(shares, 'round', 'listingId', 'day', 'at'),
      shares.map(({ outcome }) => outcomes[outcome]),
      shares.map(({ outcome }) => evidence[outcome]),
    ],
  );
  await countShares(
    tx,
    shares.filter(({ outcome }) => outcome === 'shared').map((share) => ({ ...share, userId })),
  );
}
