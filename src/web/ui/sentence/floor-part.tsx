// How low an offer or a drop may go, in a sentence: “Never go below a profit of $5.”
import { toDollars } from '#domain/money.ts';
import type { Floor } from '#domain/selling/floor.ts';
import { ChoicePart, NumberPart } from './inline-parts.tsx';

type Props = {
  floor: Floor;
  problemOf: (path: string) => string | undefined;
  onChange: (floor: Floor) => void;
};

export const FloorPart = ({ floor, problemOf, onChange }: Props) => (
  <>
    {'Never go below '}
    <ChoicePart
      label="Never go below"
      value={floor.kind}
      choices={floors}
      problem={problemOf('floor')}
      onChange={(kind) => onChange(kind === 'listing' ? { kind } : { kind, minProfitCents: 0 })}
    />
    {floor.kind === 'profit' && (
      <>
        {' '}
        <span className="unbroken">
          $
          <NumberPart
            label="Least profit in dollars"
            value={toDollars(floor.minProfitCents)}
            bounds={{ least: 0, most: 100_000 }}
            problem={problemOf('floor.minProfitCents')}
            onChange={(dollars) => onChange({ kind: 'profit', minProfitCents: Math.round(dollars * 100) })}
          />
        </span>
      </>
    )}
  </>
);

const floors: readonly (readonly [Floor['kind'], string])[] = [
  ['listing', 'the listing’s floor price'],
  ['profit', 'a profit of'],
];
