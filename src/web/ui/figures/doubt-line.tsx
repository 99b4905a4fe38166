// A value on a line, the range in which it may truly be, and a dashed mark to compare it with. All in percent of the line.
import { properties } from '#web/lib/browser/custom-properties.ts';
import './doubt-line.css';

type Props = { value: number; mark: number; range?: { from: number; to: number } };

export const DoubtLine = ({ value, mark, range }: Props) => (
  <span className="doubt-line" aria-hidden="true" style={properties({ x: value, mark, ...range })}>
    <i className="doubt-mark" />
    {range && <i className="doubt-range" />}
    <i className="doubt-value" />
  </span>
);
