// Shows what Hangtag recognized in a photo, each fact with its source, and lets the seller correct it in place.
import { useId, useState } from 'react';
import type { FieldSource, PhotoAnalysis } from '#contract/pricing/photo.ts';
import { conditions } from '#domain/pricing/facts/condition.ts';
import { type Garment, garmentName, garments, kindsMeant } from '#domain/pricing/facts/garments.ts';
import { people } from '#domain/pricing/facts/people.ts';
import { conditionName, photoMessages as messages, pricingMessages } from '#web/messages/pricing/pricing.ts';
import { Options } from '#web/ui/field.tsx';
import { Confidence, DemandPips } from '../evidence.tsx';
import type { Hints } from './photo-input.tsx';

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

const sourceNames: Record<FieldSource, string> = {
  photo: 'from the photo',
  tag: 'from the tag',
  hint: 'entered by you',
  model: 'from the AI model',
  unknown: '',
};

/** Lets the seller correct a fact. Without it the facts are only shown. */
export type Editing = { hints: Hints; seen: PhotoAnalysis['seen']; onHint: (change: Partial<Hints>) => void };

export const PhotoFacts = ({ analysis, editing }: { analysis: Findings; editing?: Editing }) => {
  const { sources, engine } = analysis;
  const row = (name: string, from: FieldSource, value: string, control?: FactControl) => (
    <Fact {...{ name, from, value, engine, control }} />
  );
  return (
    <dl className="facts pairs small">
      <div>
        <dt>Demand</dt>
        <dd>
          <DemandPips level={analysis.marketDemand} word={pricingMessages.demand[analysis.marketDemand]} />
        </dd>
      </div>
      {row('Category', sources.itemCategory, analysis.itemCategory, editing && kindControl(editing))}
      {row('Brand', sources.brand, analysis.brand, editing && textControl(editing, 'brand', 80))}
      {row('Condition', sources.condition, conditionName(analysis.condition), editing && conditionControl(editing))}
      {row('Color and style', sources.colorAndStyle, analysis.colorAndStyle)}
      {row('Size', sources.size, analysis.size, editing && textControl(editing, 'size', 40))}
      {editing &&
        row(
          'Made for',
          editing.hints.madeFor ? 'hint' : editing.seen.forKids ? 'photo' : 'unknown',
          '',
          madeForControl(editing),
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

type FactControl = { value: string; onChange: (value: string) => void } & (
  | { options: readonly (readonly [value: string, name: string])[] }
  | { options?: undefined; seen: string; maxLength: number; placeholder: string }
);

/** What was seen comes first, as the choice that says nothing, and then what else it may be. */
const kindControl = ({ hints, seen, onHint }: Editing): FactControl => ({
  value: hints.kind,
  options: [
    ['', seenKindName(hints, seen)],
    ...[...new Set([...seen.kindGuesses, ...garments])]
      .filter((garment) => garment === hints.kind || garmentName(garment) !== seen.category.value)
      .map((garment) => [garment, garmentName(garment)] as const),
  ],
  onChange: (value) => onHint({ kind: garments.find((garment) => garment === value) ?? '' }),
});

/** Beside the same type as confirmed by the seller, what was seen is a question again. */
const seenKindName = ({ kind }: Editing['hints'], { category }: Editing['seen']): string => {
  if (category.value === null) return messages.notSure;
  return kind !== '' && garmentName(kind) === category.value ? `${category.value}?` : category.value;
};

/** An AI model's type is taken as it is. "Shoes" means all kinds of shoes, no matter who says it. */
export const saysNothing = (garment: Garment, { category }: Editing['seen']): boolean =>
  garmentName(garment) === category.value && (category.source !== 'photo' || kindsMeant(garment, false).length > 1);

const conditionControl = ({ hints, seen, onHint }: Editing): FactControl => ({
  value: hints.condition,
  options: [
    ['', seen.condition.value === null ? messages.notSure : conditionName(seen.condition.value)],
    ...conditions
      .filter((level) => level !== seen.condition.value)
      .map((level) => [level, pricingMessages.conditions[level]] as const),
  ],
  onChange: (value) => onHint({ condition: conditions.find((level) => level === value) ?? '' }),
});

const madeForControl = ({ hints, seen, onHint }: Editing): FactControl => ({
  value: hints.madeFor,
  options: [
    ['', seen.forKids ? `${messages.people.kids}?` : messages.notSure],
    ...people.map((one) => [one, messages.people[one]] as const),
  ],
  onChange: (value) => onHint({ madeFor: people.find((one) => one === value) ?? '' }),
});

const textControl = ({ hints, seen, onHint }: Editing, field: 'brand' | 'size', maxLength: number): FactControl => ({
  value: hints[field] === '' ? (seen[field].value ?? '') : hints[field],
  seen: seen[field].value ?? '',
  maxLength,
  placeholder: `Add ${field}`,
  onChange: (value) => onHint({ [field]: value === seen[field].value ? '' : value }),
});

type FactProps = { name: string; value: string; from: FieldSource; engine: string; control: FactControl | undefined };

const Fact = ({ name, value, from, engine, control }: FactProps) => {
  const id = useId();
  return (
    <div>
      <dt>{control ? <label htmlFor={id}>{name}</label> : name}</dt>
      <dd>
        {control === undefined ? (
          from === 'unknown' ? (
            'Not known'
          ) : (
            value
          )
        ) : control.options ? (
          <select
            id={id}
            className="fact-edit"
            value={control.value}
            onChange={({ target }) => control.onChange(target.value)}
          >
            <Options of={control.options} />
          </select>
        ) : (
          <FactText id={id} control={control} />
        )}
        {from !== 'unknown' && (
          <small className="below">
            {from === 'model' && engine !== 'embedded' ? `from ${engine}` : sourceNames[from]}
          </small>
        )}
      </dd>
    </div>
  );
};

type TextControl = Extract<FactControl, { seen: string }>;

/** Takes what was typed when the seller is done with it. An emptied field shows again what was seen, because that still counts. */
const FactText = ({ id, control }: { id: string; control: TextControl }) => {
  const [{ typed, of }, setTyped] = useState({ typed: control.value, of: control.value });
  // A new value from outside replaces what was typed. The field stays, so the focus does, too.
  if (of !== control.value) setTyped({ typed: control.value, of: control.value });
  const take = () => {
    const value = typed.trim() || control.seen;
    setTyped({ typed: value, of });
    if (value !== control.value) control.onChange(value);
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
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  );
};
