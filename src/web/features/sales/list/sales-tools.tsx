// What brings sales and costs into the list: the closet, by hand, and lots. Reports have their button in the head of the page.
import { Button } from '#web/ui/button.tsx';
import { Plus } from '#web/ui/icons.tsx';
import { ReadSalesButton } from '../read-sales-button.tsx';

export const SalesTools = ({ onAdd, onLots }: { onAdd: () => void; onLots: () => void }) => (
  <div className="lines-close">
    <div className="answers">
      <Button look="primary" icon={<Plus />} onClick={onAdd}>
        Add a sale
      </Button>
      <Button onClick={onLots}>Lots</Button>
      <ReadSalesButton />
    </div>
    <p className="small mute">
      Hangtag also reads your sales on its own after something sells. It keeps nothing about your buyers.
    </p>
  </div>
);
