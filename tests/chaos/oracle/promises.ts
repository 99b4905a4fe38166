// Promises about stops, pauses, prices, party shares, and share-backs, checked against what the marketplace accepted.

import type { Database } from '#domain/ports/database.ts';
import type { Accepted } from './oracle.ts';

/** A stop that the server confirmed at `at`. From `until` on, the seller may have started the bot again. */
export type Stop = { account: string; at: number; until: number };

/** Clocks, and the way to the marketplace, differ by this much. */
const slackMs = 400;

/** I6: after a confirmed stop, the marketplace accepts nothing more than the one share that was in flight. */
export function afterStops(accepted: readonly Accepted[], stops: readonly Stop[]): string[] {
  const ofAccount = Map.groupBy(accepted, ({ account }) => account);
  return stops.flatMap(({ account, at, until }) => {
    const late = (ofAccount.get(account) ?? []).filter((share) => share.at > at && share.at < until);
    return late.length > 1 ? [`${account}: ${late.length} shares accepted after a confirmed stop`] : [];
  });
}

/** The shortest time between two shares of one seller in ms; null if no seller has two. */
export function shortestPause(accepted: readonly Accepted[]): number | null {
  const pauses = [...Map.groupBy(accepted, ({ account }) => account).values()].flatMap(pausesOf);
  return pauses.length === 0 ? null : pauses.reduce((least, pause) => Math.min(least, pause));
}

function pausesOf(shares: readonly Accepted[]): number[] {
  const times = shares.map(({ at }) => at).sort((a, b) => a - b);
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
}

/** I7: two shares of a seller are never closer together than the least pause. They may miss it by `slackMs`, and by half of it at most. */
export function tooClose(accepted: readonly Accepted[], leastPauseMs: number): string[] {
  const broken: string[] = [];
  const slack = Math.min(slackMs, leastPauseMs / 2);
  for (const [account, shares] of Map.groupBy(accepted, (share) => share.account)) {
    const short = pausesOf(shares).filter((pause) => pause < leastPauseMs - slack);
    if (short.length > 0)
      broken.push(`${account}: ${short.length} pauses below ${leastPauseMs} ms, the shortest ${Math.min(...short)} ms`);
  }
  return broken;
}

/** A price that the marketplace accepted. */
export type AcceptedPrice = { at: number; listingId: string };

type PriceRow = { id: string; marketId: string; state: string; sentAt: number | null };

/** I8: each accepted price change is in the journal of prices exactly once, and each change that it calls made was accepted. */
export async function pricesThatDiffer(database: Database, accepted: readonly AcceptedPrice[]): Promise<string[]> {
  const { rows } = await database.query<PriceRow>(
    `select w.id, l.poshmark_id as "marketId", w.state, w.sent_at as "sentAt"
     from price_writes w join listings l on l.id = w.listing_id order by w.id`,
  );
  const written = Map.groupBy(accepted, ({ listingId }) => listingId);
  const journal = Map.groupBy(rows, ({ marketId }) => marketId);
  return [...new Set([...written.keys(), ...journal.keys()])].flatMap((listing) =>
    comparePrices(listing, written.get(listing) ?? [], journal.get(listing) ?? []),
  );
}

/** A change between the sending of one row and the next belongs to the first of them. */
function comparePrices(listing: string, changes: readonly AcceptedPrice[], rows: readonly PriceRow[]): string[] {
  const broken: string[] = [];
  const open = rows.filter(({ state }) => state === 'waiting' || state === 'sending');
  if (open.length > 0) broken.push(`price of ${listing}: ${open.length} changes were never settled`);
  const sent = rows.flatMap((row) => (row.sentAt === null ? [] : [{ ...row, sentAt: row.sentAt }]));
  sent.sort((a, b) => a.sentAt - b.sentAt);
  const first = sent[0]?.sentAt ?? Number.POSITIVE_INFINITY;
  const early = changes.filter(({ at }) => at < first - slackMs);
  if (early.length > 0) broken.push(`price of ${listing}: ${early.length} changes without a row in the journal`);
  for (const [index, { id, sentAt, state }] of sent.entries()) {
    const next = sent[index + 1]?.sentAt ?? Number.POSITIVE_INFINITY;
    const own = changes.filter(({ at }) => at >= sentAt - slackMs && at < next - slackMs).length;
    if (own > 1) broken.push(`price ${id} of ${listing}: changed ${own} times`);
    if (state === 'updated' && own === 0) broken.push(`price ${id} of ${listing}: called changed, but it was not`);
    if (state === 'failed' && own > 0) broken.push(`price ${id} of ${listing}: called not changed, but it was`);
  }
  return broken;
}

/** What the marketplace knows of people: whose each listing is, and who shared a seller's listings when. */
export type People = {
  ownerOf: ReadonlyMap<string, string>;
  news: ReadonlyMap<string, readonly { name: string; at: number }[]>;
};

const dayMs = 86_400_000;
/** The news are dated by the marketplace's clock, in whole seconds. */
const newsSlackMs = 1_000;

/** Each listing is shared once in each party. */
export const sharedTwiceInParties = (accepted: readonly Accepted[]): string[] =>
  moreThanOnce(
    accepted.filter(({ partyId }) => partyId !== undefined),
    ({ account, partyId, listingId }) => `${account}: ${listingId} in party ${partyId}`,
  );

/** Somebody else's listing is shared once, once a day for each person, and only if that person shared one of the seller's before. */
export function wrongShareBacks(backs: readonly Accepted[], { ownerOf, news }: People): string[] {
  const personOf = ({ listingId }: Accepted): string => ownerOf.get(listingId) ?? 'nobody';
  const strangers = backs.filter(
    (back) =>
      !news
        .get(back.account)
        ?.some(
          ({ name, at }) =>
            name === personOf(back) && at <= back.at + newsSlackMs && at > back.at - dayMs - newsSlackMs,
        ),
  );
  return [
    ...moreThanOnce(backs, ({ account, listingId }) => `${account}: shared back ${listingId}`),
    ...moreThanOnce(backs, (back) => `${back.account}: shared back ${personOf(back)} on ${dateOf(back)}`),
    ...strangers.map((back) => `${back.account}: shared back ${personOf(back)}, who had shared nothing`),
  ];
}

const dateOf = ({ at }: Accepted): string => new Date(at).toISOString().slice(0, 10);

function moreThanOnce(shares: readonly Accepted[], nameOf: (share: Accepted) => string): string[] {
  return [...Map.groupBy(shares, nameOf)].flatMap(([name, all]) =>
    all.length > 1 ? [`${name}, ${all.length} times`] : [],
  );
}
