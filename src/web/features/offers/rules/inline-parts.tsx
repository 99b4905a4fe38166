// The parts of a sentence that can be edited where they stand: a number, or one of several choices.
import type { ComponentProps } from 'react';
import { typedNumber } from '#web/lib/form-field.ts';

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
    onChange={({ target }) => {
      const typed = typedNumber(target);
      onChange(typed === '' ? Number.NaN : Number(typed));
    }}
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
    {choices.map(([choice, name]) => (
      <option key={choice} value={choice}>
        {name}
      </option>
    ))}
  </select>
);

/** A part that opens an editor below its sentence. */
export const OpenPart = ({ isOpen, ...button }: ComponentProps<'button'> & { isOpen: boolean }) => (
  <button {...button} type="button" className="part" aria-expanded={isOpen} />
);
