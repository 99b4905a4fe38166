// Promises about party shares and share-backs, checked against what the marketplace accepted.

import type { Accepted } from './oracle.ts';

/** What the marketplace knows of people: whose each listing is, and who shared a seller's listings when. */
export type People = {
  ownerOf: ReadonlyMap<string, string>;
  news: ReadonlyMap<string, readonly { name: string; at: number }[]>;
};

const dayMs = 86_400_000;
/** The news are dated by the marketplace's clock, in whole seconds. */
const slackMs = 1_000;

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
        ?.some(({ name, at }) => name === personOf(back) && at <= back.at + slackMs && at > back.at - dayMs - slackMs),
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
