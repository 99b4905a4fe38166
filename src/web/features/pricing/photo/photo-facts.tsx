// Shows what Hangtag recognized in a photo, each fact with its source, and lets the seller correct it in place.
import { type KeyboardEvent, useId, useState } from 'react';
import type { FieldSource, PhotoAnalysis } from '#contract/pricing/photo.ts';
import { conditions } from '#domain/pricing/facts/condition.ts';
import { type Garment, garmentName, garments, kindsMeant } from '#domain/pricing/facts/garments.ts';
import { people } from '#domain/pricing/facts/people.ts';
import { conditionName, photoMessages as messages, pricingMessages } from '#web/messages/pricing/pricing.ts';
import { Confidence } from '../evidence/confidence-line.tsx';
import { DemandPips } from '../evidence/demand-pips.tsx';
import type { Hints } from './hints.ts';

type Findings = Pick<
  PhotoAnalysis,
  | 'marketDemand'
  | 'itemCategory'
  | 'brand'
  | 'condition'
  | 'colorAndStyle'
  | 'size'
  | 'sources'
  | 'confidence'
  | 'engine'
>;

/** Lets the seller correct a fact. Without it the facts are only shown. */
export type Editing = { hints: Hints; seen: PhotoAnalysis['seen']; onHint: (change: Partial<Hints>) => void };

export const PhotoFacts = ({ analysis, editing }: { analysis: Findings; editing?: Editing }) => {
  const { sources, engine } = analysis;
  const id = useId();
  const row = (name: string, key: keyof Findings['sources'], value: string, control?: FactControl) => (
    <Fact id={`${id}-${key}`} name={name} value={value} from={sources[key]} engine={engine} control={control} />
  );
  return (
    <dl className="facts pairs small">
      <div>
        <dt>Demand</dt>
        <dd>
          <DemandPips level={analysis.marketDemand} word={pricingMessages.demand[analysis.marketDemand]} />
        </dd>
      </div>
      {row('Category', 'itemCategory', analysis.itemCategory, editing && kindControl(editing))}
      {row('Brand', 'brand', analysis.brand, editing && textControl(editing, 'brand', 80))}
      {row('Condition', 'condition', conditionName(analysis.condition), editing && conditionControl(editing))}
      {row('Color and style', 'colorAndStyle', analysis.colorAndStyle)}
      {row('Size', 'size', analysis.size, editing && textControl(editing, 'size', 40))}
      {editing && (
        <Fact
          id={`${id}-madeFor`}
          name="Made for"
          value=""
          from={editing.hints.madeFor !== '' ? 'hint' : editing.seen.forKids ? 'photo' : 'unknown'}
          engine={engine}
          control={madeForControl(editing)}
        />
      )}
      <div>
        <dt>{pricingMessages.confidence.label}</dt>
        <dd>
          <Confidence value={analysis.confidence} />
        </dd>
      </div>
    </dl>
  );
};

type FactControl =
  | { kind: 'choice'; value: string; options: { value: string; name: string }[]; onChange: (value: string) => void }
  | {
      kind: 'text';
      value: string;
      seen: string;
      maxLength: number;
      placeholder: string;
      onChange: (value: string) => void;
    };

/** What was seen comes first, as the choice that says nothing, and then what else it may be. */
function kindControl({ hints, seen, onHint }: Editing): FactControl {
  const guesses = new Set(seen.kindGuesses);
  const others = [...seen.kindGuesses, ...garments.filter((garment) => !guesses.has(garment))];
  return {
    kind: 'choice',
    value: hints.kind,
    options: [
      { value: '', name: seenKindName(hints, seen) },
      ...others
        .filter((garment) => garment === hints.kind || garmentName(garment) !== seen.category.value)
        .map((garment) => ({ value: garment, name: garmentName(garment) })),
    ],
    onChange: (value) => onHint({ kind: garments.find((garment) => garment === value) ?? '' }),
  };
}

/** Beside the same type as confirmed by the seller, what was seen is a question again. */
const seenKindName = ({ kind }: Editing['hints'], { category }: Editing['seen']): string => {
  if (category.value === null) return messages.notSure;
  return kind !== '' && garmentName(kind) === category.value ? messages.isIt(category.value) : category.value;
};

/** An AI model's type is taken as it is. "Shoes" means all kinds of shoes, no matter who says it. */
export const saysNothing = (garment: Garment, { category }: Editing['seen']): boolean =>
  garmentName(garment) === category.value && (category.source !== 'photo' || kindsMeant(garment, false).length > 1);

const conditionControl = ({ hints, seen, onHint }: Editing): FactControl => ({
  kind: 'choice',
  value: hints.condition,
  options: [
    { value: '', name: seen.condition.value === null ? messages.notSure : conditionName(seen.condition.value) },
    ...conditions
      .filter((level) => level !== seen.condition.value)
      .map((level) => ({ value: level, name: pricingMessages.conditions[level] })),
  ],
  onChange: (value) => onHint({ condition: conditions.find((level) => level === value) ?? '' }),
});

const madeForControl = ({ hints, seen, onHint }: Editing): FactControl => ({
  kind: 'choice',
  value: hints.madeFor,
  options: [
    { value: '', name: seen.forKids ? messages.isIt(messages.people.kids) : messages.notSure },
    ...people.map((one) => ({ value: one, name: messages.people[one] })),
  ],
  onChange: (value) => onHint({ madeFor: people.find((one) => one === value) ?? '' }),
});

const textControl = ({ hints, seen, onHint }: Editing, field: 'brand' | 'size', maxLength: number): FactControl => ({
  kind: 'text',
  value: hints[field] === '' ? (seen[field].value ?? '') : hints[field],
  seen: seen[field].value ?? '',
  maxLength,
  placeholder: field === 'brand' ? 'Add brand' : 'Add size',
  onChange: (value) => onHint({ [field]: value === seen[field].value ? '' : value }),
});

type FactProps = {
  id: string;
  name: string;
  value: string;
  from: FieldSource;
  engine: string;
  control: FactControl | undefined;
};

const Fact = ({ id, name, value, from, engine, control }: FactProps) => (
  <div>
    <dt>{control === undefined ? name : <label htmlFor={id}>{name}</label>}</dt>
    <dd>
      {control === undefined ? (
        from === 'unknown' ? (
          'Not known'
        ) : (
          value
        )
      ) : control.kind === 'choice' ? (
        <select
          id={id}
          className="fact-edit"
          value={control.value}
          onChange={({ target }) => control.onChange(target.value)}
        >
          {control.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      ) : (
        <FactText id={id} control={control} />
      )}
      {from !== 'unknown' && (
        <small className="below">
          {from === 'model' && engine !== 'embedded' ? `from ${engine}` : messages.from[from]}
        </small>
      )}
    </dd>
  </div>
);

/** Takes what was typed when the seller is done with it. An emptied field shows again what was seen, because that still counts. */
const FactText = ({ id, control }: { id: string; control: Extract<FactControl, { kind: 'text' }> }) => {
  const [{ typed, of }, setTyped] = useState({ typed: control.value, of: control.value });
  // A new value from outside replaces what was typed. The field stays, so the focus does, too.
  if (of !== control.value) setTyped({ typed: control.value, of: control.value });
  const take = () => {
    const value = typed.trim() || control.seen;
    setTyped({ typed: value, of });
    if (value !== control.value) control.onChange(value);
  };
  const takeOnEnter = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') take();
  };
  return (
    <input
      id={id}
      className="fact-edit"
      value={typed}
      maxLength={control.maxLength}
      placeholder={control.placeholder}
      autoComplete="off"
      enterKeyHint="done"
      onChange={({ target }) => setTyped({ typed: target.value, of })}
      onBlur={take}
      onKeyDown={takeOnEnter}
    />
  );
};
