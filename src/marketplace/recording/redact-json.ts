// Replaces everything personal in a JSON value by placeholders. Keys, types, and the shape stay.

import { isObject, type JsonObject, parseJson } from '#domain/json.ts';
import {
  isEnumeration,
  isFieldName,
  isListedValue,
  isNumberText,
  isOfBuyer,
  isVersion,
  type Kind,
  kindByKey,
  kindByValue,
  ordinaryWords,
  type Placeholders,
  roundedNumber,
  roundedText,
} from './kinds.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const deepest = 12;
const mostItems = 3;
const mostKeys = 200;

/** Calls `found` for each text that its key declares personal, and for each id. */
export function learnJson(value: unknown, placeholders: Placeholders, key = '', depth = 0): void {
  if (depth > deepest) return;
  if (Array.isArray(value)) for (const item of value) learnJson(item, placeholders, key, depth + 1);
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) learnJson(inner, placeholders, name, depth + 1);
  else if (typeof value === 'string') {
    const nested = nestedJson(value);
    if (nested !== undefined) learnJson(nested, placeholders, key, depth + 1);
    else learnText(key, value, placeholders);
  }
}

export function learnText(key: string, value: string, placeholders: Placeholders): void {
  const byKey = kindByKey(key);
  if (byKey === null && (isVersion(key, value) || isNumberText(key, value))) return;
  const kind = byKey ?? kindByValue(value);
  placeholders.learn(kind, value);
  // The parts of a full name turn up by themselves.
  if (kind === 'name') for (const part of value.split(/\s+/)) placeholders.learn(kind, part);
}

export function redactJson(value: unknown, placeholders: Placeholders, key = '', depth = 0): Json {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return redactNumber(key, value);
  if (typeof value === 'string') return redactText(key, value, placeholders, depth);
  if (depth > deepest) return '<text:0>';
  if (Array.isArray(value))
    return value.slice(0, mostItems).map((item) => redactJson(item, placeholders, key, depth + 1));
  if (!isObject(value)) return null;
  const entries = Object.entries(value)
    .filter(([name]) => !isOfBuyer(name))
    .slice(0, mostKeys);
  const isError = isObject(value.error);
  const isMap = isMapOfThings(value);
  return Object.fromEntries(
    entries.map(([name, inner]) => {
      const kept = isMap ? placeholders.of(kindByValue(name), name) : redactName(name, placeholders);
      return [
        kept,
        isError && name === 'error'
          ? redactError(inner, placeholders)
          : redactJson(inner, placeholders, name, depth + 1),
      ];
    }),
  );
}

/** Whether the keys are names of things instead of fields: several new keys whose objects all have the same fields. */
function isMapOfThings(value: JsonObject): boolean {
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length < 2 || first === undefined || entries.some(([key]) => ordinaryWords.has(key.toLowerCase())))
    return false;
  const fieldsOf = (inner: unknown): string | null =>
    isObject(inner) && Object.keys(inner).length > 0 ? Object.keys(inner).sort().join() : null;
  const fields = fieldsOf(first[1]);
  return fields !== null && entries.every(([, inner]) => fieldsOf(inner) === fields);
}

function redactNumber(key: string, value: number): number {
  if (/^status_?code$/i.test(key)) return value;
  return kindByKey(key) === null ? roundedNumber(value) : 0;
}

/** A key or a word of a path: stays if it reads like a name in a program and is nobody's. */
export function redactName(name: string, placeholders: Placeholders): string {
  const known = placeholders.kindOf(name);
  if (known !== null) return placeholders.of(known, name);
  return isFieldName(name) ? name : placeholders.of(kindByValue(name), name);
}

export function redactText(key: string, value: string, placeholders: Placeholders, depth = 0): string {
  if (value === '' || value === 'true' || value === 'false' || isListedValue(value)) return value;
  const byKey = kindByKey(key);
  const nested = nestedJson(value);
  if (nested !== undefined && byKey !== 'secret')
    return JSON.stringify(redactJson(nested, placeholders, key, depth + 1));
  const learned = placeholders.kindOf(value);
  if (byKey === null && learned === null) {
    if (isEnumeration(key, value) || isVersion(key, value)) return value;
    if (isNumberText(key, value)) return roundedText(value);
  }
  return placeholders.of(kindOf(byKey, value, placeholders), value);
}

/** An id stays an id under any key, so that paths can be compared. */
function kindOf(byKey: Kind | null, value: string, placeholders: Placeholders): Kind {
  const byValue = kindByValue(value);
  if (byKey === 'secret' || byKey === 'email') return byKey;
  if (byValue !== 'text') return byValue;
  return byKey ?? placeholders.kindOf(value.trim()) ?? 'text';
}

/** Amounts in dollars stay in the message of an error, because they say what the limits of a price are. */
function redactError(value: unknown, placeholders: Placeholders): Json {
  const redacted = redactJson(value, placeholders, 'error', 1);
  if (!isObject(value) || !isObject(redacted)) return redacted;
  for (const name of ['userMessage', 'errorMessage', 'message']) {
    const words = value[name];
    if (typeof words !== 'string' || words === '') continue;
    const amounts = [...words.matchAll(/\$(\d{1,6})(?!\d|[.,]\d)/g)].slice(0, 2).map(([amount]) => amount);
    redacted[name] = [placeholders.of('text', words), ...amounts].join(' ');
  }
  return redacted as Json;
}

const nestedJson = (text: string): unknown => (/^\s*[[{]/.test(text) ? parseJson(text) : undefined);
