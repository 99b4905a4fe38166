// A sample day on the rail.

type Round = { at: number; filled: number; state: 'past' | 'on' | 'next' };

/** The rounds of a sample day, by hour. The current one is three fifths done. */
const rounds: readonly Round[] = [
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
  { from: 8, to: 11 },
  { from: 12, to: 14 },
  { from: 18, to: 22 },
];
const hoursNamed = [
  { at: 0, anchor: 'start' },
  { at: 6, anchor: 'middle' },
  { at: 12, anchor: 'middle' },
  { at: 18, anchor: 'middle' },
  { at: 24, anchor: 'end' },
] as const;
const hour = 1320 / 24;
const hourLines = Array.from({ length: 25 }, (_, at) => `M${Math.min(1319.5, at * hour + 0.5)} 44v146`).join('');
const now = 13.35;
const top = 68;
const tall = 98;

const outline = (x: number) => `M${x + 10} ${top}h16l10 11v${tall}h-36v-${tall}z`;

type Words = { rail: string; hours: readonly string[]; slots: readonly string[]; now: string };

/** One tag for each round, filled by the fraction that was shared. */
export const DayRail = ({ messages }: { messages: Words }) => (
  <div className="day-rail" role="img" aria-label={messages.rail}>
    <svg className="day-rail-wide" viewBox="0 0 1320 214" aria-hidden="true" focusable="false">
      <pattern id="planned" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="measure" d="M0 0v6" />
      </pattern>
      <path className="hour-line" d={hourLines} />
      {slots.map(({ from, to }, index) => (
        <g key={from}>
          <path className="slot-bracket" d={`M${from * hour} 34V8h${(to - from) * hour}v26`} />
          <text className="strong" x={from * hour + 9} y="26">
            {messages.slots[index]}
          </text>
        </g>
      ))}
      <rect className="rail-bar" x="-2000" y="40" width="5320" height="8" />
      {rounds.map(({ at, filled, state }) => {
        const x = at * hour + 6;
        const height = tall + 11;
        return (
          <g key={at} className={`round ${state}`}>
            <path className="thread" d={`M${x + 18} 48v28`} />
            <path className="tag-paper" d={outline(x)} />
            <clipPath id={`round-${at}`}>
              <path d={outline(x)} />
            </clipPath>
            <rect
              className="tag-ink"
              x={x}
              y={top}
              width="36"
              height={height * filled}
              clipPath={`url(#round-${at})`}
            />
            <circle className="hole" cx={x + 18} cy={top + 11} r="3.4" />
          </g>
        );
      })}
      <path className="now-line" d={`M${now * hour} 30v162`} />
      <rect className="now-flag" x={now * hour} y="191" width="92" height="22" rx="2" />
      <text className="now-text" x={now * hour + 46} y="206.5" textAnchor="middle">
        {messages.now}
      </text>
      {hoursNamed.map(({ at, anchor }, index) => (
        <text key={at} x={at * hour} y="210" textAnchor={anchor}>
          {messages.hours[index]}
        </text>
      ))}
    </svg>
  </div>
);
