/**
 * One plain address, or an Error: what a mail library takes for a list (commas), a name (angle brackets) or another header
 * (line ends) would send the mail to somebody else.
 */
export function oneAddress(text: string): string {
  if (!/^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@]+$/.test(text) || text.length > 254) {
    throw new Error('A mail can only go to one plain address.');
  }
  return text;
}
