// One rule as a sentence. Each part that can be changed is changed where it stands.

import { toDollars } from '#domain/money.ts';
import { ruleBounds } from '#domain/offers/bounds.ts';
import type { Shipping } from '#domain/offers/shipping.ts';
import { matchInWords } from '#domain/selling/match.ts';
import { counted } from '#web/format/format.ts';
import { type RuleDraft, saidParts } from '../draft/rule-draft.ts';
import { ChoicePart, NumberPart, OpenPart } from './inline-parts.tsx';

type Props = {
  rule: RuleDraft;
  /** What is wrong with a part, by its path in the rule. */
  problemOf: (path: string) => string | undefined;
  onChange: (change: Partial<RuleDraft>) => void;
  /** The editor of which listings the rule is for. */
  match: { id: string; isOpen: boolean; onToggle: () => void; isWrong: boolean };
};

export const RuleSentence = ({ rule, problemOf, onChange, match }: Props) => {
  const number = (part: 'percent' | 'everyDays' | 'mostPercent', label: string) => (
    <NumberPart
      label={label}
      value={rule[part]}
      bounds={ruleBounds[part]}
      problem={problemOf(part)}
      onChange={(value) => onChange({ [part]: value })}
    />
  );
  return (
    <p className="rule-says">
      {'For '}
      <OpenPart
        isOpen={match.isOpen}
        aria-controls={match.id}
        aria-invalid={match.isWrong || undefined}
        onClick={match.onToggle}
      >
        <span className="sr">Which listings: </span>
        {matchInWords(saidParts(readable(rule.match)))}
      </OpenPart>
      {', offer '}
      {number('percent', 'Percent off')}
      {'% off with '}
      <ChoicePart
        label="Shipping"
        value={rule.shipping}
        choices={shippings}
        problem={problemOf('shipping')}
        onChange={(shipping) => onChange({ shipping })}
      />
      {', '}
      <ChoicePart
        label="Wait after the newest like"
        value={rule.waitMinutes}
        choices={waitsWith(rule.waitMinutes)}
        problem={problemOf('waitMinutes')}
        onChange={(waitMinutes) => onChange({ waitMinutes })}
      />
      {' after the newest like. Offer again every '}
      {number('everyDays', 'Days between two offers')}
      {rule.everyDays === 1 ? ' day, ' : ' days, '}
      <ChoicePart
        label="How much deeper each time"
        value={rule.deeperBy}
        choices={deepers}
        problem={problemOf('deeperBy')}
        onChange={(deeperBy) => onChange({ deeperBy, mostPercent: mostFor(rule, deeperBy) })}
      />
      {rule.deeperBy > 0 && (
        <>
          {', up to '}
          {number('mostPercent', 'Most percent off')}
          {'% off'}
        </>
      )}
      {'. Never go below '}
      <ChoicePart
        label="Never go below"
        value={rule.floor.kind}
        choices={floors}
        problem={problemOf('floor')}
        onChange={(kind) => onChange({ floor: kind === 'listing' ? { kind } : { kind, minProfitCents: 0 } })}
      />
      {rule.floor.kind === 'profit' && (
        <span className="offer-unbroken">
          {' $'}
          <NumberPart
            label="Least profit in dollars"
            value={toDollars(rule.floor.minProfitCents)}
            bounds={{ least: 0, most: 100_000 }}
            problem={problemOf('floor.minProfitCents')}
            onChange={(dollars) => onChange({ floor: { kind: 'profit', minProfitCents: Math.round(dollars * 100) } })}
          />
        </span>
      )}
      {'.'}
    </p>
  );
};

/** The most shows only while offers get deeper. It begins well below what the marketplace allows. */
function mostFor({ percent, deeperBy, mostPercent }: RuleDraft, next: number): number {
  if (next === 0) return ruleBounds.mostPercent.standard;
  return deeperBy === 0 ? Math.max(40, percent || 0) : mostPercent;
}

/** Numbers that can't be read yet say nothing. */
const readable = (match: RuleDraft['match']): RuleDraft['match'] =>
  Object.fromEntries(Object.entries(match).filter(([, value]) => !Number.isNaN(value)));

const shippings: readonly (readonly [Shipping, string])[] = [
  ['none', 'no shipping discount'],
  ['discounted', 'discounted shipping'],
  ['free', 'free shipping'],
];

const floors: readonly (readonly [RuleDraft['floor']['kind'], string])[] = [
  ['listing', 'the listing’s floor price'],
  ['profit', 'a profit of'],
];

const minutesWords = (minutes: number): string => {
  if (minutes % 1440 === 0) return counted(minutes / 1440, 'day');
  return minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute');
};

const usualWaits = [15, 30, 60, 120, 240, 480, 720, 1440, 2880, 4320, 10_080];
const waitsWith = (minutes: number): [number, string][] =>
  [...new Set([...usualWaits, minutes])].sort((one, other) => one - other).map((wait) => [wait, minutesWords(wait)]);

const deepers: readonly (readonly [number, string])[] = Array.from(
  { length: ruleBounds.deeperBy.most + 1 },
  (_, points) => [points, points === 0 ? 'the same each time' : `${counted(points, 'point')} deeper each time`],
);
