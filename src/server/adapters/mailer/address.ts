// Checks one mail address.

/**
 * Returns one plain address or throws. Commas, angle brackets, and line breaks are refused, because a mail library would read
 * them as lists, names, or headers and send the mail to someone else.
 */
export function oneAddress(text: string): string {
  if (!/^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@]+$/.test(text) || text.length > 254) {
    throw new Error('A mail can only go to one plain address.');
  }
  return text;
}
