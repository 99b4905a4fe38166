// The parts of a sentence that can be edited where they stand: a number, one of several choices, or a floor.
import type { ComponentProps } from 'react';
import { toDollars } from '#domain/money.ts';
import type { Floor } from '#domain/selling/floor.ts';
import { Options } from '../field.tsx';
import './sentence.css';

type Part = { label: string; problem: string | undefined };

type NumberProps = Part & {
  /** NaN: nothing that can be read. */
  value: number;
  bounds: { least: number; most: number };
  onChange: (value: number) => void;
};

export const NumberPart = ({ label, problem, value, bounds, onChange }: NumberProps) => (
  <input
    className="part"
    type="number"
    inputMode="numeric"
    aria-label={label}
    aria-invalid={problem !== undefined || undefined}
    title={problem}
    min={bounds.least}
    max={bounds.most}
    step={1}
    value={Number.isNaN(value) ? '' : value}
    onChange={({ target }) => onChange(target.valueAsNumber)}
  />
);

type ChoiceProps<Value extends string | number> = Part & {
  value: Value;
  choices: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
};

export const ChoicePart = <Value extends string | number>({
  label,
  problem,
  value,
  choices,
  onChange,
}: ChoiceProps<Value>) => (
  <select
    className="part"
    aria-label={label}
    aria-invalid={problem !== undefined || undefined}
    title={problem}
    value={value}
    onChange={({ target }) => {
      const chosen = choices.find(([choice]) => String(choice) === target.value);
      if (chosen !== undefined) onChange(chosen[0]);
    }}
  >
    <Options of={choices} />
  </select>
);

/** A part that opens an editor below its sentence. */
export const OpenPart = ({ isOpen, ...button }: ComponentProps<'button'> & { isOpen: boolean }) => (
  <button {...button} type="button" className="part" aria-expanded={isOpen} />
);

type FloorProps = {
  floor: Floor;
  problemOf: (path: string) => string | undefined;
  onChange: (floor: Floor) => void;
};

/** How low an offer or a drop may go: “Never go below a profit of $5.” */
export const FloorPart = ({ floor, problemOf, onChange }: FloorProps) => (
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
