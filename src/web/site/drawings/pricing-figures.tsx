// The drawings about pricing.
import { Check } from '#web/ui/icons.tsx';
import { Flat } from './flats.tsx';
import { PriceTag } from './price-tag.tsx';

export const PhotoFigure = () => (
  <div className="photo-figure" aria-hidden="true">
    <Flat name="jacket" />
    <span className="photo-tag">
      <PriceTag>$84.00</PriceTag>
    </span>
  </div>
);

const changes = [
  { title: 'Levi’s 501 straight jean', now: '$58.00', advised: '$66.00', isTicked: true },
  { title: 'Frye Campus ankle boot', now: '$112.00', advised: '$98.00', isTicked: true },
  { title: 'Coach Willis bag', now: '$140.00', advised: '$128.00', isTicked: false },
];

export const OptimizerFigure = () => (
  <ul className="changes-figure" aria-hidden="true">
    {changes.map(({ title, now, advised, isTicked }) => (
      <li key={title}>
        <span className={isTicked ? 'tick on' : 'tick'}>{isTicked && <Check />}</span>
        <b>{title}</b>
        {isTicked ? <s>{now}</s> : <span>{now}</span>}
        <PriceTag>{advised}</PriceTag>
      </li>
    ))}
  </ul>
);

const comparables = [
  [8, 34],
  [21, 42],
  [34, 58],
  [47, 70],
  [55, 90],
] as const;
const range = { from: 38, to: 66, price: 52 };
const scale = 2.9;

export const IntervalFigure = () => (
  <div className="interval-figure" aria-hidden="true">
    <svg className="figure" viewBox="0 0 290 132" aria-hidden="true" focusable="false">
      <rect className="wash" x={range.from * scale} y="36" width={(range.to - range.from) * scale} height="62" />
      <path className="band-edge" d={`M${range.from * scale} 36v62M${range.to * scale} 36v62`} />
      {comparables.map(([from, to], row) => (
        <rect
          key={from}
          className="ink-2"
          x={from * scale}
          y={44 + row * 11}
          width={(to - from) * scale}
          height="4"
          rx="1"
        />
      ))}
      <rect className="chore" x={range.price * scale - 1} y="26" width="2" height="76" />
      <path
        className="axis"
        d={`M0 98H290${Array.from({ length: 13 }, (_, step) => `M${Math.min(289.5, Math.max(0.5, (step * 290) / 12))} 98v6`).join('')}`}
      />
      {['$52', '$72', '$92', '$112'].map((price, index) => (
        <text
          key={price}
          x={(index * 290) / 3}
          y="122"
          textAnchor={index === 0 ? 'start' : index === 3 ? 'end' : 'middle'}
        >
          {price}
        </text>
      ))}
    </svg>
    <PriceTag>$84</PriceTag>
  </div>
);
