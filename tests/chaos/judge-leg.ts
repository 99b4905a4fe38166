// Compares everything that the marketplace accepted in a leg with what is stored, once everything is settled.

import { setTimeout as sleep } from 'node:timers/promises';
import { type ShareKind, shareKinds } from '#domain/bot/bot.ts';
import { leastPauseMs } from '#domain/bot/pace.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Ground } from './faults/ground.ts';
import type { Leg } from './legs.ts';
import { type Accepted, judge } from './oracle/oracle.ts';
import {
  afterStops,
  type People,
  pricesThatDiffer,
  sharedTwiceInParties,
  tooClose,
  wrongShareBacks,
} from './oracle/promises.ts';
import type { Seller } from './sellers.ts';
import { isMode } from './world/world.ts';

/** The sweep checks once a minute for attempts that are a minute old. */
const settleLimitMs = 140_000;
/** A worker finds out that its bot was stopped when the next share is due: after the longest pause, which a warning doubles. */
const longestPause = 8;

/** Stops every bot, and waits until no share and no price change is open, because of a reply, the sweep, or the job of prices. */
export async function quietDown({ leg, places, database, sellers }: Ground): Promise<void> {
  for (const { database: way, marketplace } of places) {
    way.heal();
    marketplace.heal();
  }
  for (const { apis } of sellers) for (const api of apis) await api.bot.stop().catch(() => {});
  const giveUpAt = Date.now() + settleLimitMs;
  while (Date.now() < giveUpAt) {
    // After a promotion, the first query may still meet the server that is gone.
    const open = await database
      .query(
        `select 1 as one from share_attempts where outcome = 0
         union all select 1 from price_writes where state in ('waiting', 'sending') limit 1`,
      )
      .catch(() => null);
    // Then the worker that sent the last share updates the sums of its round.
    if (open?.count === 0) return sleep(Math.max(3_200, 1_000 + longestPause * leg.meanPauseMs));
    await sleep(500);
  }
}

/** Compares everything that the marketplace accepted with what is stored. */
export async function judgeAll(ground: Ground, kills: number[] | null) {
  const { leg, database, places, standin, sellers } = ground;
  await standin.journal.end();
  const { accepted, prices } = standin.journal;
  const limits = new Map(sellers.map(({ account, highestLimit }) => [account, highestLimit]));
  const { rows } = await database.query<{ id: string }>('select poshmark_id as id from listings');
  const own = new Set(rows.map(({ id }) => id));
  const kindOf = ({ listingId, partyId }: Accepted): ShareKind =>
    own.has(listingId) ? (partyId === undefined ? 'self' : 'party') : 'back';
  const backs = accepted.filter((share) => kindOf(share) === 'back');
  const verdict = await judge({ database, accepted, limits, kills });
  const stops = sellers.flatMap((seller) => seller.stops);
  const crashes = sellers.reduce((sum, seller) => sum + seller.crashes, 0);
  const violations = [
    ...verdict.violations,
    ...afterStops(accepted, stops),
    ...tooClose(accepted, leastPauseMs(leg.meanPauseMs)),
    ...(await pricesThatDiffer(database, prices)),
    ...sharedTwiceInParties(accepted),
    ...wrongShareBacks(backs, await peopleOf(ground, backs)),
    ...(await sumsThatDiffer(sellers, accepted, kindOf)),
    ...places.flatMap(({ ends }) => ends),
    // If something is away, the call has to say so. A run fails on any error that nobody foresaw.
    ...(crashes === 0
      ? []
      : [`${crashes} calls of sellers were answered with 500`, ...places.flatMap((place) => place.crashes())]),
  ];
  /** What the marketplace accepted, by kind. */
  const kinds = { self: 0, party: 0, back: 0 };
  for (const share of accepted) kinds[kindOf(share)] += 1;
  return { ...verdict, kinds, violations: [...violations, ...(await doubtsThatAreWrong(leg, database))] };
}

/** Who shared what at the marketplace. */
async function peopleOf({ standin, sellers }: Ground, backs: readonly Accepted[]): Promise<People> {
  const ownerOf = new Map<string, string>();
  for (const { listingId } of backs) ownerOf.set(listingId, await standin.ownerOf(listingId));
  const news = new Map<string, { name: string; at: number }[]>();
  for (const { account, login } of sellers) {
    await standin.passCheck(account);
    news.set(account, await standin.newsOf(login));
  }
  return { ownerOf, news };
}

/** What sellers read by kind adds up, and is no less than what the marketplace accepted. */
async function sumsThatDiffer(
  sellers: readonly Seller[],
  accepted: readonly Accepted[],
  kindOf: (share: Accepted) => ShareKind,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { account, apis } of sellers) {
    const status = await apis[0]?.bot.status().catch(() => null);
    if (status == null) continue;
    const { sharesByKind, sharesToday, now } = status;
    const { self, party, back } = sharesByKind;
    if (self + party + back !== sharesToday)
      wrong.push(`${account}: ${self}, ${party}, and ${back} shares aren't ${sharesToday}`);
    const today = accepted.filter(
      (share) => share.account === account && new Date(share.at).toISOString().slice(0, 10) === now.slice(0, 10),
    );
    for (const kind of shareKinds) {
      const count = today.filter((share) => kindOf(share) === kind).length;
      if (count > sharesByKind[kind])
        wrong.push(`${account}: ${count} shares of kind ${kind} at the marketplace, and ${sharesByKind[kind]} here`);
    }
  }
  return wrong;
}

export const countDoubted = async (database: Database): Promise<number> =>
  (await database.query(`select 1 from share_attempts where evidence like '%moved to its standby%'`)).count;

/** A synchronous standby knows of every share, and an asynchronous one does not. */
async function doubtsThatAreWrong(leg: Leg, database: Database): Promise<string[]> {
  if (!isMode(leg.database)) return [];
  const doubted = await countDoubted(database);
  if (leg.database === 'synchronous')
    return doubted === 0 ? [] : [`${doubted} shares were doubted although none was lost`];
  return doubted === 0 ? ['no share was doubted'] : [];
}
