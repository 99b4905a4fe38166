// Parses JSON without losing digits.

/**
 * Parses JSON so that printing it again gives the same digits: a cursor such as 1777338896.120 must come back unchanged.
 * Returns undefined if it is not JSON.
 */
export function parseExactly(text: string): unknown {
  const { rawJSON } = JSON as unknown as { rawJSON(source: string): unknown };
  const keepDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? rawJSON(context.source)
      : value;
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    return undefined;
  }
}
