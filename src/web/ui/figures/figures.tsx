// Large figures side by side, and small drawings beside them: bars for how old listings are, a price change, and a value in doubt.
import { counted } from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { changeBar } from './price-axis.ts';
import './figures.css';

type Figure = { name: string; value: string; note: string };

export const FigureList = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="figures">
    {figures.map(({ name, value, note }) => (
      <div key={name}>
        <dt className="lab">{name}</dt>
        <dd>
          <span className="fig" aria-hidden={value === '–' || undefined}>
            {value}
          </span>
          <span className="small mute">{note}</span>
        </dd>
      </div>
    ))}
  </dl>
);

/** A dash, which screen readers read as a word. */
export const NotKnown = ({ word = 'not known' }: { word?: string }) => (
  <>
    <span aria-hidden="true">–</span>
    <span className="sr">{word}</span>
  </>
);

type Age = { name: string; listings: number; note?: string };

export const AgeBars = ({ ages }: { ages: readonly Age[] }) => {
  const most = Math.max(...ages.map(({ listings }) => listings), 1);
  return (
    <dl className="age-bars small" aria-label="Age of your listings">
      {ages.map(({ name, listings, note }) => (
        <div key={name} style={properties({ v: (listings / most) * 100, least: Math.min(listings, 1) })}>
          <dt>{name}</dt>
          <dd>
            <i aria-hidden="true" />
            <span>{counted(listings, 'listing')}</span>
            {note !== undefined && <span className="mute">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** From the middle, left is lower and right is higher. Each half stands for 30%. */
export const ChangeBar = ({ percent }: { percent: number }) => {
  const { left, width, isCut } = changeBar(percent);
  const end = percent < 0 ? 'low' : 'high';
  return (
    <span className="shift" aria-hidden="true">
      <i className={isCut ? `cut ${end}` : undefined} style={properties({ left, width })} />
    </span>
  );
};

/** ▲ or ▼ in the text's color, because a higher price is neither good nor bad. */
export const ChangeArrow = ({ isRaise }: { isRaise: boolean }) => (
  <svg className="arrow" viewBox="0 0 10 10" aria-hidden="true">
    <path d={isRaise ? 'M5 1l4.5 8h-9z' : 'M5 9L.5 1h9z'} />
  </svg>
);

type DoubtProps = { value: number; mark: number; range?: { from: number; to: number } };

/** A value on a line, the range in which it may truly be, and a dashed mark to compare it with. All in percent of the line. */
export const DoubtLine = ({ value, mark, range }: DoubtProps) => (
  <span className="doubt-line" aria-hidden="true" style={properties({ x: value, mark, ...range })}>
    <i className="doubt-mark" />
    {range && <i className="doubt-range" />}
    <i className="doubt-value" />
  </span>
);
