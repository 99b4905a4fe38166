// One rule as a sentence, each part of which is changed where it stands, and the rules while they are edited.
import type { OfferRules, StoredOfferRules } from '#contract/offers/offers.ts';
import type { Shipping } from '#domain/offers/offer.ts';
import { type OfferRule, ruleBounds, ruleOfSettings, sensibleStart } from '#domain/offers/rules.ts';
import { counted } from '#web/format/format.ts';
import { saidParts } from '#web/lib/listing-match.ts';
import { ChoicePart, FloorPart, NumberPart } from '#web/ui/sentence/inline-parts.tsx';
import type { SentenceParts } from '#web/ui/sentence/sentence-list.tsx';

export const RuleSentence = ({ rule, problemOf, onChange, which }: { rule: RuleDraft } & SentenceParts<RuleDraft>) => {
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
      {which}
      {', offer '}
      <span className="unbroken">{number('percent', 'Percent off')}%</span>
      {' off with '}
      <span className="unbroken">
        <ChoicePart
          label="Shipping"
          value={rule.shipping}
          choices={shippings}
          problem={problemOf('shipping')}
          onChange={(shipping) => onChange({ shipping })}
        />
        ,
      </span>{' '}
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
          <span className="unbroken">{number('mostPercent', 'Most percent off')}%</span>
          {' off'}
        </>
      )}
      {'. '}
      <FloorPart floor={rule.floor} problemOf={problemOf} onChange={(floor) => onChange({ floor })} />
      {'.'}
    </p>
  );
};

/** The most shows only while offers get deeper. It begins well below what the marketplace allows. */
function mostFor({ percent, deeperBy, mostPercent }: RuleDraft, next: number): number {
  if (next === 0) return ruleBounds.mostPercent.standard;
  return deeperBy === 0 ? Math.max(40, percent || 0) : mostPercent;
}

const shippings: readonly (readonly [Shipping, string])[] = [
  ['none', 'no shipping discount'],
  ['discounted', 'discounted shipping'],
  ['free', 'free shipping'],
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

/** `key` is the same as long as the rule is on the screen. A number that can't be read is NaN. */
export type RuleDraft = OfferRule & { key: string };
type Draft = { mostADay: number; rules: readonly RuleDraft[] };

let lastKey = 0;
const toDraftRule = (rule: OfferRule): RuleDraft => {
  if (rule.id !== null) return { ...rule, key: rule.id };
  lastKey += 1;
  return { ...rule, key: `new-${lastKey}` };
};

export const draftOf = ({ mostADay, rules }: StoredOfferRules): Draft => ({ mostADay, rules: rules.map(toDraftRule) });

export const startingRules = (): RuleDraft[] => sensibleStart.map(toDraftRule);

/** Another rule goes below the others, where it decides about what they leave. */
export const anotherRule = (): RuleDraft => toDraftRule({ ...ruleOfSettings(10), shipping: 'discounted' });

/** Parts of a match that say nothing are left out. */
export const bodyOf = ({ mostADay, rules }: Draft) =>
  ({
    mostADay,
    rules: rules.map(({ key: _, id, match, ...rule }) => ({
      ...(id !== null && { id }),
      ...rule,
      match: saidParts(match),
    })),
  }) as OfferRules;
