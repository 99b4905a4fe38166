// What the dashboard says about listings worth repricing, from the advice that still applies.
import { counted, shortDay } from '#web/format/format.ts';
import { signedWholeDollars } from '#web/format/money-format.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { pricingCardMessages } from '#web/messages/pricing/pricing-cards.ts';
import { useOptimizer, usualRequest } from '../optimizer/use-optimizer.ts';
import { isWorthShowing } from '../optimizer/worth-showing.ts';
import { standingAdviceQuery } from '../queries.ts';

const messages = pricingCardMessages.reprice;

/** A statement, a link to the optimizer, or both. `count`: how many listings are worth repricing. */
type Reprice = {
  count: number;
  amount: string;
  text?: string;
  link?: { words: string; act: () => void };
  retry?: () => void;
};

export const useReprice = (timezone: string): Reprice => {
  const { data: standing, error, refetch } = useSteadyQuery(standingAdviceQuery);
  const { isRunning, optimize, putAway } = useOptimizer();
  const nothing = { count: 0, amount: '' };
  if (isRunning) return { ...nothing, text: 'Comparing prices…' };
  if (standing === undefined)
    return error
      ? { ...nothing, text: 'Couldn’t load price advice.', retry: () => void refetch() }
      : { ...nothing, text: 'Loading price advice' };
  const worth = standing.optimizations.filter(isWorthShowing);
  if (worth.length > 0) {
    const amount = signedWholeDollars(worth.reduce((sum, { priceDifference }) => sum + priceDifference, 0));
    const words = `${counted(worth.length, 'listing')} worth repricing, about\u00a0${amount}`;
    return { count: worth.length, amount, link: { words, act: putAway } };
  }
  const compare = () => optimize(usualRequest);
  if (standing.comparedAt === null)
    return { ...nothing, link: { words: 'Find listings worth repricing', act: compare } };
  const { comparedAt, optimizedCount } = standing;
  const text =
    optimizedCount > 0
      ? `${counted(optimizedCount, 'listing')} compared, none worth repricing.`
      : isWithinWeek(comparedAt)
        ? messages.done
        : `Prices last compared ${shortDay(comparedAt, timezone)}.`;
  return { ...nothing, text, link: { words: 'Compare again', act: compare } };
};

const weekMs = 7 * 86_400_000;
const isWithinWeek = (at: string): boolean => Date.now() - Date.parse(at) < weekMs;
