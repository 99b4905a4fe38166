// The link from the top of the dashboard to the optimizer.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { isWorthShowing } from '#domain/pricing/advice/worth-showing.ts';
import { count, counted, shortDay } from '#web/format/format.ts';
import { signedWholeDollars } from '#web/format/money-format.ts';
import { paths } from '#web/lib/paths.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { ArrowDown } from '#web/ui/icons.tsx';
import { useOptimizer, usualRequest } from '../optimizer/use-optimizer.ts';
import { standingAdviceQuery } from '../queries.ts';
import './reprice-line.css';
import '#web/ui/button.css';

type Props = { onFollow: () => void; 'aria-label'?: string; children: ReactNode };

/** Going there also decides what the optimizer shows when the seller arrives. */
const ToOptimizer = ({ onFollow, children, ...named }: Props) => (
  // biome-ignore lint/a11y/useValidAnchor: it leads to another part of the page
  <a href="#optimizer" onClick={onFollow} {...named}>
    {children}
  </a>
);

/** Sellers without listings are led to the photo card, because an item can be priced before it is listed. */
export const RepriceLine = ({ hasListings, timezone }: { hasListings: boolean; timezone: string }) =>
  hasListings ? (
    <AboutListings timezone={timezone} />
  ) : (
    <p className="reprice">
      <a href="#photo">
        Price an item from a photo
        <ArrowDown />
      </a>
    </p>
  );

const AboutListings = ({ timezone }: { timezone: string }) => {
  const { text, link, retry } = useReprice(timezone);
  return (
    <p className="reprice">
      {text !== undefined && <span role="status">{text}</span>}
      {link && (
        <ToOptimizer onFollow={link.act}>
          {link.words}
          <ArrowDown />
        </ToOptimizer>
      )}
      {retry && (
        <button type="button" className="btn bare sm" onClick={retry}>
          Try again
        </button>
      )}
    </p>
  );
};

type AiAnalysisCellProps = {
  /** On phones a line at the top of the page says what to reprice. */
  isRepriceShown: boolean;
  timezone: string;
};

/** The card about prices: what is worth repricing, and the way to the analysis of one listing. */
export const AiAnalysisCell = ({ isRepriceShown, timezone }: AiAnalysisCellProps) =>
  isRepriceShown ? (
    <RepriceCell timezone={timezone} />
  ) : (
    <div className="cell ai">
      <div className="ai-text">
        <h2 className="lab">AI Analysis</h2>
        <p>Compare one listing with what similar items sell for</p>
      </div>
      <ToAnalysis />
    </div>
  );

const ToAnalysis = () => (
  <Link className="btn line sm" href={paths.marketAnalysis}>
    Analyze
  </Link>
);

const RepriceCell = ({ timezone }: { timezone: string }) => {
  const { count: listings, amount, text, link, retry } = useReprice(timezone);
  return (
    <div className={listings > 0 ? 'cell has' : 'cell ai'}>
      {listings > 0 && (
        <div className="fig" aria-hidden="true">
          {count(listings)}
        </div>
      )}
      <div className="ai-text">
        <h2 className="lab">AI Analysis</h2>
        <p>
          {text !== undefined && <span role="status">{text}</span>}{' '}
          {link && (
            <ToOptimizer onFollow={link.act} aria-label={link.words}>
              {listings > 0
                ? `${listings === 1 ? 'listing' : 'listings'} worth repricing, about\u00a0${amount}`
                : link.words}
            </ToOptimizer>
          )}
          {retry && (
            <button type="button" className="as-link" onClick={retry}>
              Try again
            </button>
          )}
        </p>
      </div>
      <ToAnalysis />
    </div>
  );
};

/** A statement, a link to the optimizer, or both. `count`: how many listings are worth repricing. */
type Reprice = {
  count: number;
  amount: string;
  text?: string;
  link?: { words: string; act: () => void };
  retry?: () => void;
};

const useReprice = (timezone: string): Reprice => {
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
        ? 'No open price advice.'
        : `Prices last compared ${shortDay(comparedAt, timezone)}.`;
  return { ...nothing, text, link: { words: 'Compare again', act: compare } };
};

const weekMs = 7 * 86_400_000;
const isWithinWeek = (at: string): boolean => Date.now() - Date.parse(at) < weekMs;
