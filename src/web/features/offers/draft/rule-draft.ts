// The seller's rules while they are edited, what is wrong with them, and how they differ from the saved ones.
import { OfferRules, type StoredOfferRules } from '#contract/offers.ts';
import { type OfferRule, ruleOfSettings, sensibleStart } from '#domain/offers/rules.ts';
import { saidParts } from '#web/ui/sentence/said-parts.ts';

/** `key` is the same as long as the rule is on the screen. A number that can't be read is NaN. */
export type RuleDraft = OfferRule & { key: string };
export type Draft = { mostADay: number; rules: readonly RuleDraft[] };

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

/** As it is sent: parts of a match that say nothing are left out. Also the form in which two drafts are compared. */
const bodyOf = ({ mostADay, rules }: Draft) => ({
  mostADay,
  rules: rules.map(({ key: _, id, match, name, enabled, percent, shipping, floor, ...rest }) => ({
    ...(id !== null && { id }),
    ...{ name, enabled, match: saidParts(match), percent, shipping },
    ...{ waitMinutes: rest.waitMinutes, everyDays: rest.everyDays },
    ...{ deeperBy: rest.deeperBy, mostPercent: rest.mostPercent },
    floor: floor.kind === 'listing' ? { kind: floor.kind } : { kind: floor.kind, minProfitCents: floor.minProfitCents },
  })),
});

export const isChanged = (draft: Draft, saved: StoredOfferRules): boolean =>
  JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(draftOf(saved)));

/** What is wrong, by path: `rules.0.percent`. */
export type Problems = ReadonlyMap<string, string>;

type Checked = { body: OfferRules; problems: null } | { body: null; problems: Problems };

export function check(draft: Draft): Checked {
  const parsed = OfferRules.safeParse(bodyOf(draft));
  if (parsed.success) return { body: parsed.data, problems: null };
  const problems = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const name = path.join('.');
    if (!problems.has(name)) problems.set(name, message);
  }
  return { body: null, problems };
}

export const moved = <One>(all: readonly One[], from: number, to: number): One[] => {
  const rest = all.toSpliced(from, 1);
  const [one] = all.slice(from, from + 1);
  return one === undefined ? rest : rest.toSpliced(to, 0, one);
};
