// Which daily limit we recommend, and when one is risky: the shares a day at which sellers report blocks, and what limit and schedule
// together reach.

/** Sellers report "share jail", a block on sharing, in this range of shares a day. We found no other range reported. */
export const reportedShareJailRange = { low: 4000, high: 10_000 } as const;
/** However small the closet is: far below every report, with room for it to grow. */
const leastRecommended = 500;
/** At the recommended frequency. */
const roundsADay = 6;
const step = 50;

/**
 * What we recommend for a closet of this size, because the specification's presets know nothing of it: room for the rounds of the
 * recommended frequency, and a tenth more for new listings. Above the range that sellers report, no number of listings justifies it.
 */
export const recommendedLimit = (listings: number): number => {
  const wanted = Math.ceil((listings * roundsADay * 1.1) / step) * step;
  return Math.min(Math.max(wanted, leastRecommended), reportedShareJailRange.low);
};

/** Above this many shares a day the warning is a strong one. */
const veryRiskyDailyShares = 8000;

/**
 * `out_of_reach`: the limit is high, but the schedule doesn't come near it. `warning` and `strong_warning`: limit and schedule
 * together allow more shares a day than sellers report as safe. `sharesADay` is the most that they allow.
 */
export type LimitAdvice = { kind: 'none' | 'out_of_reach' | 'warning' | 'strong_warning'; sharesADay: number };

/** `reachable`: the shares of the busiest day that the schedule has time for, without any limit. */
export function adviseLimit(given: { dailyShareLimit: number; reachable: number }): LimitAdvice {
  const { dailyShareLimit, reachable } = given;
  const sharesADay = Math.min(dailyShareLimit, reachable);
  if (sharesADay > veryRiskyDailyShares) return { kind: 'strong_warning', sharesADay };
  if (sharesADay > reportedShareJailRange.low) return { kind: 'warning', sharesADay };
  return { kind: dailyShareLimit > reportedShareJailRange.low ? 'out_of_reach' : 'none', sharesADay };
}
