// Lots: what the seller bought together, and what each piece of it cost.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Lot } from '#contract/sales/lots.ts';
import { counted, fullDate } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { listingsQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { LotForm, Parts } from './lot-form.tsx';
import { lotsQuery, useDeleteLot } from './queries.ts';

export const LotsSheet = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Sheet isOpen={isOpen} onClose={onClose} closeWord="Close lots" over="Costs" title="Lots">
    {isOpen && <Lots />}
  </Sheet>
);

const Lots = () => {
  const { data, error, refetch } = useQuery(lotsQuery);
  const listings = useQuery(listingsQuery);
  const [isAdding, setAdding] = useState(false);
  if (data === undefined || listings.data === undefined) {
    const failed = data === undefined ? { error, refetch } : listings;
    return <NoData error={failed.error} onRetry={() => failed.refetch()} label="Loading your lots" />;
  }
  if (isAdding || data.lots.length === 0)
    return (
      <LotForm
        listings={listings.data}
        lots={data.lots}
        onCancel={data.lots.length === 0 ? null : () => setAdding(false)}
        onMade={() => setAdding(false)}
      />
    );
  const titles = new Map(listings.data.map(({ id, title }) => [id, title]));
  return (
    <div className="lines">
      <p className="small mute">
        Bought twenty pieces for $60? A lot splits what you paid over them, evenly or by price.
      </p>
      <Button look="primary" onClick={() => setAdding(true)}>
        Add a lot
      </Button>
      <ul className="lots">
        {data.lots.map((lot) => (
          <LotItem key={lot.id} lot={lot} titles={titles} />
        ))}
      </ul>
    </div>
  );
};

const LotItem = ({ lot, titles }: { lot: Lot; titles: ReadonlyMap<string, string> }) => {
  const [isAsking, ask] = useState(false);
  const remove = useDeleteLot();
  const go = () =>
    whenDone(remove.mutateAsync(lot.id), {
      onSuccess: ({ message }) => toastDone('Lot deleted', message),
      onError: (error) => toastFailure(error, 'Lot not deleted', 'Hangtag couldn’t delete this lot. Try again.'),
      onSettled: () => ask(false),
    });
  const bought = lot.boughtOn === null ? '' : `, bought ${fullDate(lot.boughtOn)}`;
  return (
    <li>
      <div>
        <h3 className="h-head">{lot.name}</h3>
        <p className="small mute">
          {`${dollarsOfCents(lot.costCents)} for ${counted(lot.parts.length, 'listing')}, split ${lot.split === 'even' ? 'evenly' : 'by price'}${bought}`}
        </p>
      </div>
      <Button isSmall look="danger" onClick={() => ask(true)}>
        Delete
        <span className="sr">{` ${lot.name}`}</span>
      </Button>
      <details className="lot-parts unfold">
        <summary>See each part</summary>
        <Parts
          parts={lot.parts.map((part) => ({ ...part, title: titles.get(part.listingId) ?? 'A deleted listing' }))}
        />
      </details>
      <ConfirmDialog
        title={`Delete “${lot.name}”?`}
        isOpen={isAsking}
        onClose={() => ask(false)}
        verb="Delete this lot"
        look="danger"
        keep="Keep it"
        isPending={remove.isPending}
        pendingText="Deleting…"
        onGo={go}
      >
        <p>Its listings lose the costs that the lot gave them. Costs that you changed since stay.</p>
      </ConfirmDialog>
    </li>
  );
};
