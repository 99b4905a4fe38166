// The overview of the numbers: this month in a sentence, and what the sales of a period add up to.
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import type { ClosetNumbers, SaleTotals } from '#contract/sales/numbers.ts';
import { shareDay } from '#domain/time.ts';
import { count, counted } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { useNow } from '#web/lib/clock.ts';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { importQuery, paths } from '#web/lib/paths.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { AgeBars, FigureList } from '#web/ui/figures/figures.tsx';
import { Hangers } from '#web/ui/hangers.tsx';
import { FileUp, Plus } from '#web/ui/icons.tsx';
import { NoData, PanelError, Section, Skeleton } from '#web/ui/panel.tsx';
import { numbersQuery } from '../queries.ts';
import { ReadSalesButton } from '../read-sales-button.tsx';
import { salesKeys } from '../sales-keys.ts';
import { BestAndWorst } from './best-and-worst.tsx';
import { MonthBand } from './month-band.tsx';
import { MonthChart } from './month-chart.tsx';
import { periodTitle, queryDays, readPeriod } from './period.ts';
import { Figures, PeriodPicker, Sums } from './sums.tsx';
import './overview.css';

export const Overview = ({ timezone }: { timezone: string }) => {
  const today = shareDay(useNow(60_000), timezone);
  const period = readPeriod(useSearch(), today);
  const { data, error, refetch } = useSteadyQuery(numbersQuery({ by: 'brand', ...queryDays(period) }));
  const all = useSteadyQuery(numbersQuery({ by: 'month' }));
  const client = useQueryClient();
  // One failure instead of one in each part.
  if (all.data === undefined && all.error !== null) {
    const readAgain = () => client.refetchQueries({ queryKey: salesKeys.numbers, type: 'active' });
    return <PanelError error={all.error} onRetry={readAgain} />;
  }
  if (all.data !== undefined && isEmpty(all.data.totals)) return <NoSales />;
  return (
    <div className="numbers">
      <MonthBand today={today} />
      <Section id="numbers-period" title={periodTitle(period)} className="numbers-part lines">
        <PeriodPicker period={period} />
        {data ? (
          <>
            <Sums totals={data.totals} period={period} />
            {data.totals.sales > 0 && <Figures totals={data.totals} />}
          </>
        ) : (
          <NoData error={error} onRetry={refetch} label="Loading your numbers" />
        )}
      </Section>
      {all.data ? (
        <MonthChart groups={all.data.groups} today={today} />
      ) : (
        <Skeleton lines={8} label="Loading your months" />
      )}
      {data && <BestAndWorst period={period} brands={data.groups} />}
      {all.data && <ClosetNow closet={all.data.closet} />}
    </div>
  );
};

const isEmpty = ({ sales, returned, cancelled }: SaleTotals): boolean => sales + returned + cancelled === 0;

const NoSales = () => (
  <section className="no-sales" aria-labelledby="no-sales">
    <Hangers label="No sales yet." />
    <h2 className="disp" id="no-sales">
      What did you really earn?
    </h2>
    <p className="lead-s">
      Bring in your sales once, and Hangtag works out the profit of each: price, less fees, shipping, and what you paid.
      Nothing about your buyers is kept.
    </p>
    <SalesSources />
  </section>
);

const SalesSources = () => {
  const marketplace = useMarketplaceName();
  return (
    <ul className="sales-sources">
      <li>
        <h3 className="h-head">Your sales report</h3>
        <p className="small mute">
          The file that Poshmark mails you, or a spreadsheet of your own. It has your fees and your costs.
        </p>
        <Link className="btn pri" href={`${paths.numbers}${importQuery}`}>
          <FileUp />
          Import a file
        </Link>
      </li>
      <li>
        <h3 className="h-head">Your closet</h3>
        <p className="small mute">
          Hangtag reads your orders from {marketplace}. After the first time, it also reads them on its own after
          something sells.
        </p>
        <ReadSalesButton />
      </li>
      <li>
        <h3 className="h-head">By hand</h3>
        <p className="small mute">A sale at a market, in another app, or to a friend.</p>
        <Link className="btn line" href={`${paths.sales}?add=sale`}>
          <Plus />
          Add a sale
        </Link>
      </li>
    </ul>
  );
};

const figuresOf = ({ active, askingCents, costCents, withoutCost, sellThrough }: ClosetNumbers) => {
  const cost = costCents === null ? '–' : wholeDollars(costCents / 100);
  const sold = sellThrough === null ? '–' : `${Math.round(sellThrough * 100)}%`;
  const ofCost = withoutCost === 0 ? 'of all of them' : `${counted(withoutCost, 'listing')} without a cost`;
  return [
    { name: 'For sale', value: count(active), note: active === 1 ? 'listing' : 'listings' },
    { name: 'Asking', value: wholeDollars(askingCents / 100), note: 'if everything sold at its price' },
    { name: 'Cost', value: cost, note: ofCost },
    { name: 'Sell-through', value: sold, note: 'sold in the last 30 days, of these and what is for sale' },
  ];
};

const ClosetNow = ({ closet }: { closet: ClosetNumbers }) => (
  <Section id="numbers-closet" title="In your closet now" className="numbers-part lines">
    {closet.active === 0 ? (
      <p className="small mute">
        Nothing is for sale. <Link href={paths.dashboard}>Go to the dashboard</Link> to connect or sync your closet.
      </p>
    ) : (
      <>
        <FigureList figures={figuresOf(closet)} />
        {closet.withoutCost > 0 && (
          <p className="small mute">
            <Link href={`${paths.marketAnalysis}?view=table&cost=-`}>Add costs to your listings</Link>, and each sale
            knows its profit.
          </p>
        )}
        <AgeBars
          ages={closet.ages.map((age) => ({
            name: nameOfAge(age),
            listings: age.listings,
            note: wholeDollars(age.askingCents / 100),
          }))}
        />
      </>
    )}
  </Section>
);

const nameOfAge = ({ fromDays, toDays }: ClosetNumbers['ages'][number]): string => {
  if (fromDays === null) return 'Date not known';
  if (toDays === null) return `${fromDays} days or more`;
  return fromDays === 0 ? `Up to ${toDays} days` : `${fromDays} to ${toDays} days`;
};
