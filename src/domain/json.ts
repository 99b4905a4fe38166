// Reads JSON that came from elsewhere.

/** A JSON object as it was parsed: the values are unknown until they are checked. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is an object with keys: not null, not a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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

/** The position after the brace that closes the one at `start`, for an object in a longer text; null if it is never closed. */
export function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted) {
      if (sign === '\\') at++;
      else if (sign === '"') isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return null;
}
