// Cleans text that was pasted or exported, and finds a code in it.

/** Direction marks, zero-width blanks, soft hyphens, fillers. */
const unseen =
  /\u00ad|\u034f|\u061c|[\u115f\u1160]|\u180e|\u200b|[\u200e\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|\u3164|\ufeff|\uffa0|[\ufff9-\ufffb]/g;
/** Joiners stay where they shape what is seen: in an emoji, and between the letters of scripts that join. */
const joiners = /(.?)([\u200c\u200d])/gsu;
const shapes =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\p{M}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Mongolian}/u;

/** No-break, thin, wide, and Braille blanks. */
const otherBlanks = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/g;

/** What a person sees of the text, with ordinary blanks. Line breaks and tabs stay. */
export const visibleText = (text: string): string =>
  // Most cells of a file are plain.
  /[\u00a0-\uffff]/.test(text)
    ? text
        .replace(otherBlanks, ' ')
        .replace(unseen, '')
        .replace(joiners, (joined, before: string) => (shapes.test(before) ? joined : before))
    : text;

/** The same for a cell or field of digits, dates, and codes: also full-width and other compatible forms as plain ones. */
export const plainText = (text: string): string =>
  visibleText(text)
    .normalize('NFKC')
    .replace(/[^\d\P{Nd}]/gu, asciiDigit)
    .trim();

/** Every script's digits are ten characters in a row, from 0 to 9. */
function asciiDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(at - value - 1))) value++;
  return `${value}`;
}

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
