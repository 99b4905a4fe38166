// How right Hangtag's prices would have been on the seller's own sales, for one who doubts it.
import { Link } from 'wouter';
import type { Backtest } from '#contract/pricing/backtest.ts';
import { mostJudged } from '#domain/pricing/backtest/backtest.ts';
import { count, counted } from '#web/format/format.ts';
import { dollarsOfCents, wholeDollars } from '#web/format/money-format.ts';
import { importQuery, paths } from '#web/lib/paths.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { DoubtLine } from '#web/ui/figures/figures.tsx';
import { Hangers } from '#web/ui/hangers.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { backtestQuery } from './queries.ts';
import './backtest.css';

const BacktestPage = () => {
  const { data, error, refetch } = useSteadyQuery(backtestQuery);
  return (
    <div className="backtest">
      {data === undefined ? (
        <>
          {!error && (
            <p className="mute">
              Hangtag is pricing your sales as if it had never seen them. That takes a few seconds.
            </p>
          )}
          <NoData error={error} onRetry={refetch} lines={8} label="Checking Hangtag on your sales" />
        </>
      ) : data.judged === 0 ? (
        <TooFew data={data} />
      ) : (
        <Result data={data} />
      )}
      <HowItIsComputed />
    </div>
  );
};

export default BacktestPage;

const TooFew = ({ data }: { data: Backtest }) => (
  <section className="lines" aria-labelledby="backtest-verdict">
    <Hangers label="Too few sales." />
    <h2 className="disp" id="backtest-verdict">
      Too early to say.
    </h2>
    <p className="lead-s">{data.reason}</p>
    <p>
      <Link className="btn pri" href={`${paths.backtest}${importQuery}`}>
        Import your sales
      </Link>
    </p>
  </section>
);

const Result = ({ data }: { data: Backtest }) => {
  const { judged, inRange } = data;
  const { low, high } = shareBounds(inRange, judged);
  const notes = [
    `On so many sales, the true share may be anything between ${wholePercent(low)} and ${wholePercent(high)}.`,
    leaning(data),
    leftOut({ judged, sales: data.sales, most: mostJudged }),
  ];
  return (
    <>
      <section className="lines-close" aria-labelledby="backtest-verdict">
        <h2 className="disp" id="backtest-verdict">
          {verdict(data)}
        </h2>
        <p className="lead-s">{judgment(data)}</p>
        <p className="mute">{notes.filter(Boolean).join(' ')}</p>
      </section>
      <ByPriceRange data={data} />
      <Misses worst={data.worst} />
    </>
  );
};

const nameOfRange = ({ fromCents, toCents }: Backtest['byPriceRange'][number]): string => {
  const from = wholeDollars(fromCents / 100);
  if (toCents === null) return `${from} or more`;
  const to = wholeDollars(toCents / 100);
  return fromCents === 0 ? `Under ${to}` : `${from} to ${to}`;
};

const ByPriceRange = ({ data: { byPriceRange, coverage } }: { data: Backtest }) => (
  <section className="lines-close" aria-labelledby="backtest-ranges">
    <h2 className="h-title" id="backtest-ranges">
      By price
    </h2>
    <p className="small mute">
      The mark is the share of sales within the range, the hatched bar is how unsure that is. Dashed: the{' '}
      {wholePercent(coverage)} that the range claims.
    </p>
    <table className="numbers-table backtest-ranges">
      <thead className="backtest-heads">
        <tr>
          {['Sold for', 'Within the range', 'Sales', 'Middle error'].map((name) => (
            <th key={name} scope="col" className="lab">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {byPriceRange.map((range) => {
          const { judged, inRange, medianErrorPercent, fromCents } = range;
          const { low, high } = shareBounds(inRange, judged);
          return (
            <tr key={fromCents}>
              <th scope="row">{nameOfRange(range)}</th>
              <td>
                {judged === 0 ? (
                  <span className="mute">No sales</span>
                ) : (
                  <div className="share-plot">
                    <DoubtLine
                      value={(inRange / judged) * 100}
                      mark={coverage * 100}
                      range={{ from: low * 100, to: high * 100 }}
                    />
                    <span>
                      {wholePercent(inRange / judged)}
                      <span className="sr">
                        , between {wholePercent(low)} and {wholePercent(high)}
                      </span>
                    </span>
                  </div>
                )}
              </td>
              <td>
                {count(judged)}
                <span className="backtest-unit"> {judged === 1 ? 'sale' : 'sales'}</span>
              </td>
              <td>
                {medianErrorPercent !== null && (
                  <>
                    <span className="backtest-unit">middle error </span>
                    {Math.round(medianErrorPercent)}%
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </section>
);

const Misses = ({ worst }: Pick<Backtest, 'worst'>) => (
  <section className="lines-close" aria-labelledby="backtest-worst">
    <h2 className="h-title" id="backtest-worst">
      {worst.length === 1 ? 'The worst miss' : `The ${counted(worst.length, 'worst miss', 'worst misses')}`}
    </h2>
    <ol className="misses">
      {worst.map(({ saleId, title, soldForCents, estimateCents, lowCents, highCents }) => (
        <li key={saleId}>
          <Link className="two-lines" href={`${paths.sales}?q=${encodeURIComponent(title)}`}>
            {title}
          </Link>
          <span>
            sold for <b>{dollarsOfCents(soldForCents)}</b>
          </span>
          <span>
            Hangtag said <b>{dollarsOfCents(estimateCents)}</b>
            <span className="mute">
              , {wholeDollars(lowCents / 100)} to {wholeDollars(highCents / 100)}
            </span>
          </span>
        </li>
      ))}
    </ol>
  </section>
);

const HowItIsComputed = () => (
  <section className="lines-close" aria-labelledby="backtest-how">
    <h2 className="h-head" id="backtest-how">
      How this is computed
    </h2>
    <p className="small mute">
      Hangtag takes your newest sales, {mostJudged} at most, leaves a fifth of them out, and learns prices from the
      rest. Then it prices those that it has not seen and compares with what they sold for, five times, until each was
      left out once. The middle error is that of the middle sale: half of the prices were nearer, half were farther off.
    </p>
  </section>
);

const wholePercent = (share: number): string => `${Math.round(share * 100)}%`;

type Score = Pick<Backtest, 'judged' | 'inRange' | 'medianErrorPercent' | 'bias' | 'coverage'>;

/** "On your last 214 sales the range held 81%. The middle error was 14%." */
export const verdict = ({ judged, inRange, medianErrorPercent }: Score): string =>
  `On ${judged === 1 ? 'your last sale' : `your last ${count(judged)} sales`} the range held ${wholePercent(inRange / judged)}. The middle error was ${Math.round(medianErrorPercent ?? 0)}%.`;

/** Whether that is what the range claims, as far as so many sales can tell. */
export const judgment = ({ judged, inRange, coverage }: Score): string => {
  const { low, high } = shareBounds(inRange, judged);
  const claim = wholePercent(coverage);
  if (high < coverage)
    return `That’s bad: it should have held ${claim}. Your prices vary more than Hangtag thinks, so take its ranges as too narrow.`;
  if (low > coverage) return `It should have held ${claim}, so its ranges are wider than they need to be.`;
  return `It should hold ${claim}. On so many sales, that is as right as anyone can tell.`;
};

/** Whether estimates lean to one side. null: not known. */
export const leaning = ({ bias }: Score): string | null => {
  if (bias === null) return null;
  const percent = Math.round(Math.abs(bias - 1) * 100);
  if (percent < 1) return 'Its prices were neither too high nor too low.';
  return `Its prices were ${percent}% too ${bias > 1 ? 'high' : 'low'} on the middle sale.`;
};

/** Sales that got no price. null: all got one. */
export const leftOut = ({ judged, most, sales }: { judged: number; most: number; sales: number }): string | null => {
  const asked = Math.min(sales, most);
  if (judged >= asked) return null;
  return `Of your last ${counted(asked, 'sale')}, Hangtag knew too little about ${count(asked - judged)} to price ${asked - judged === 1 ? 'it' : 'them'}.`;
};

/** Of a normal distribution: 95 % are within so many standard errors. */
const z = 1.96;

/** Wilson's interval of 95 %: it stays between 0 and 1, and is wide for few cases. */
export const shareBounds = (hits: number, of: number): { low: number; high: number } => {
  if (of === 0) return { low: 0, high: 1 };
  const share = hits / of;
  const width = 1 + z ** 2 / of;
  const middle = (share + z ** 2 / (2 * of)) / width;
  const half = (z / width) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return { low: Math.max(middle - half, 0), high: Math.min(middle + half, 1) };
};
