// One sale: from its price to its profit as a sum, where each figure comes from, and what the seller can change.
import { useState } from 'react';
import { Link } from 'wouter';
import type { NewSale, Sale } from '#contract/sales/sales.ts';
import { inDollars } from '#domain/money.ts';
import { explainShippingDiscount, poundsOfLabel } from '#domain/sales/earnings.ts';
import { counted, fullDate } from '#web/format/format.ts';
import { dollarsOfCents, percent } from '#web/format/money-format.ts';
import { paths } from '#web/lib/paths.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { NotKnown } from '#web/ui/figures/figures.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useAddSale, useRemoveSale, useSaveSale } from './queries.ts';
import { SaleForm } from './sale-form.tsx';
import { counts, placeOf, sourceNames, stateNames } from './sale-rows.ts';

export const SaleSheet = ({ sale, onClose }: { sale: Sale | null; onClose: () => void }) => {
  const save = useSaveSale();
  return (
    <Sheet
      isOpen={sale !== null}
      onClose={onClose}
      closeWord="Close this sale"
      over={sale === null ? '' : sourceNames[sale.source]}
      title={sale?.title ?? ''}
    >
      {sale && (
        <div className="lines sale-sheet">
          <SaleSum sale={sale} />
          <SaleForm key={sale.id} sale={sale} onSave={(body) => save.mutateAsync({ id: sale.id, ...body })} />
          <SaleFacts sale={sale} />
          <Removal sale={sale} onRemoved={onClose} />
        </div>
      )}
    </Sheet>
  );
};

export const NewSaleSheet = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const add = useAddSale();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} closeWord="Close the new sale" over="By hand" title="Add a sale">
      <div className="lines sale-sheet">
        <p className="small mute">
          A sale at a market, in another app, or one that no report has. For something that came back, choose Returned
          as its state, or change the state of the sale that is in the list.
        </p>
        <SaleForm
          sale={null}
          onSave={async (body) => {
            // The form has made sure of the three fields that a sale needs.
            const sale = await add.mutateAsync(body as NewSale);
            toastDone('Sale added', `${sale.title}, ${dollarsOfCents(sale.earningsCents)} earned`);
            onClose();
          }}
        />
      </div>
    </Sheet>
  );
};

const feeSources = (sale: Sale): string => {
  if (sale.feeBy === 'seller') return sale.channel === 'poshmark' || sale.feeCents > 0 ? said.seller : 'None';
  if (sale.feeBy === 'schedule') return 'Poshmark’s fee of that day';
  return sale.source === 'marketplace' ? said.marketplace : said.report;
};

const said = { seller: 'You said so', report: 'As the report says', marketplace: 'As Poshmark says' } as const;
const costSources = { ...said, listing: 'From its listing' } as const;
const priceSources = { ...said, manual: said.seller } as const;

/** What the discount was probably for: labels had few prices, and sellers few choices. */
function discountSource(sale: Sale): string {
  const source = priceSources[sale.source];
  const found = placeOf(sale) === 'Poshmark' && explainShippingDiscount(sale.shippingDiscountCents ?? 0, sale.soldOn);
  if (!found) return source;
  const part = found.buyerPaid === 0 ? 'you paid all of it' : `the buyer paid ${inDollars(found.buyerPaid)} of it`;
  return `${source}. Probably a label for ${inDollars(found.label)}: ${part}`;
}

function feeSource({ otherFeesBy, otherFeesCents, soldOn }: Sale): string {
  if (otherFeesBy === null) return 'None known';
  const pounds = poundsOfLabel(otherFeesCents ?? 0, soldOn);
  const label = pounds === null ? '' : `. Probably the label of a parcel of up to ${pounds} lb`;
  return `${said[otherFeesBy]}${label}`;
}

const SaleSum = ({ sale }: { sale: Sale }) => {
  const { priceCents, feeCents, shippingDiscountCents, otherFeesCents, earningsCents, costCents, profitCents } = sale;
  const isCounted = counts(sale);
  return (
    <table className="numbers-table sale-sum">
      <caption className="sr">From the price to your profit</caption>
      <tbody>
        <Line name="Price" cents={priceCents} source={priceSources[sale.source]} />
        <Line
          name={placeOf(sale) === 'Poshmark' ? 'Poshmark’s fee' : `Fee of ${placeOf(sale)}`}
          cents={-feeCents}
          source={feeSources(sale)}
        />
        {shippingDiscountCents !== null && shippingDiscountCents !== 0 && (
          <Line name="Shipping discount" cents={-shippingDiscountCents} source={discountSource(sale)} />
        )}
        <Line
          name="You earned"
          cents={earningsCents}
          source={sale.feeBy === 'reported' ? feeSources(sale) : 'The sum of the above'}
          isSum
        />
        <Line name="Other fees" cents={otherFeesCents === null ? null : -otherFeesCents} source={feeSource(sale)} />
        <Line
          name="Cost"
          cents={costCents === null ? null : -costCents}
          source={costCents === null || sale.costBy === null ? 'Not known yet' : costSources[sale.costBy]}
        />
        <Line
          name={profitCents !== null && profitCents < 0 ? 'Loss' : 'Profit'}
          cents={isCounted ? profitCents : null}
          source={
            !isCounted
              ? `${stateNames[sale.state]}, so it counts nothing`
              : profitCents === null
                ? 'Enter the cost to see it'
                : 'The sum of the above'
          }
          isSum
        />
      </tbody>
    </table>
  );
};

type LineProps = { name: string; cents: number | null; source: string; isSum?: boolean };

const Line = ({ name, cents, source, isSum = false }: LineProps) => (
  <tr className={isSum ? 'sum' : undefined}>
    <th scope="row">
      {name}
      <small className="below">{source}</small>
    </th>
    <td>{cents === null ? <NotKnown word="Not known" /> : dollarsOfCents(cents)}</td>
  </tr>
);

const SaleFacts = ({ sale }: { sale: Sale }) => {
  const { soldOn, listedOn, listPriceCents: list, priceCents } = sale;
  const share = list !== null && priceCents < list ? ` (sold for ${percent(priceCents / list)})` : '';
  const facts: (readonly [string, string | null | false])[] = [
    ['Sold', soldOn && fullDate(soldOn)],
    ['Where', placeOf(sale)],
    ['Listed', listedOn && fullDate(listedOn)],
    ['Sold after', sale.daysToSell !== null && counted(sale.daysToSell, 'day')],
    ['List price', list !== null && `${dollarsOfCents(list)}${share}`],
    ['By offer', sale.viaOffer !== null && (sale.viaOffer ? 'Yes' : 'No')],
    ['Bundle', sale.isBundle === true && 'Yes, one order with others'],
    ['Pieces', sale.quantity > 1 && String(sale.quantity)],
    ['Order', sale.orderId],
    ['Brand', sale.brand],
    ['Category', [sale.department, sale.category].filter(Boolean).join(', ')],
    ['Size', sale.size],
    ['SKU', sale.sku],
    ['Shelf', sale.shelf],
    ['Poshmark’s word', sale.marketState],
  ];
  return (
    <section className="lines-close" aria-label="About this sale">
      <h3 className="h-head">About this sale</h3>
      <dl className="sale-facts small">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {sale.listingId !== null && (
        <p className="small">
          <Link href={`${paths.marketAnalysis}?listing=${sale.listingId}`}>Its listing</Link>
        </p>
      )}
    </section>
  );
};

const Removal = ({ sale, onRemoved }: { sale: Sale; onRemoved: () => void }) => {
  const [isAsking, ask] = useState(false);
  const remove = useRemoveSale();
  if (sale.source !== 'manual')
    return (
      <p className="small mute">
        {sale.source === 'report' ? 'It came from a report' : 'Hangtag read it from Poshmark'}, so it can’t be deleted
        here. Mark it as canceled or returned if it doesn’t count.
      </p>
    );
  const go = () =>
    whenDone(remove.mutateAsync(sale.id), {
      onSuccess: () => {
        ask(false);
        onRemoved();
        toastDone('Sale deleted');
      },
      onError: (error) => {
        ask(false);
        toastFailure(error, 'Sale not deleted', 'Hangtag couldn’t delete this sale. Try again.');
      },
    });
  return (
    <div>
      <Button look="danger" isSmall onClick={() => ask(true)}>
        Delete this sale
      </Button>
      <ConfirmDialog
        title="Delete this sale?"
        isOpen={isAsking}
        onClose={() => ask(false)}
        verb="Delete"
        look="danger"
        keep="Keep it"
        isPending={remove.isPending}
        pendingText="Deleting…"
        onGo={go}
      >
        <p>{`“${sale.title}” leaves your list and your numbers. You can’t undo this.`}</p>
      </ConfirmDialog>
    </div>
  );
};
