// Renames and moves the fields of a JSON value.

import { isObject, type JsonObject } from '#domain/json.ts';

/** Where a field is in our protocol, and where the marketplace has it: `inventory.status` to `inventory.state`. */
export type Moves = Readonly<Record<string, string>>;
/** `outward`: from our protocol to the marketplace's. */
export type Direction = 'outward' | 'inward';

/**
 * Moves fields in place. All are taken out before any is put back, so two may swap. What was at a new place is gone: a profile
 * that says `headline` for the title means something else by `title`.
 */
export function moveFields(value: JsonObject, moves: Moves, direction: Direction): void {
  const pairs = Object.entries(moves).map(([ours, theirs]) =>
    direction === 'outward' ? { from: ours, to: theirs } : { from: theirs, to: ours },
  );
  // Inner fields first, so that moving an object doesn't take along a field that moves elsewhere.
  const deepestFirst = pairs.toSorted((one, other) => depth(other.from) - depth(one.from));
  const taken = deepestFirst.flatMap(({ from, to }) => {
    const found = take(value, from.split('.'));
    return found === undefined ? [] : [{ to, found }];
  });
  for (const { to } of pairs) take(value, to.split('.'));
  for (const { to, found } of taken.toSorted((one, other) => depth(one.to) - depth(other.to)))
    put(value, to.split('.'), found);
}

const depth = (path: string): number => path.split('.').length;

function take(value: JsonObject, [key = '', ...rest]: string[]): unknown {
  if (!Object.hasOwn(value, key)) return undefined;
  const inner = value[key];
  if (rest.length > 0) return isObject(inner) ? take(inner, rest) : undefined;
  delete value[key];
  return inner;
}

function put(value: JsonObject, [key = '', ...rest]: string[], what: unknown): void {
  if (rest.length === 0) {
    value[key] = what;
    return;
  }
  const inner = Object.hasOwn(value, key) && isObject(value[key]) ? value[key] : {};
  value[key] = inner;
  put(inner, rest, what);
}
