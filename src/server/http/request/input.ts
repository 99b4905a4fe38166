// Parses what a request sends, by the schemas of its row in the route table.
import type { z } from 'zod';
import { Failure } from '#domain/failure.ts';

/** The longest form has nine fields. Made-up fields could be thousands. */
const mostSentences = 10;

/** Throws `invalid_input` with a sentence for each wrong field. */
export function parseInput(schema: z.ZodType, given: unknown): unknown {
  // For fields whose schema has no message of its own: zod's messages are not meant for sellers.
  const parsed = schema.safeParse(given, { error: () => 'This is not in the expected form' });
  if (parsed.success) return parsed.data;
  const fields = fieldsAtFault(parsed.error.issues);
  const sentences = [...new Set(Object.values(fields))];
  const shown = sentences.slice(0, mostSentences).join('; ');
  if (shown === '') throw new Failure('invalid_input', 'The request is not in the expected form.');
  throw new Failure('invalid_input', shown, { fields });
}

/** The first message for each field, by its dotted path (`scheduledSlots.0.startTime`). */
function fieldsAtFault(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields = new Map<string, string>();
  const note = (path: PropertyKey[], message: string) => {
    const name = path.map(String).join('.');
    if (name !== '' && !fields.has(name)) fields.set(name, message);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        note([...issue.path, key], `There is no field ${JSON.stringify(key.slice(0, 60))} here`);
    } else note(issue.path, issue.message);
  }
  return Object.fromEntries(fields);
}

/** A query string as an object. A repeated name is refused: either value would be a guess. */
export function readQuery(search: URLSearchParams): Record<string, string> {
  const seen = new Set<string>();
  const repeated = [...search.keys()].find((name) => seen.size === seen.add(name).size);
  if (repeated !== undefined) {
    throw new Failure('invalid_input', 'The address has the same parameter twice.', {
      fields: { [repeated.slice(0, 60)]: 'Give this only once' },
    });
  }
  return Object.fromEntries(search);
}

/** Before the rest of the body is read: another version may send other fields. */
export function refuseOtherProtocol(ours: number, given: unknown): void {
  const theirs = typeof given === 'object' && given !== null && 'protocol' in given ? given.protocol : undefined;
  if (typeof theirs !== 'number' || theirs === ours) return;
  throw new Failure(
    'other_version',
    theirs < ours
      ? 'This companion is too old for this Hangtag server. Update the companion in your browser.'
      : 'This Hangtag server is too old for this companion. Ask your administrator to update Hangtag.',
  );
}

/** A call without a body schema takes no fields. `{}` and `null` pass: some clients send them for "nothing". */
export function refuseBody(given: unknown): void {
  if (given === undefined || given === null) return;
  const keys = typeof given === 'object' && !Array.isArray(given) ? Object.keys(given) : null;
  if (keys?.length === 0) return;
  throw new Failure('invalid_input', 'This call takes no fields.', {
    fields: Object.fromEntries(
      (keys ?? []).slice(0, 20).map((key) => [key.slice(0, 60), 'There is no such field here']),
    ),
  });
}

export function readIdempotencyKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key === null) return null;
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new Failure('invalid_input', 'An Idempotency-Key is 1 to 200 plain characters.');
}
