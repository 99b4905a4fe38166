// Makes text of strangers safe for a terminal, which obeys control characters.

/** Line breaks stay. Every other control or invisible formatting character is shown as its code. */
export const plainText = (text: string): string =>
  text.replace(/[^\P{Cc}\n]|\p{Cf}/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);

/** The same on one line. */
export const plainLine = (text: string): string => plainText(text.replace(/\s+/gu, ' '));
