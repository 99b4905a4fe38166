// A tax year: the sums that a US sole proprietor's form asks for, to print or as a file.
import { Link, useLocation, useSearch } from 'wouter';
import type { TaxYear } from '#contract/sales/numbers.ts';
import { shareDay } from '#domain/time.ts';
import { counted, fullDate } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { useNow } from '#web/lib/clock.ts';
import { paths } from '#web/lib/paths.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { numbersQuery, taxYearQuery } from './queries.ts';
import './tax-year.css';

/** Until the day on which returns are due, most sellers ask about the year before. */
const usualYear = (today: string): number => Number(today.slice(0, 4)) - (today.slice(5) <= '04-15' ? 1 : 0);

const TaxYearPage = ({ timezone, seller }: { timezone: string; seller: string }) => {
  const today = shareDay(useNow(60_000), timezone);
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('year') ?? '';
  const thisYear = Number(today.slice(0, 4));
  const year = /^20\d\d$/.test(asked) && Number(asked) <= thisYear ? Number(asked) : usualYear(today);
  const { data, error, refetch } = useSteadyQuery(taxYearQuery(year));
  const { data: all } = useSteadyQuery(numbersQuery({ by: 'month' }));
  const first = Number(all?.groups.find(({ key }) => key !== null)?.key?.slice(0, 4) ?? year);
  const years = Array.from({ length: thisYear - Math.min(first, year) + 1 }, (_, back) => thisYear - back);
  return (
    <div className="tax">
      <div className="tax-choice not-printed">
        <SelectField
          label="Tax year"
          value={year}
          options={years.map((one) => [one, String(one)])}
          onChange={({ target }) => navigate(`${path}?year=${target.value}`, { replace: true })}
        />
        <a className="btn pri" href={`/api/numbers/export?year=${year}`} download>
          Download CSV
        </a>
        <Button onClick={() => print()}>Print</Button>
      </div>
      {data ? (
        <Sheet data={data} seller={seller} today={today} />
      ) : (
        <NoData error={error} onRetry={refetch} lines={8} label="Loading your tax year" />
      )}
    </div>
  );
};

export default TaxYearPage;

const Sheet = ({ data, seller, today }: { data: TaxYear; seller: string; today: string }) => {
  const { year, sales, returned, cancelled, salesWithoutCost } = data;
  // The sum that is only for reading belongs to the form before it.
  const at = data.lines.findIndex(({ line }) => line?.startsWith('Form 1099-K'));
  const [schedule, forms1099] = [data.lines.slice(0, at), data.lines.slice(at)];
  const days = `?from=${year}-01-01&to=${year}-12-31`;
  return (
    <article className="tax-sheet lines" aria-labelledby="tax-title">
      <h2 className="h-title" id="tax-title">
        Sales of {year}
      </h2>
      <p className="only-printed">
        {seller}, printed on {fullDate(today)}
      </p>
      <p>
        <Link href={`${paths.sales}${days}`}>{counted(sales, 'sale')}</Link>
        {returned > 0 && `, ${returned} returned`}
        {cancelled > 0 && `, ${cancelled} canceled`}.
      </p>
      {salesWithoutCost > 0 && (
        <p className="tax-missing">
          <b>{`${counted(salesWithoutCost, 'sale')} ${salesWithoutCost === 1 ? 'has' : 'have'} no cost yet.`}</b> Until
          you add {salesWithoutCost === 1 ? 'it' : 'them'}, these sums have too much profit.{' '}
          <Link className="not-printed" href={`${paths.sales}${days}&withoutCost=true`}>
            Add the costs
          </Link>
        </p>
      )}
      <Lines title="For Schedule C (Form 1040)" lines={schedule} />
      <Lines title="Beside Form 1099-K" lines={forms1099} />
      <h3 className="h-head">What is in these sums, and what isn’t</h3>
      <ul className="tax-notes mute small">
        {data.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </article>
  );
};

/** Without the form, which the table's title has: "Line 1". */
const placeOf = (line: string | null): string =>
  line
    ?.split(', ')
    .at(-1)
    ?.replace(/^./, (letter) => letter.toUpperCase()) ?? '';

const Lines = ({ title, lines }: { title: string; lines: TaxYear['lines'] }) => (
  <table className="numbers-table tax-lines">
    <caption className="h-head">{title}</caption>
    <thead className="sr">
      <tr>
        <th scope="col">Line</th>
        <th scope="col">What it is</th>
        <th scope="col">Amount</th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ line, name, cents }) => (
        <tr key={name} className={line === null ? 'sum' : undefined}>
          <td className="small mute">{placeOf(line)}</td>
          <th scope="row">{name}</th>
          <td>{dollarsOfCents(cents)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
