// A price on a hangtag.
import { properties } from '#web/lib/browser/custom-properties.ts';
import './hangtag.css';

/** Manila, cut corners, an eyelet: a price, and nothing else. `size` in rem of its figures. */
export const Hangtag = ({ price, size = 1.25 }: { price: string; size?: number }) => (
  <span className="tag" style={properties({ size })}>
    {price}
  </span>
);
