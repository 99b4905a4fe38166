// Finds a code in what was pasted: with blanks or dashes in it, in full-width digits, or with the whole message around it.

import { plainText } from './visible-text.ts';

const spelled = (text: string): string => plainText(text).replace(/[‐‑‒–—―−·]/g, '-');
const compact = (text: string): string => text.replace(/[\s-]/g, '');

/** The only one of several equal candidates. null: none, or different ones. */
const onlyOne = (candidates: readonly string[]): string | null => {
  const [first, ...others] = new Set(candidates);
  return first !== undefined && others.length === 0 ? first : null;
};

/** A code of digits. null: there is none, or it isn't clear which. With `least` and `most`, a code may have another length than usual. */
export function digitCode(
  text: string,
  { usual, least = usual, most = usual }: { usual: number; least?: number; most?: number },
): string | null {
  const plain = spelled(text);
  const whole = compact(plain);
  const isLong = (digits: string): boolean => digits.length >= least && digits.length <= most;
  if (/^\d+$/.test(whole)) return isLong(whole) ? whole : null;
  const runs = (plain.match(/\d+(?:[ -]\d+)*/g) ?? []).map(compact);
  const numbers = plain.match(/\d+/g) ?? [];
  const ofUsualLength = (digits: readonly string[]): string[] => digits.filter(({ length }) => length === usual);
  return onlyOne(ofUsualLength(runs)) ?? onlyOne(ofUsualLength(numbers)) ?? onlyOne(runs.filter(isLong));
}

/** A code of letters and digits in groups of four. `letters` are those that it may have, in capitals. */
export function groupedCode(text: string, { letters, groups }: { letters: string; groups: number }): string | null {
  const plain = spelled(text);
  const whole = compact(plain).toUpperCase();
  const group = `[${letters}]{4}`;
  const parts = plain.split(/[\s-]+/);
  // "My code 123456" has twelve letters and digits, too.
  const isDivided = parts.every(({ length }) => length === parts[0]?.length || length % 4 === 0);
  if (isDivided && new RegExp(`^(?:${group}){${groups}}$`).test(whole)) return whole;
  const found = (divider: string, flags: string) => [
    ...plain.matchAll(
      new RegExp(`(?:^|[^\\p{L}\\d-])(${Array(groups).fill(group).join(divider)})(?![\\p{L}\\d-])`, flags),
    ),
  ];
  const codes = (matches: RegExpExecArray[]) => onlyOne(matches.map(([, code = '']) => compact(code).toUpperCase()));
  // A word may have as many letters as a code, so only capitals count without a dash.
  return codes(found('-', 'giu')) ?? codes(found(' ?', 'gu'));
}
