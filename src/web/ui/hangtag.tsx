// A price on a hangtag.
import { properties } from '#web/lib/browser/custom-properties.ts';
import './hangtag.css';

/** For prices only. `size` is the font size of its figures, in rem. */
export const Hangtag = ({ price, size = 1.25 }: { price: string; size?: number }) => (
  <span className="tag" style={properties({ size })}>
    {price}
  </span>
);
