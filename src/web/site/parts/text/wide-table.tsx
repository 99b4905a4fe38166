// A table whose rows become blocks on phones.
import type { ReactNode } from 'react';

type Props = { caption: string; head: readonly string[]; rows: readonly (readonly ReactNode[])[]; isNumeric?: boolean };

/** On phones each row becomes a block, and each cell shows its column's name. */
export const WideTable = ({ caption, head, rows, isNumeric }: Props) => (
  <table className={isNumeric ? 'wide-table numeric' : 'wide-table'}>
    <caption>{caption}</caption>
    <thead>
      <tr>
        {head.map((text) => (
          <th key={text} scope="col">
            {text}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
        <tr key={row}>
          {cells.map((cell, column) =>
            column === 0 ? (
              <th key={head[column]} scope="row">
                {cell}
              </th>
            ) : (
              <td key={head[column]} data-head={head[column]}>
                {cell}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
);
