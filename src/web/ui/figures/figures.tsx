// Large figures side by side, and bars for how old listings are.
import { counted } from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import './figures.css';

export type Figure = { name: string; value: string; note: string };

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
