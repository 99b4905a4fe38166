// The hero's rail: a day of shares.
import { Flat, type FlatName } from './flats.tsx';
import { PriceTag } from './price-tag.tsx';

type Piece = { flat: FlatName; price: string; at: string; state: 'past' | 'on' | 'next' };

const pieces: readonly Piece[] = [
  { flat: 'jeans', price: '$66', at: '8:01 AM', state: 'past' },
  { flat: 'blazer', price: '$82', at: '9:02 AM', state: 'past' },
  { flat: 'dress', price: '$89', at: '10:00 AM', state: 'past' },
  { flat: 'sweater', price: '$42', at: '12:02 PM', state: 'past' },
  { flat: 'jacket', price: '$84', at: 'Now, 1:01 PM', state: 'on' },
  { flat: 'skirt', price: '$44', at: '6:00 PM', state: 'next' },
  { flat: 'coat', price: '$148', at: '7:01 PM', state: 'next' },
  { flat: 'tee', price: '$24', at: '8:02 PM', state: 'next' },
  { flat: 'bag', price: '$128', at: '9:01 PM', state: 'next' },
];

export const ClosetLine = ({ label }: { label: string }) => (
  <div className="closet" role="img" aria-label={label}>
    <div className="pipe" />
    <div className="closet-line">
      {pieces.map(({ flat, price, at, state }) => (
        <div className={`piece ${state}`} key={flat}>
          <svg className="hook" viewBox="0 0 120 72" aria-hidden="true" focusable="false">
            <path d="M51 15a9 9 0 1 1 12 8.5c-2 .8-3 2-3 4V52M60 52 22 68M60 52l38 16" />
          </svg>
          <Flat name={flat} />
          <span className="piece-tag">
            <PriceTag>{price}</PriceTag>
          </span>
          <span className="piece-time">{at}</span>
        </div>
      ))}
    </div>
  </div>
);

const places = [8, 17, 25, 38, 46, 58, 67, 79, 91];

/** Like `ui/hangers.tsx`, but its places are fixed: no script runs here. */
export const BareRail = ({ label }: { label: string }) => (
  <div className="bare-rail" role="img" aria-label={label}>
    <div className="pipe" />
    <svg viewBox="0 0 1320 84" preserveAspectRatio="xMinYMin slice" aria-hidden="true" focusable="false">
      {places.map((place) => (
        <path
          key={place}
          transform={`translate(${place * 13.2 - 32} -5)`}
          d="M24 13a8 8 0 1 1 10.5 7.5c-1.7.7-2.5 1.7-2.5 3.5V38M32 38 5 55c-2 1.5-1 4 1.5 4h51c2.5 0 3.5-2.5 1.5-4z"
        />
      ))}
    </svg>
  </div>
);
