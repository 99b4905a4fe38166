// Says in sentences what an experiment could see, and what it saw.
import type { Detectable, Experiment, Outcome } from '#contract/experiment/experiment.ts';

/** Rates are small, so they are shown for 100 listings: 83 likes a week, 2.1 sales. */
export const per100 = (rate: number, { usual, onceADay }: Outcome): string =>
  Math.abs(rate * 100).toFixed(Math.max(usual ?? 0, onceADay ?? 0) >= 0.2 ? 0 : 1);

/** "+4", "−1.0", "0.0" */
export const signed = (difference: number, of: Outcome): string => {
  const text = per100(difference, of);
  if (Number(text) === 0) return text;
  return `${difference > 0 ? '+' : '−'}${text}`;
};

/** "2 to 9 more", "3 fewer to 1 more" */
function span(low: number, high: number, of: Outcome): string {
  const moreOrFewer = (rate: number): string => `${per100(rate, of)} ${rate < 0 ? 'fewer' : 'more'}`;
  if (low < 0 !== high < 0) return `${moreOrFewer(low)} to ${moreOrFewer(high)}`;
  const [near, far] = low < 0 ? [high, low] : [low, high];
  return `${per100(near, of)} to ${moreOrFewer(far)}`;
}

/** Never a winner without an interval. */
export function verdictOf(of: Outcome): { title: string; text: string } {
  const { outcome, verdict, why, difference, low, high } = of;
  if (verdict === 'not_enough' || difference === null || low === null || high === null)
    return {
      title: 'Not enough for a result',
      text: {
        few_weeks: 'Too few weeks count. It takes at least three.',
        few_events: `Too few ${outcome} came in to compare the two groups.`,
        shared_alike: 'Both groups got about the same number of shares, so there was nothing to compare.',
      }[why ?? 'few_events'],
    };
  const than = `${span(low, high, of)} ${outcome} than 100 shared once a day`;
  if (verdict === 'difference')
    return {
      title: `Sharing more brought ${difference > 0 ? 'more' : 'fewer'} ${outcome}`,
      text: `In a week, 100 listings shared as usual get ${than}.`,
    };
  const text = `In a week, 100 listings shared as usual may get ${than}.`;
  return low > 0 || high < 0
    ? { title: `Perhaps a difference in ${outcome}`, text: `${text} It may still be chance.` }
    : { title: `No difference in ${outcome} seen`, text };
}

const percentWords = (percent: number | null): string => (percent === null ? 'hardly any' : `${percent}% or more`);

export const likesWords = ({ likesPercent }: Detectable): string => percentWords(likesPercent);
export const salesWords = ({ salesPercent }: Detectable): string => percentWords(salesPercent);

/** Whether the groups get different numbers of shares. In the first two days of a week, nobody can tell. */
export function areSharedAlike({ groups, startsAt, week }: Experiment, now: number): boolean {
  if (groups === null || startsAt === null || week === null) return false;
  const days = (now - Date.parse(startsAt)) / 86_400_000 - 7 * (week - 1);
  return days >= 2 && groups.usual.sharesADay < 1.5 * groups.onceADay.sharesADay + 0.01;
}
