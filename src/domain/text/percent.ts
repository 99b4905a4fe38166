// Reads text in which some characters are written as percent signs and numbers, as in addresses.

/** Null if it can't be decoded. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
