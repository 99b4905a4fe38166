// The drawings about sharing and pricing on the public pages.
import { Check } from '#web/ui/icons.tsx';
import { Flat, namedHours, PriceTag } from './rails.tsx';

const shares = [6, 66, 154, 195, 265];
const pauses = ['1.7 s', '2.9 s', '1.3 s', '2.3 s'];

export const PaceFigure = () => (
  <svg className="figure" viewBox="0 0 290 104" aria-hidden="true" focusable="false">
    <rect className="ink" width="290" height="6" />
    {shares.map((x, index) => (
      <g key={x} className={index === shares.length - 1 ? 'chore' : 'ink'}>
        <rect x={x + 7} y="6" width="1" height="12" />
        <path d={`M${x + 4.5} 14h6l4.5 5v37h-15V19z`} />
        <circle className="hole" cx={x + 7.5} cy="20" r="1.9" />
      </g>
    ))}
    {pauses.map((pause, index) => {
      const from = (shares[index] ?? 0) + 7.5;
      const to = (shares[index + 1] ?? 0) + 7.5;
      return (
        <g key={pause}>
          <path className="measure" d={`M${from} 74H${to}M${from} 70v8M${to} 70v8`} />
          <text x={(from + to) / 2} y="94" textAnchor="middle">
            {pause}
          </text>
        </g>
      );
    })}
  </svg>
);

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
type Slot = { from: number; to: number; letter: string; look: 'wash' | 'chore' | 'hatch' };
const evening: Slot = { from: 18, to: 22, letter: 'C', look: 'wash' };
const weekday: readonly Slot[] = [
  { from: 8, to: 11, letter: 'A', look: 'wash' },
  { from: 12, to: 14, letter: 'B', look: 'chore' },
  evening,
];
const weekend: readonly Slot[] = [{ from: 10, to: 13, letter: 'D', look: 'hatch' }, evening];
const dayLeft = 36;
const hour = (350 - dayLeft) / 24;

export const WeekFigure = () => (
  <svg className="figure" viewBox="0 0 350 166" aria-hidden="true" focusable="false">
    <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path className="measure" d="M0 0v5" />
    </pattern>
    {days.map((day, row) => (
      <g key={day}>
        <text className="strong" x="0" y={row * 21 + 13}>
          {day}
        </text>
        <rect className="sunk" x={dayLeft} y={row * 21} width={350 - dayLeft} height="18" />
        {(day.startsWith('S') ? weekend : weekday).map(({ from, to, letter, look }) => (
          <g key={letter}>
            <rect className={look} x={dayLeft + from * hour} y={row * 21 + 1} width={(to - from) * hour} height="16" />
            {look === 'wash' && (
              <rect className="chore" x={dayLeft + from * hour} y={row * 21 + 1} width="2" height="16" />
            )}
            {look !== 'hatch' && (
              <text
                className={`strong ${look === 'chore' ? 'on-chore' : 'chore'}`}
                x={dayLeft + from * hour + 6}
                y={row * 21 + 13}
              >
                {letter}
              </text>
            )}
          </g>
        ))}
      </g>
    ))}
    {namedHours.map(({ at, name, anchor }) => (
      <text key={at} x={dayLeft + at * hour} y="162" textAnchor={anchor}>
        {name}
      </text>
    ))}
  </svg>
);

/** The marks of a tape measure. Every tenth mark is longer. */
const marks = Array.from(
  { length: 49 },
  (_, index) => `M${((index + 1) * 290) / 50} 0v${(index + 1) % 5 === 0 ? 10 : 6}`,
).join('');

export const LimitFigure = () => (
  <div className="limit-figure" aria-hidden="true">
    <p>
      <b>1,000</b> shares, then it stops
    </p>
    <svg className="figure" viewBox="0 -6 290 34" aria-hidden="true" focusable="false">
      <rect className="ink" width="290" height="22" rx="2" />
      <path className="marks" d={marks} />
      <rect className="ink" x="285" y="-6" width="5" height="34" rx="1" />
    </svg>
  </div>
);

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
