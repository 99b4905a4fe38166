// What brings sales and costs into the list: reports, the closet, by hand, and lots.
import { Link } from 'wouter';
import { changeQuery } from '#web/lib/browser/change-query.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { FileUp, Plus } from '#web/ui/icons.tsx';
import { ReadSalesButton } from '../read-sales-button.tsx';

export const SalesTools = ({ onAdd, onLots }: { onAdd: () => void; onLots: () => void }) => (
  <div className="sales-tools">
    <div className="answers">
      <Button look="primary" icon={<Plus />} onClick={onAdd}>
        Add a sale
      </Button>
      <Button onClick={onLots}>Lots</Button>
      <Link className="btn line" href={`${paths.sales}${changeQuery(location.search, { import: 'sales' })}`}>
        <FileUp />
        Import a report
      </Link>
      <ReadSalesButton />
    </div>
    <p className="small mute">
      When you ask, Hangtag reads your sales at most once in ten minutes. It also reads them after it finds something
      sold in your closet, at most once in six hours. It keeps nothing about your buyers.
    </p>
  </div>
);
