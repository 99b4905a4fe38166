// The first sales of a file, as they will be stored, before anything is sent.
import type { Missing, PreviewedSale } from '#domain/sales/import/preview.ts';
import { count, counted, fullDate } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { importMessages as messages } from '#web/messages/sales/sale-imports.ts';

const missingNames: Record<Missing, string> = { soldOn: 'date', fee: 'fee', cost: 'cost' };

/** On phones each row becomes a card. */
export const SalesPreview = ({ preview, sales }: { preview: readonly PreviewedSale[]; sales: number }) => (
  <section className="import-part lines-tight" aria-label="Preview">
    <h3 className="h-head">{preview.length < sales ? `The first ${count(preview.length)} sales` : 'The sales'}</h3>
    <table className="numbers-table import-table small">
      <thead>
        <tr>
          <th scope="col">Sale</th>
          <th scope="col">Price</th>
          <th scope="col">Fee</th>
          <th scope="col">Shipping discount</th>
          <th scope="col">You earned</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>
        {preview.map((sale) => (
          <Sale key={sale.row} sale={sale} />
        ))}
      </tbody>
    </table>
  </section>
);

const Sale = ({ sale }: { sale: PreviewedSale }) => (
  <tr>
    <td className="what">
      <span className="ti">{sale.title}</span>
      <small className="below">
        {[
          sale.soldOn === null ? null : fullDate(sale.soldOn),
          ...sale.facts,
          sale.channel === null ? null : `sold at ${sale.channel}`,
          sale.isBundle ? 'part of a bundle' : null,
          sale.otherFees > 0 ? `${dollarsOfCents(sale.otherFees)} other fees` : null,
        ]
          .filter((fact) => fact !== null)
          .join(', ')}
      </small>
      {sale.missing.length > 0 && (
        <small className="import-missing">
          {`No ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(sale.missing.map((one) => missingNames[one]))}`}
        </small>
      )}
    </td>
    <Money name="Price" cents={sale.price} pieces={sale.pieces} />
    <Money name="Fee" cents={sale.fee} />
    <Money name="Shipping discount" cents={sale.discount} />
    <Money name="You earned" cents={sale.earnings} isStrong />
    <Money name="Cost" cents={sale.cost} />
  </tr>
);

type MoneyProps = { name: string; cents: number | null; pieces?: number; isStrong?: boolean };

export const Money = ({ name, cents, pieces = 1, isStrong = false }: MoneyProps) => (
  <td className="r">
    <span className="import-name-of">{name} </span>
    {cents === null ? (
      <>
        <span aria-hidden="true">–</span>
        <span className="sr">not known</span>
      </>
    ) : (
      <span className={isStrong ? 'import-strong' : undefined}>{messages.priceOf(dollarsOfCents(cents), pieces)}</span>
    )}
  </td>
);

/** What nobody knows unless the seller says it. */
export const Incomplete = ({ withoutCost, withoutDate }: { withoutCost: number; withoutDate: number }) => {
  const parts = [
    withoutCost > 0 ? `${counted(withoutCost, 'sale')} ${withoutCost === 1 ? 'has' : 'have'} no cost` : null,
    withoutDate > 0 ? `${counted(withoutDate, 'sale')} ${withoutDate === 1 ? 'has' : 'have'} no date` : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return (
    <p className="small">
      {parts.join(', and ')}. {withoutCost > 0 && 'You can add costs later, in the list of your sales.'}
    </p>
  );
};
