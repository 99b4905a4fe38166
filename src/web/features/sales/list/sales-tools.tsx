// What brings sales and costs into the list: the closet, by hand, and lots. Reports have their button in the head of the page.
import { Button } from '#web/ui/button.tsx';
import { Plus } from '#web/ui/icons.tsx';
import { ReadSalesButton } from '../read-sales-button.tsx';

export const SalesTools = ({ onAdd, onLots }: { onAdd: () => void; onLots: () => void }) => (
  <div className="sales-tools">
    <div className="answers">
      <Button look="primary" icon={<Plus />} onClick={onAdd}>
        Add a sale
      </Button>
      <Button onClick={onLots}>Lots</Button>
      <ReadSalesButton />
    </div>
    <p className="small mute">
      When you ask, Hangtag reads your sales at most once in ten minutes. It also reads them after it finds something
      sold in your closet, at most once in six hours. It keeps nothing about your buyers.
    </p>
  </div>
);
