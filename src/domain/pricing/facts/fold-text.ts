/** Lower case without accents, punctuation as spaces: the one spelling in which texts are compared. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (/^[a-z0-9]+( [a-z0-9]+)*$/.test(lower)) return lower;
  // Most titles: what follows would come to the same, only later.
  if (/^[ -~]*$/.test(lower))
    return lower
      .replace(/['`]/g, '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f’'`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const silent = new Set(['a', 'an', 'and', 'the', 'of', 'for', 'with', 'in', 'on', 'to', 'by', 'or', 'my', 'is', 'it']);

/** A title longer than this is stuffed with search words; what matters stands in front. */
const mostWords = 24;

/** The words of a title that may say something about its price, each once, in their order. */
export const titleWords = (title: string): string[] =>
  [
    ...new Set(
      fold(title)
        .split(' ')
        .filter((word) => word !== '' && !silent.has(word)),
    ),
  ].slice(0, mostWords);
