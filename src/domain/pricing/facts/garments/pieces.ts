// Reads from a title how many pieces are sold together.

const named: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const number = `(\\d{1,2}|${Object.keys(named).join('|')})`;
const countInWords = new RegExp(`\\b(?:lot|bundle|set) of ${number}\\b|\\b${number} (?:pairs?|pieces|pcs)\\b`);

/**
 * How many items a folded title sells together: "lot of (6) pairs", "set of two", "2 pair of jeans". One if the title does not
 * say. A "two piece" is one outfit.
 */
export function readPieces(title: string): number {
  const [, together, counted] = countInWords.exec(title) ?? [];
  const text = together ?? counted ?? '';
  return Math.max(1, named[text] ?? Number(text));
}
