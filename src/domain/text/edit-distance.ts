// Compares words that may be misread, mistyped, or renamed.

/**
 * How many letters must be changed, added, or removed to turn one text into the other. Anything above `most` is returned as
 * `most` + 1, which makes it fast to search a dictionary.
 */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let index = 0; index < one.length; index++) {
    const next = [index + 1];
    let least = index + 1;
    for (let at = 0; at < other.length; at++) {
      const replaced = (row[at] ?? 0) + (one[index] === other[at] ? 0 : 1);
      const value = Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1);
      next.push(value);
      if (value < least) least = value;
    }
    if (least > most) return most + 1;
    row = next;
  }
  return Math.min(row.at(-1) ?? 0, most + 1);
}
