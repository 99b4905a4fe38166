// The plot of a price range and comparables.
import type { ReactNode } from 'react';
import type { Currency } from '#domain/money.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { Hangtag } from '../hangtag.tsx';
import { type PriceAxis, placeOn } from './price-axis.ts';
import './interval-plot.css';

type Props = {
  axis: PriceAxis;
  /** The whole plot in one sentence, for screen readers. */
  label: string;
  /** Of all prices; US dollars if left out. */
  currency?: Currency;
  suggestion: number | null;
  band: { low: number; high: number } | null;
  now?: { price: number; word: string } | undefined;
  className?: string;
  /** Drawn above the axis: dots or rows of comparables. */
  children?: ReactNode;
};

export const IntervalPlot = ({ axis, label, currency, suggestion, band, now, className = '', children }: Props) => {
  const from = band === null ? 0 : placeOn(axis, band.low);
  const to = band === null ? 0 : placeOn(axis, band.high);
  return (
    <div className={`ival ${className}`.trim()}>
      <div className="ival-over" role="img" aria-label={label}>
        {band !== null && <i className="ival-band" style={properties({ from, to })} />}
        {now !== undefined && (
          <span
            className={sideOfNow(placeOn(axis, now.price), suggestion === null ? null : placeOn(axis, suggestion))}
            style={properties({ x: placeOn(axis, now.price) })}
          >
            <span>
              {now.word} {wholeDollars(now.price, currency)}
            </span>
          </span>
        )}
        {suggestion !== null && (
          <span
            className={sideOf(placeOn(axis, suggestion), 'ival-suggestion')}
            style={properties({ x: placeOn(axis, suggestion) })}
          >
            <Hangtag price={wholeDollars(suggestion, currency)} size={1.4} />
          </span>
        )}
      </div>
      <div className="ival-area">{children}</div>
      <div className="ival-foot" aria-hidden="true">
        <div className="ruler" style={properties({ n: (axis.marks.length - 1) * 2 })} />
        <div className="ruler-words along">
          {axis.marks.map((mark) => (
            <span key={mark} style={properties({ x: placeOn(axis, mark) })}>
              {wholeDollars(mark, currency)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
};

/** Puts a line's label on the side that has room. */
const sideOf = (x: number, name: string): string => (x > 70 ? `${name} leftward` : name);

/** Puts the current price's label on the side away from the suggestion's line, if there is room. */
const sideOfNow = (x: number, suggestionX: number | null): string => {
  if (suggestionX === null || Math.abs(suggestionX - x) > 30) return sideOf(x, 'ival-now');
  return (suggestionX >= x && x > 22) || x > 78 ? 'ival-now leftward' : 'ival-now';
};

export const PlotDot = ({ x, row }: { x: number; row: number }) => (
  <i className="ival-dot" style={properties({ x, row })} aria-hidden="true" />
);
