// Before the first sale: what this page will show, and three ways to bring sales in.
import { Link } from 'wouter';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { importQuery, paths } from '#web/lib/paths.ts';
import { Hangers } from '#web/ui/hangers.tsx';
import { FileUp, Plus } from '#web/ui/icons.tsx';
import { ReadSalesButton } from '../read-sales-button.tsx';
import './no-sales.css';

export const NoSales = () => (
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
