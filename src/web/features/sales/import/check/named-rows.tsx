// Lists the rows of a file that something is wrong with, and what it is.
import { importMessages as messages } from '#web/messages/sales/sale-imports.ts';

const shown = 20;

export type NamedRow = { row: number; text: string };

type Props = {
  title: string;
  /** What the heading says: how many rows. */
  heading: string;
  rows: readonly NamedRow[];
  /** How many there are, if not all of them are in `rows`. */
  all?: number;
  hint?: string;
};

/** Nothing is shown if there is none. */
export const NamedRows = ({ title, heading, rows, all = rows.length, hint }: Props) =>
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
          {all > shown && `${messages.more(all - shown)}. `}
          {hint}
        </p>
      )}
    </div>
  );
