// Cleans text that was pasted or exported: marks that nobody sees, and blanks that only look like one.

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
