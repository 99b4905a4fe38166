// The items and comparables that the pricing engine works with.

import type { Cents, Currency } from '../../money.ts';
import type { Instant } from '../../ports/clock.ts';
import type { MarketListing } from '../../ports/marketplace.ts';
import type { Garment } from './garments.ts';

/** What is known about an item that has no price yet. Unknown facts are left out, and nothing is guessed here. */
export type Item = {
  title?: string;
  brand?: string;
  /** Women, Men, Kids … */
  department?: string;
  category?: string;
  subcategory?: string;
  /** What it is in plain words, for example "T-shirt". Not a category, because marketplaces name those in their own ways. */
  kind?: string;
  /** `kind` is what a photo shows. It may be any of the kinds below it: pants may be jeans. */
  isKindSeen?: boolean;
  /** The kinds that a photo may show, if it shows none for certain. None: it shows something else, and has no price. */
  mayBe?: readonly Garment[];
  /** The line or cut that the brand itself names: "501", "Neverfull". */
  model?: string;
  /** In the source's own words. `condition.ts` reads them. */
  condition?: string;
  size?: string;
  material?: string;
  /** The price when it was new. */
  originalPrice?: Cents;
  /** Of its price, unless that is in US dollars. Nothing is estimated in another currency, because all comparables are in US dollars. */
  currency?: Currency;
  /** The seller as an opaque key, because each closet has its own price level. */
  seller?: string;
  /** Further facts under the source's names, for example `{ location: 'Italy' }`. Never computed from the price. */
  details?: Readonly<Record<string, string>>;
  /** Further quantities, for example `{ widthCm: 30 }`. Zero and less count as unknown. */
  measures?: Readonly<Record<string, number>>;
  /** When it was listed. */
  listedAt?: Instant;
};

/** An ask is what someone hopes to get. Only a sale is a price. */
export type PriceState = 'sold' | 'ask';

type ComparableSource = 'closet' | 'import' | 'market' | 'model';

/** An item with a price that was seen somewhere. */
export type Comparable = Item & {
  id: string;
  price: Cents;
  state: PriceState;
  source: ComparableSource;
  /** When the price was seen, or when the item sold. */
  seenAt?: Instant;
};

const listed = ['brand', 'department', 'category', 'subcategory', 'size', 'condition'] as const;
/** What a listing says about its item, as the database stores it: null if it says nothing. */
export type ListedFacts = Record<(typeof listed)[number], string | null>;

/** Without those that the marketplace left out. */
export const listedFacts = ({ sizeLabel: size, ...listing }: MarketListing): ListedFacts => {
  const said = { ...listing, size };
  return Object.fromEntries(listed.map((name) => [name, said[name] ?? null])) as ListedFacts;
};

/** For the pricing engine, which gets only what is known. */
export const knownFacts = (facts: ListedFacts): Pick<Item, keyof ListedFacts> =>
  Object.fromEntries(listed.flatMap((name) => (facts[name] === null ? [] : [[name, facts[name]]])));
