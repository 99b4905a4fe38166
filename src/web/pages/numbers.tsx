// The numbers: what sales brought, their list, the tax year, and how right Hangtag's prices are. Each is a tab with its own address.
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { meQuery } from '#web/features/account/queries.ts';
import { OutageNotice } from '#web/features/bot/band/bot-band.tsx';
import { Overview } from '#web/features/sales/numbers/overview.tsx';
import { changeQuery } from '#web/lib/browser/change-query.ts';
import { paths } from '#web/lib/paths.ts';
import { later } from '#web/ui/later.tsx';
import { Skeleton } from '#web/ui/panel.tsx';
import './numbers.css';

type TabProps = { timezone: string; seller: string };
const tab = (load: () => Promise<{ default: ComponentType<TabProps> }>) =>
  later(load, { waiting: () => <Skeleton lines={6} label="Loading" /> });

const tabs: readonly { path: string; name: string; title: string; Content: ComponentType<TabProps> }[] = [
  {
    path: paths.numbers,
    name: 'Overview',
    title: 'Numbers',
    Content: Overview,
  },
  {
    path: paths.sales,
    name: 'Sales',
    title: 'Sales',
    Content: tab(() => import('#web/features/sales/list/sales-list.tsx')),
  },
  {
    path: paths.taxYear,
    name: 'Tax year',
    title: 'Tax year',
    Content: tab(() => import('#web/features/sales/tax/tax-year.tsx')),
  },
  {
    path: paths.backtest,
    name: 'How right is Hangtag?',
    title: 'How right is Hangtag?',
    Content: tab(() => import('#web/features/sales/backtest/backtest.tsx')),
  },
];

const Numbers = () => {
  const { data: user } = useQuery(meQuery);
  const [place] = useLocation();
  const search = useSearch();
  const timezone = user?.timezone ?? 'UTC';
  const shown = tabs.find(({ path }) => path === place);
  return (
    <main id="main" className="numbers-page wrap">
      <title>{`${shown?.title ?? 'Numbers'} · Hangtag`}</title>
      <div className="numbers-head">
        <h1 className="h-title">Numbers</h1>
        <nav className="numbers-tabs" aria-label="Numbers">
          {tabs.map(({ path, name }) => (
            <Link key={path} href={path} aria-current={path === place ? 'page' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
        <Link className="btn line sm numbers-import" href={`${place}${changeQuery(search, { import: 'sales' })}`}>
          Import a report
        </Link>
      </div>
      <OutageNotice timezone={timezone} />
      {user && shown && <shown.Content timezone={timezone} seller={`${user.firstName} ${user.lastName}`.trim()} />}
    </main>
  );
};

export default Numbers;
