// The numbers: what sales brought, their list, the tax year, and how right Hangtag's prices are.
import { Link, useLocation, useSearch } from 'wouter';
import { Overview } from '#web/features/sales/numbers/overview.tsx';
import { changeQuery, paths } from '#web/lib/paths.ts';
import { loadedTab, type Tab, TabbedPage } from './tabbed-page.tsx';

const tabs: readonly Tab[] = [
  { path: paths.numbers, name: 'Overview', title: 'Numbers', Content: Overview },
  { path: paths.sales, name: 'Sales', Content: loadedTab(() => import('#web/features/sales/list/sales-list.tsx')) },
  { path: paths.taxYear, name: 'Tax year', Content: loadedTab(() => import('#web/features/sales/tax-year.tsx')) },
  {
    path: paths.backtest,
    name: 'How right is Hangtag?',
    Content: loadedTab(() => import('#web/features/sales/backtest.tsx')),
  },
];

const ImportLink = () => {
  const [path] = useLocation();
  return (
    <Link className="btn line sm tabbed-act" href={`${path}${changeQuery(useSearch(), { import: 'sales' })}`}>
      Import a report
    </Link>
  );
};

const Numbers = () => <TabbedPage name="Numbers" tabs={tabs} act={<ImportLink />} />;

export default Numbers;
