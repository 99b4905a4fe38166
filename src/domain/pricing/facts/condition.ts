// Reads an item's condition from a field or a title.

import { fold } from './fold-text.ts';

/** The seven levels, best first, with the names in the hint field. */
export const conditions = [
  'new-with-tags',
  'new-without-tags',
  'excellent',
  'very-good',
  'good',
  'fair',
  'poor',
] as const;

export type Condition = (typeof conditions)[number];

/** The first match wins, so a longer phrase comes before a shorter one that it contains. */
const phrases: readonly (readonly [RegExp, Condition])[] = [
  [/\b(nwot|new without (the )?tags?|new no tags?|uln|like new|brand new no tags?)\b/, 'new-without-tags'],
  [
    /\b(nwt|bnwt|nib|new with (the )?tags?|never worn with tags?|tags? (still )?(on|attached)|deadstock)\b/,
    'new-with-tags',
  ],
  [/\b(never (worn|used)|unworn|worn never)\b/, 'new-without-tags'],
  [/\b(euc|excellent|mint|worn once|gently (used|worn))\b/, 'excellent'],
  [/\b(vguc|very good|great)( used)?( condition)?\b/, 'very-good'],
  [/\b(poor|damaged|for parts|as is|ur|ruined)\b/, 'poor'],
  [/\b(fair|flaw(s|ed)?|stain(s|ed)?|worn out|holes?|uf)\b/, 'fair'],
  [/\b(guc|good|used|pre ?owned|ug)\b/, 'good'],
];

/** "No stains or holes" and "not worn out" name flaws that the item doesn't have. */
const flaw = '(?:flaws?|stains?|holes?|rips?|tears?|damage|pilling|wear)';
const absent = new RegExp(
  `\\b(?:no|not any|without|free (?:of|from)|zero)(?: (?:any|visible|obvious|major|noticeable|known|signs? of)){0,2} ${flaw}(?: (?:or |and |no )?${flaw})*\\b|\\bnot (?:worn out|stained|flawed|damaged|ruined)\\b`,
  'g',
);

/** Reads a condition field: a level's own name, a marketplace's code, or a seller's usual words. */
export function readCondition(text: string): Condition | undefined {
  const folded = fold(text);
  const exact = conditions.find((level) => fold(level) === folded);
  const present = folded.replace(absent, '');
  return exact ?? phrases.find(([phrase]) => phrase.test(present))?.[1];
}

/** In a title only unambiguous phrases count: "very good", "used", and "great" say little there. */
const inTitles: readonly (readonly [RegExp, Condition])[] = [
  [/\b(nwot|new without (the )?tags?)\b/, 'new-without-tags'],
  [/\b(nwt|bnwt|new with (the )?tags?)\b/, 'new-with-tags'],
  [/\beuc\b/, 'excellent'],
  [/\bvguc\b/, 'very-good'],
  [/\bguc\b/, 'good'],
];

export function conditionInTitle(title: string): Condition | undefined {
  const folded = fold(title);
  return inTitles.find(([phrase]) => phrase.test(folded))?.[1];
}

/** Whether a listing is new with tags, by its condition, or else by its title. null: neither says it. */
export function isNewWithTags({ condition, title }: { condition: string | null; title: string }): boolean | null {
  const level = condition === null ? conditionInTitle(title) : (readCondition(condition) ?? 'other');
  return level === undefined ? null : level === 'new-with-tags';
}
