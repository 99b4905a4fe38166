// Writes lists of numbers and texts as PostgreSQL arrays.

/**
 * A list as the text of a PostgreSQL array, and anything else as it is. The driver could write lists, too, but it appends one
 * element after the other, which costs 4 KB of garbage per share: every batch passes a dozen lists with an element per share.
 */
export const toParameter = (value: unknown): unknown => (Array.isArray(value) ? arrayText(value) : value);

function arrayText(list: readonly unknown[]): unknown {
  if (list.every((each) => typeof each === 'number')) return `{${list.join(',')}}`;
  if (list.every(isPlainText)) return `{"${list.join('","')}"}`;
  const elements = list.map(elementText);
  // Dates, buffers, lists of lists: the driver knows how to write them.
  return elements.includes(undefined) ? list : `{${elements.join(',')}}`;
}

const isPlainText = (each: unknown): each is string => typeof each === 'string' && !/["\\]/.test(each);

function elementText(each: unknown): string | undefined {
  if (each === null || each === undefined) return 'NULL';
  if (typeof each === 'string') return `"${each.replace(/["\\]/g, '\\$&')}"`;
  return typeof each === 'number' || typeof each === 'boolean' ? String(each) : undefined;
}
