// A page that is only text, and what texts contain.
import type { ReactNode } from 'react';
import { placeFor } from '#contract/pages.ts';
import { Frame } from './frame.tsx';

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** November 21, 2026 */
export const Day = ({ date }: { date: string }) => <time dateTime={date}>{dateFormat.format(new Date(date))}</time>;

type Props = { heading: string; lead: string; changed: string; children: ReactNode };

export const TextPage = ({ heading, lead, changed, children }: Props) => (
  <Frame className="page">
    <div className="wrap">
      <div className="page-head">
        <h1 className="disp">{heading}</h1>
        <p className="lead-s">{lead}</p>
      </div>
      <div className="prose">
        {children}
        <p className="small mute">
          Last updated <Day date={changed} />.
        </p>
      </div>
    </div>
  </Frame>
);

/** The server fills this in when it serves the page. It is one text node, so that its lines break like any other text. */
export const Operator = ({ before, after = '' }: { before: string; after?: string }) => (
  <p>{`${before}${placeFor('operator')}. Reach them through ${placeFor('operatorContact')}.${after}`}</p>
);

export const Ref = ({ n }: { n: number }) => (
  <sup>
    <a href={`#source-${n}`} aria-label={`Source ${n}`}>
      {n}
    </a>
  </sup>
);

export const Figure = ({ caption, children }: { caption: string; children: ReactNode }) => (
  <figure className="prose-figure">
    {children}
    <figcaption>{caption}</figcaption>
  </figure>
);

type WideTableProps = {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  isNumeric?: boolean;
};

/** On phones each row becomes a block, and each cell shows its column's name. */
export const WideTable = ({ caption, head, rows, isNumeric }: WideTableProps) => (
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
