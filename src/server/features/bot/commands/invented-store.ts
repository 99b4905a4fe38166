// Gives the bot of a demo account an invented history: a stopped bot with settings, rounds, shares, and a pause that is over. Rounds are
// written as real ones are.

import { standardSettings } from '#domain/bot/bot.ts';
import { roundId } from '#domain/bot/round.ts';
import type { DemoHistory, DemoRound } from '#domain/demo/demo-history.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { shareDay } from '#domain/time.ts';
import { listsOf } from '../../../sql.ts';
import { type NewEntry, recordMany } from '../../activity/activity.ts';
import { countShares } from '../../listings/listings.ts';
import { kindNumbers } from '../ledger/store.ts';
import { planWords, roundWords } from '../reports/reports.ts';
import { ensurePartition, type RoundKind, takeRoundNumbers } from '../rounds/store.ts';
import { changeLockedBot } from '../state/bot-row.ts';
import { lockOrMakeSeller } from '../state/seller.ts';

const outcomes = { shared: 1, refused: 2, unknown: 3 } as const;
/** Stored as the marketplace's message, so that these shares can be recognized as invented. */
const evidence = { shared: 'demo', refused: 'validation: demo', unknown: 'uncertain: demo' } as const;

async function insertInventedRounds(tx: Queryable, userId: string, rounds: readonly DemoRound[]): Promise<void> {
  const days = new Set(rounds.map(({ startsAt }) => shareDay(startsAt, 'UTC')));
  for (const day of days) await ensurePartition(tx, day);
  const numbers = await takeRoundNumbers(tx, rounds.length);
  const numbered = rounds.map((round, index) => ({
    ...round,
    id: String(roundId(round.startsAt, numbers[index] ?? 0)),
  }));
  await tx.query(
    `insert into rounds (id, user_id, started_at, ended_at, plan, planned, shares, unknown, failed, state, kind, party_id,
       party_title, party_ends_at)
     select a.id, $1, to_timestamp(a.started / 1000), to_timestamp(a.ended / 1000), '{}', a.planned, a.shares, a.unknown,
       a.failed, 'done', a.kind, case when a.kind = 1 then 'demo' end, a.party, case when a.kind = 1 then to_timestamp(a.ended / 1000) end
     from unnest($2::bigint[], $3::double precision[], $4::double precision[], $5::int[], $6::int[], $7::int[], $8::int[],
         $9::smallint[], $10::text[])
       as a(id, started, ended, planned, shares, unknown, failed, kind, party)`,
    [
      userId,
      ...listsOf(numbered, 'id', 'startsAt', 'endsAt'),
      numbered.map(({ shares }) => shares.length),
      numbered.map((round) => countOf(round, 'shared')),
      numbered.map((round) => countOf(round, 'unknown')),
      numbered.map((round) => countOf(round, 'refused')),
      numbered.map(({ visit }) => kindNumbers[visit?.kind ?? 'self']),
      numbered.map(({ visit }) => (visit?.kind === 'party' ? visit.title : null)),
    ],
  );
  const shares: (DemoRound['shares'][number] & { round: string; kind: number })[] = [];
  for (const { id: round, shares: ofRound, visit } of numbered) {
    const ids =
      visit?.kind === 'back'
        ? await insertInventedBacks(tx, { userId, round, names: visit.names, shares: ofRound })
        : null;
    for (const [index, share] of ofRound.entries())
      shares.push({
        ...share,
        round,
        kind: kindNumbers[visit?.kind ?? 'self'],
        listingId: ids === null ? share.listingId : `-${ids[index]}`,
      });
  }
  await tx.query(
    `with written as (
       insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, settled_at, outcome, evidence, kind)
       select a.round_id, a.listing_id, $1, a.day::date, to_timestamp(a.at / 1000),
         to_timestamp(a.at / 1000) + interval '200 ms', a.outcome, a.evidence, a.kind
       from unnest($2::bigint[], $3::bigint[], $4::text[], $5::double precision[], $6::smallint[], $7::smallint[], $8::text[])
         as a(round_id, listing_id, day, at, kind, outcome, evidence)
       returning share_date, outcome, kind
     )
     insert into daily_share_counts (user_id, share_date, share_count, party_count, back_count)
     select $1, share_date::text, count(*), count(*) filter (where kind = 1), count(*) filter (where kind = 2)
     from written where outcome <> 2 group by share_date`,
    [
      userId,
      ...listsOf(shares, 'round', 'listingId', 'day', 'at', 'kind'),
      shares.map(({ outcome }) => outcomes[outcome]),
      shares.map(({ outcome }) => evidence[outcome]),
    ],
  );
  await countShares(
    tx,
    shares
      .filter(({ outcome, kind }) => outcome === 'shared' && kind !== kindNumbers.back)
      .map((share) => ({ ...share, userId })),
  );
}

/** The hashes are invented, so they belong to nobody. */
async function insertInventedBacks(
  tx: Queryable,
  given: { userId: string; round: string; names: readonly string[]; shares: DemoRound['shares'] },
): Promise<string[]> {
  const { userId, round, names, shares } = given;
  const { rows } = await tx.query<{ id: string }>(
    `insert into share_backs (user_id, day, person_hash, listing_hash, name, round_id, at)
     select $1, a.day::date, 'demo ' || a.name, 'demo ' || $2 || ' ' || a.name, a.name, $2::bigint, to_timestamp(a.at / 1000)
     from unnest($3::text[], $4::text[], $5::double precision[]) as a(name, day, at) returning id`,
    [userId, round, names, ...listsOf(shares, 'day', 'at')],
  );
  return rows.map(({ id }) => id);
}

/** A limit close enough to the shown days that their bars can be drawn beside it. */
const settings = { ...standardSettings, dailyShareLimit: 1000 };
const mark = '(demo)';

export async function recordHistory(
  tx: Queryable,
  userId: string,
  { rounds, pause, now }: Pick<DemoHistory, 'rounds' | 'pause'> & { now: Instant },
): Promise<void> {
  const [first] = rounds;
  if (first === undefined) return;
  const bot = await lockOrMakeSeller(tx, userId, now);
  const limit = { limit: settings.dailyShareLimit };
  await changeLockedBot(tx, bot, { kind: 'settings_changed', now, settings, limit, opensSlot: false });
  await insertInventedRounds(tx, userId, rounds);
  const entry = (action: NewEntry['action'], at: Instant, details: string) => ({
    userId,
    action,
    at,
    details: `${details} ${mark}`,
  });
  await recordMany(tx, [
    entry('BOT_STARTED', first.startsAt - 1000, 'A round every 4 hours, up to 1,000 shares a day'),
    ...rounds.flatMap((round) => [
      entry('ROUND_STARTED', round.startsAt, planWords(kindOfDemo(round), round.shares.length)),
      entry('ROUND_FINISHED', round.endsAt, roundWords('done', sumsOf(round))),
    ]),
    entry('BOT_PAUSED', pause.startsAt, 'The marketplace asked for fewer requests'),
    entry('BOT_RESUMED', pause.endsAt, 'The pause was over'),
    entry('BOT_STOPPED', (rounds.at(-1)?.endsAt ?? now) + 1, 'After the last round'),
  ]);
}

function kindOfDemo({ visit, endsAt }: DemoRound): RoundKind {
  if (visit?.kind === 'party') return { kind: 'party', party: { id: 'demo', title: visit.title, endsAt } };
  return { kind: visit?.kind ?? 'self', party: null };
}

const countOf = ({ shares }: DemoRound, which: keyof typeof outcomes): number =>
  shares.filter(({ outcome }) => outcome === which).length;

const sumsOf = (round: DemoRound) => ({
  ...kindOfDemo(round),
  planned: round.shares.length,
  shares: countOf(round, 'shared'),
  inFlight: 0,
  unknown: countOf(round, 'unknown'),
  failed: countOf(round, 'refused'),
});
