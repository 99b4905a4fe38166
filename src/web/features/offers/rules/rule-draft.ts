// The seller's rules while they are edited.
import type { OfferRules, StoredOfferRules } from '#contract/offers/offers.ts';
import { type OfferRule, ruleOfSettings, sensibleStart } from '#domain/offers/rules.ts';
import { saidParts } from '#web/lib/listing-match.ts';

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
