import type { Cents } from '../../money.ts';
import type { Instant } from '../../ports/clock.ts';

/** What is known of a thing that has no price yet. Whatever is unknown is left out; nothing is guessed here. */
export type Item = {
  title?: string;
  brand?: string;
  /** Women, Men, Kids … */
  department?: string;
  category?: string;
  subcategory?: string;
  /** The line or cut that the brand itself names: "501", "Neverfull". */
  model?: string;
  /** In the source's own words; read by `condition.ts`. */
  condition?: string;
  size?: string;
  material?: string;
  /** What it cost new. */
  originalPrice?: Cents;
  /** Who sells it, as an opaque key: a closet has a level of prices of its own. */
  seller?: string;
  /** Further facts as the source names them, for example `{ location: 'Italy' }`. Never anything computed from the price. */
  details?: Readonly<Record<string, string>>;
  /** Further quantities, for example `{ widthCm: 30 }`; zero and less count as not told. */
  measures?: Readonly<Record<string, number>>;
  /** When it was listed. */
  listedAt?: Instant;
};

/** An ask is what somebody hopes for; only a sale is a price. */
export type PriceState = 'sold' | 'ask';

type ComparableSource = 'closet' | 'import' | 'market' | 'model';

/** A thing with a price that was seen somewhere. */
export type Comparable = Item & {
  id: string;
  price: Cents;
  state: PriceState;
  source: ComparableSource;
  /** When the price was seen or the sale was made. */
  seenAt?: Instant;
};
