// Judges the demand for a listing.

/** How much attention a listing got, and how much exposure it had. */
export type Attention = {
  likes: number;
  shares: number;
  /** null if the listing date is unknown. */
  ageDays: number | null;
};

export type Demand =
  /** `percentile` is from 0 to 1 among its peers. `fewer` of its peers got fewer likes for their exposure, and `more` of them got more. */
  | { level: 'high' | 'medium' | 'low'; percentile: number; peers: number; fewer: number; more: number }
  | { level: 'unknown' };

/** With fewer peers the demand is unknown. */
export const leastPeers = 5;

/*
 * Likes come fast at first and slower later, and every share shows a listing again. Without a correction, a listing would look
 * unpopular just because it is new, or popular because it is old. Both powers are judgment.
 */
const agePower = 0.6;
const sharePower = 0.15;
/** The peers' like rate is mixed in with the weight of this many units of exposure, so that one like on day one is not a hit. */
const belief = 3;

/** No likes mean something only if at least this many were expected. If two are expected, none come by chance one time in seven. */
const leastExpectedLikes = 2;

const exposureOf = ({ ageDays, shares }: Attention & { ageDays: number }): number =>
  Math.max(ageDays, 0.5) ** agePower * (1 + shares) ** sharePower;

/** The demand for a listing compared with its peers at equal exposure: its rank among their shrunken like rates. */
export function judgeDemand(own: Attention, peers: readonly Attention[]): Demand {
  const dated = peers.filter(isDated);
  if (!isDated(own) || dated.length < leastPeers) return { level: 'unknown' };
  const exposure = dated.reduce((sum, peer) => sum + exposureOf(peer), 0);
  const usual = dated.reduce((sum, { likes }) => sum + likes, 0) / exposure;
  if (own.likes === 0 && usual * exposureOf(own) < leastExpectedLikes) return { level: 'unknown' };
  const rate = (attention: Attention & { ageDays: number }): number =>
    (attention.likes + belief * usual) / (exposureOf(attention) + belief);
  const rates = dated.map(rate);
  const mine = rate(own);
  const below = rates.filter((other) => other < mine).length;
  const same = rates.filter((other) => other === mine).length;
  const percentile = (below + same / 2) / rates.length;
  return {
    level: percentile >= 2 / 3 ? 'high' : percentile <= 1 / 3 ? 'low' : 'medium',
    percentile,
    peers: rates.length,
    fewer: below,
    more: rates.length - below - same,
  };
}

const isDated = (attention: Attention): attention is Attention & { ageDays: number } =>
  attention.ageDays !== null && attention.ageDays >= 0;

/** At most this many listings of a kind are compared. Their mean rank is precise enough then. */
const mostOfKind = 40;
const leastOfKind = 5;

/**
 * The demand for a kind of item: the mean rank of its listings among all of them at equal exposure. Unknown with fewer than five
 * listings of the kind, or with nothing to compare them with.
 */
export function judgeKindDemand(
  kind: readonly Attention[],
  all: readonly Attention[],
): 'high' | 'medium' | 'low' | 'unknown' {
  if (all.length - kind.length < leastOfKind) return 'unknown';
  const ranks = kind.slice(0, mostOfKind).flatMap((own) => {
    const demand = judgeDemand(own, all);
    return demand.level === 'unknown' ? [] : [demand.percentile];
  });
  if (ranks.length < leastOfKind) return 'unknown';
  const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
  return mean >= 2 / 3 ? 'high' : mean <= 1 / 3 ? 'low' : 'medium';
}
