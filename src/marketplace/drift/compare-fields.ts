// Compares the fields of recorded values with those that the connector expects, and finds the ones that have another name.

import type { Field } from './fields.ts';
import { hasAt, isNewKey, isOfKind, lastKey, likeness, parentOf, pathsIn, valueAt } from './values.ts';

export type FieldFindings = {
  /** Fields under another name: ours to the marketplace's. */
  moves: Record<string, string>;
  /** Needed fields that are missing, with the reason why no other name can be given. */
  lost: string[];
};

const leastLikeness = 0.34;
const deepest = 3;

/** `isWhole`: a needed field that is missing counts as lost. Otherwise only fields with another name count. */
export function compareFields(samples: readonly unknown[], fields: readonly Field[], isWhole: boolean): FieldFindings {
  const moves: Record<string, string> = {};
  const lost: string[] = [];
  if (samples.length === 0) return { moves, lost };
  const everywhere = [...new Set(samples.flatMap((sample) => pathsIn(sample, deepest)))];
  for (const field of fields) {
    const place = placeOf(field.at, moves);
    const parent = parentOf(place);
    if (samples.some((sample) => hasAt(sample, place))) continue;
    // A missing parent has been reported itself.
    if (parent !== '' && !samples.some((sample) => hasAt(sample, parent))) continue;
    if (field.or?.some((other) => samples.some((sample) => hasAt(sample, placeOf(other, moves))))) continue;
    const taken = new Set(Object.values(moves));
    const candidates = everywhere.filter(
      (path) => isNewKey(path) && !taken.has(path) && isTaken(samples, path, field) && !isInside(path, taken),
    );
    const found = best(field, place, candidates);
    if (typeof found === 'string') moves[field.at] = found;
    else if (field.needed && isWhole) lost.push(lostSentence(field.at, found));
  }
  return { moves, lost };
}

/** Where a field would be, if the object that contains it has another name. */
function placeOf(at: string, moves: Record<string, string>): string {
  const parent = parentOf(at);
  if (parent === '') return at;
  return `${moves[parent] ?? placeOf(parent, moves)}.${lastKey(at)}`;
}

const isTaken = (samples: readonly unknown[], path: string, field: Field): boolean => {
  const values = samples
    .map((sample) => valueAt(sample, path))
    .filter((value) => value !== undefined && value !== null);
  return values.length > 0 && values.every((value) => isOfKind(value, field.kind));
};

/** Fields inside an object that has been given another name belong to it. */
const isInside = (path: string, taken: ReadonlySet<string>): boolean =>
  [...taken].some((other) => path.startsWith(`${other}.`)) && !taken.has(parentOf(path));

/** The one field that it must be, or all that it may be. */
function best(field: Field, place: string, candidates: readonly string[]): string | string[] {
  const near = candidates.filter((path) => parentOf(path) === parentOf(place));
  const scored = candidates
    .map((path) => ({ path, score: likeness(lastKey(field.at), lastKey(path)) + (near.includes(path) ? 0.1 : 0) }))
    .filter(({ score }) => score >= leastLikeness)
    .toSorted((one, other) => other.score - one.score);
  const [first, second] = scored;
  if (first !== undefined && first.score > (second?.score ?? 0)) return first.path;
  // Nothing has a similar name. A needed field must be the only new one of its kind in the same place.
  const [only] = near;
  if (first === undefined && field.needed && near.length === 1 && only !== undefined) return only;
  return scored.length > 0 ? scored.map(({ path }) => path) : [...near];
}

const lostSentence = (at: string, candidates: readonly string[]): string =>
  candidates.length === 0
    ? `${at} is missing, and no new field could be it`
    : `${at} is missing, and it could be any of ${candidates.join(', ')}`;
