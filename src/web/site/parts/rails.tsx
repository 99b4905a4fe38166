// The rails of the public pages, what hangs on them, and what is said below.
import { type Garment, GarmentPieces } from '#web/ui/listing-picture.tsx';

/** A day of shares: every garment of these pages once. */
const pieces = [
  { flat: 'jeans', price: '$66', at: '8:01 AM', state: 'past' },
  { flat: 'blazer', price: '$82', at: '9:02 AM', state: 'past' },
  { flat: 'dress', price: '$89', at: '10:00 AM', state: 'past' },
  { flat: 'sweater', price: '$42', at: '12:02 PM', state: 'past' },
  { flat: 'jacket', price: '$84', at: 'Now, 1:01 PM', state: 'on' },
  { flat: 'skirt', price: '$44', at: '6:00 PM', state: 'next' },
  { flat: 'coat', price: '$148', at: '7:01 PM', state: 'next' },
  { flat: 'tee', price: '$24', at: '8:02 PM', state: 'next' },
  { flat: 'bag', price: '$128', at: '9:01 PM', state: 'next' },
] as const satisfies readonly { flat: Garment; price: string; at: string; state: string }[];

/** Defines every garment once, at the start of a page. `Flat` refers to these definitions. */
export const FlatSymbols = () => (
  <svg className="symbols" aria-hidden="true" focusable="false">
    {pieces.map(({ flat }) => (
      <symbol key={flat} id={`flat-${flat}`} viewBox="0 0 120 150">
        <GarmentPieces garment={flat} />
      </symbol>
    ))}
  </svg>
);

export const Flat = ({ name }: { name: (typeof pieces)[number]['flat'] }) => (
  <svg className="flat" viewBox="0 0 120 150" aria-hidden="true" focusable="false">
    <use href={`#flat-${name}`} />
  </svg>
);

export const PriceTag = ({ children }: { children: string }) => <span className="tag price-tag">{children}</span>;

export const ClosetLine = () => (
  <div
    className="closet"
    role="img"
    aria-label="A sample day on the rail: four items already shared, the chore coat being shared now, four waiting for the evening"
  >
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

const activity = [
  { at: '1:01:44 PM', text: 'Madewell canvas chore coat' },
  { at: '1:01:42 PM', text: 'Reformation slip dress' },
  { at: '1:01:39 PM', text: 'Frye Campus ankle boot' },
  { at: '12:58 PM', text: 'Price changed, Levi’s 501' },
];

export const SamplePanel = () => (
  <section className="wrap sample" aria-label="Bot controls, with sample data">
    <div className="panel">
      <div>
        <p className="answers">
          <span className="stamp run">Running</span>
          <span className="stamp none">Sample data</span>
        </p>
        <p className="disp">52 of 86 shared this round.</p>
        <div className="ticks" aria-hidden="true">
          {Array.from({ length: 86 }, (_, cell) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells never move
            <i key={cell} className={cell < 52 ? 'd' : undefined} />
          ))}
        </div>
        <p className="small mute">Next round at 6:00 PM. No action needed.</p>
      </div>
      <div>
        <h2 className="lab">Today’s limit</h2>
        <p className="sample-count">
          396 <small>of 1,000 shares</small>
        </p>
        <div className="tape" role="img" aria-label="396 of 1,000 shares, 774 expected by 9:02 PM">
          <div className="fill" />
          <div className="fore" />
          <div className="cap" />
        </div>
        <div className="tape-ax along" aria-hidden="true">
          <span>0</span>
          <span>now</span>
          <span>774 by 9:02 PM</span>
          <span>1,000</span>
        </div>
        <p className="small mute">The bot stops at 1,000.</p>
      </div>
      <div>
        <h2 className="lab">Recent activity</h2>
        <ol className="sample-activity">
          {activity.map(({ at, text }) => (
            <li key={at}>
              <time>{at}</time>
              {text}
            </li>
          ))}
        </ol>
      </div>
    </div>
  </section>
);

const rounds = [
  { at: 8, filled: 1, state: 'past' },
  { at: 9, filled: 1, state: 'past' },
  { at: 10, filled: 1, state: 'past' },
  { at: 12, filled: 1, state: 'past' },
  { at: 13, filled: 0.6, state: 'on' },
  { at: 18, filled: 0, state: 'next' },
  { at: 19, filled: 0, state: 'next' },
  { at: 20, filled: 0, state: 'next' },
  { at: 21, filled: 0, state: 'next' },
];
const slots = [
  { letter: 'A', from: 8, to: 11 },
  { letter: 'B', from: 12, to: 14 },
  { letter: 'C', from: 18, to: 22 },
];
/** The hours along a day, and where their names are set. */
export const namedHours = [
  { at: 0, name: '12 AM', anchor: 'start' },
  { at: 6, name: '6 AM', anchor: 'middle' },
  { at: 12, name: 'Noon', anchor: 'middle' },
  { at: 18, name: '6 PM', anchor: 'middle' },
  { at: 24, name: '12 AM', anchor: 'end' },
] as const;
const hour = 1320 / 24;
const hourLines = Array.from({ length: 25 }, (_, at) => `M${Math.min(1319.5, at * hour + 0.5)} 44v146`).join('');
const now = 13.35;
const top = 68;
const tall = 98;

const outline = (x: number) => `M${x + 10} ${top}h16l10 11v${tall}h-36v-${tall}z`;

export const DayRail = () => (
  <div
    className="day-rail"
    role="img"
    aria-label="A sample day rail: rounds at 8, 9, 10 and 12 done, one at 1 PM in progress, four planned for the evening"
  >
    <svg className="figure" viewBox="0 0 1320 214" aria-hidden="true" focusable="false">
      <pattern id="planned" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="measure" d="M0 0v6" />
      </pattern>
      <path className="hour-line" d={hourLines} />
      {slots.map(({ letter, from, to }) => (
        <g key={from}>
          <path className="slot-bracket" d={`M${from * hour} 34V8h${(to - from) * hour}v26`} />
          <text className="strong" x={from * hour + 9} y="26">
            {letter}
          </text>
        </g>
      ))}
      <rect className="rail-bar" x="-2000" y="40" width="5320" height="8" />
      {rounds.map(({ at, filled, state }) => {
        const x = at * hour + 6;
        const height = (tall + 11) * filled;
        return (
          <g key={at} className={`round ${state}`}>
            <path className="thread" d={`M${x + 18} 48v28`} />
            <path className="tag-paper" d={outline(x)} />
            <clipPath id={`round-${at}`}>
              <path d={outline(x)} />
            </clipPath>
            <rect className="tag-ink" x={x} y={top} width="36" height={height} clipPath={`url(#round-${at})`} />
            <circle className="hole" cx={x + 18} cy={top + 11} r="3.4" />
          </g>
        );
      })}
      <path className="now-line" d={`M${now * hour} 30v162`} />
      <rect className="now-flag" x={now * hour} y="191" width="92" height="22" rx="2" />
      <text className="now-text" x={now * hour + 46} y="206.5" textAnchor="middle">
        Now, 1:01 PM
      </text>
      {namedHours.map(({ at, name, anchor }) => (
        <text key={at} x={at * hour} y="210" textAnchor={anchor}>
          {name}
        </text>
      ))}
    </svg>
  </div>
);
