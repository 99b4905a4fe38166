// What both kinds of files show before anything is sent: their first rows, as they will be stored, and those that something is wrong with.
import type { ReactNode } from 'react';
import type { Missing, PreviewedSale } from '#domain/sales/import/preview.ts';
import { count, counted, fullDate } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { importMessages as messages } from '#web/messages/sales/sale-imports.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/field.tsx';
import { NotKnown } from '#web/ui/figures/figures.tsx';

export type Skippable = { fault: string | null; skipText: string; onSkip: () => void };

type CheckEndProps = Skippable & {
  verb: string;
  isReady: boolean;
  isPending: boolean;
  pendingText: string;
  onGo: () => void;
};

export const CheckEnd = ({ fault, skipText, onSkip, verb, isReady, isPending, pendingText, onGo }: CheckEndProps) => (
  <>
    <FormError>{fault}</FormError>
    <div className="dialog-actions">
      <Button look="primary" disabled={!isReady} isPending={isPending} pendingText={pendingText} onClick={onGo}>
        {verb}
      </Button>
      <Button onClick={onSkip}>{skipText}</Button>
    </div>
  </>
);

type PreviewProps = { title: string; columns: readonly string[]; children: ReactNode };

export const Preview = ({ title, columns, children }: PreviewProps) => (
  <section className="import-part lines-tight" aria-label="Preview">
    <h3 className="h-head">{title}</h3>
    <table className="numbers-table import-table small">
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);

export const Facts = ({ facts }: { facts: readonly (string | null | false)[] }) => (
  <small className="below">{facts.filter(Boolean).join(', ')}</small>
);

const missingNames: Record<Missing, string> = { soldOn: 'date', fee: 'fee', cost: 'cost' };

export const SalesPreview = ({ preview, sales }: { preview: readonly PreviewedSale[]; sales: number }) => (
  <Preview
    title={preview.length < sales ? `The first ${count(preview.length)} sales` : 'The sales'}
    columns={['Sale', 'Price', 'Fee', 'Shipping discount', 'You earned', 'Cost']}
  >
    {preview.map((sale) => (
      <Sale key={sale.row} sale={sale} />
    ))}
  </Preview>
);

const Sale = ({ sale }: { sale: PreviewedSale }) => (
  <tr>
    <td className="what">
      <span className="ti">{sale.title}</span>
      <Facts
        facts={[
          sale.soldOn && fullDate(sale.soldOn),
          ...sale.facts,
          sale.channel && `sold at ${sale.channel}`,
          sale.isBundle && 'part of a bundle',
          sale.otherFees > 0 && `${dollarsOfCents(sale.otherFees)} other fees`,
        ]}
      />
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
      <NotKnown />
    ) : (
      <span
        className={isStrong ? 'import-strong' : undefined}
      >{`${pieces === 1 ? '' : `${count(pieces)} for `}${dollarsOfCents(cents)}`}</span>
    )}
  </td>
);

export const Incomplete = ({ withoutCost, withoutDate }: { withoutCost: number; withoutDate: number }) => {
  const lack = (sales: number, what: string) =>
    sales > 0 ? [`${counted(sales, 'sale')} ${sales === 1 ? 'has' : 'have'} no ${what}`] : [];
  const parts = [...lack(withoutCost, 'cost'), ...lack(withoutDate, 'date')];
  return (
    parts.length > 0 && (
      <p className="small">
        {parts.join(', and ')}. {withoutCost > 0 && 'You can add costs later, in the list of your sales.'}
      </p>
    )
  );
};

const shown = 20;

export type NamedRow = { row: number; text: string };

type NamedProps = { title: string; heading: string; rows: readonly NamedRow[]; all?: number; hint?: string };

/** Rows with what is wrong with them. Nothing is shown if there is none. `all`: how many there are, if not all of them are in `rows`. */
export const NamedRows = ({ title, heading, rows, all = rows.length, hint }: NamedProps) =>
  rows.length > 0 && (
    // biome-ignore lint/a11y/useSemanticElements: a part of a text is not a set of fields, and of several files it isn't a landmark
    <div className="import-part lines-tight" role="group" aria-label={title}>
      <h3 className="h-head">{heading}</h3>
      <ul className="import-rows faults pairs small">
        {rows.slice(0, shown).map(({ row, text }) => (
          <li key={`${row} ${text}`}>
            <span>{messages.row(row)}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {(all > shown || hint !== undefined) && (
        <p className="hint">
          {all > shown && `and ${count(all - shown)} more. `}
          {hint}
        </p>
      )}
    </div>
  );
