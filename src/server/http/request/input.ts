// Parses what a request sends, by the schemas of its row in the route table.
import type { z } from 'zod';
import { Failure } from '#domain/failure.ts';

/** Throws `invalid_input` with a sentence for each wrong field. */
export function parseInput(schema: z.ZodType, given: unknown): unknown {
  // For fields whose schema has no message of its own: zod's messages are not meant for sellers.
  const parsed = schema.safeParse(given, { error: () => 'This is not in the expected form' });
  if (parsed.success) return parsed.data;
  const fields = fieldsAtFault(parsed.error.issues);
  const sentences = [...new Set(Object.values(fields))];
  const shown = sentences.slice(0, 3).join('; ');
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
  const names = [...search.keys()];
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) {
    throw new Failure('invalid_input', 'A part of the address is given twice.', {
      fields: { [repeated.slice(0, 60)]: 'Give this only once' },
    });
  }
  return Object.fromEntries(search);
}
