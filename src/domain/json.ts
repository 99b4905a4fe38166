// Types for parsed JSON.

/** A JSON object as it was parsed: the values are unknown until they are checked. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is an object with keys: not null, not a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
