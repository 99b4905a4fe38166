// A page that is only text.
import type { ReactNode } from 'react';
import { placeFor } from '#contract/pages.ts';
import { Day } from '../day.tsx';
import { Frame, siteLinks } from '../frame.tsx';

type Props = { heading: string; lead: string; changed: { words: string; date: string }; children: ReactNode };

export const TextPage = ({ heading, lead, changed, children }: Props) => (
  <Frame links={siteLinks('')} className="page">
    <div className="wrap">
      <div className="page-head">
        <h1 className="disp">{heading}</h1>
        <p className="lead-s">{lead}</p>
      </div>
      <div className="prose">
        {children}
        <p className="small mute">
          {changed.words} <Day date={changed.date} />.
        </p>
      </div>
    </div>
  </Frame>
);

type Words = { operatorBefore: string; operatorBetween: string; operatorAfter?: string };

/** The server fills this in when it serves the page. It is one text node, so that its lines break like any other text. */
export const Operator = ({ messages }: { messages: Words }) => (
  <p>
    {[
      messages.operatorBefore,
      placeFor('operator'),
      messages.operatorBetween,
      placeFor('operatorContact'),
      '.',
      messages.operatorAfter,
    ].join('')}
  </p>
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
