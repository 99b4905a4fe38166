// Folds texts for comparison, and splits titles into words.

/** Folds a text for comparison: lower case, no accents, and spaces for punctuation. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (/^[a-z0-9]+( [a-z0-9]+)*$/.test(lower)) return lower;
  // A shortcut for most titles, with the same result as the rest.
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

/** A longer title is stuffed with search words. What matters comes first. */
const mostWords = 24;

/** The words of a title that may affect its price, each once and in their order. */
export const titleWords = (title: string): string[] =>
  [
    ...new Set(
      fold(title)
        .split(' ')
        .filter((word) => word !== '' && !silent.has(word)),
    ),
  ].slice(0, mostWords);
