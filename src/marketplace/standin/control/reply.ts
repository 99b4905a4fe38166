// Replies of the control plane, and how a command checks its input.

import type { z } from 'zod';
import type { World } from '../state/model.ts';

/** One command of the control plane. */
export type Command = (world: World, input: unknown, ask: URLSearchParams) => Reply;
/** The reply, or one sentence that says why the command was refused. */
export type Reply = { kind: 'ok'; body: unknown } | { kind: 'refused'; status: 400 | 404 | 409; sentence: string };

export const ok = (body: unknown = { ok: true }): Reply => ({ kind: 'ok', body });
export const refused = (sentence: string, status: 400 | 404 | 409 = 400): Reply => ({
  kind: 'refused',
  status,
  sentence,
});

/** Runs the command with the parsed input, or says in one sentence what is wrong with it. Unknown fields are ignored. */
export function withInput<T>(schema: z.ZodType<T>, input: unknown, run: (value: T) => Reply): Reply {
  const parsed = schema.safeParse(input);
  if (parsed.success) return run(parsed.data);
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'The body' : issue.path.join('.');
  return refused(`${where}: ${issue?.message ?? 'not readable'}.`);
}
