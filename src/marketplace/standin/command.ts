// What the commands of the control plane have in common.

import { z } from 'zod';
import type { Account, World } from './state/model.ts';
import { accountNamed } from './state/world.ts';

/** Why a command was refused, as one sentence. */
export class CommandRefusal extends Error {
  readonly status: number;
  constructor(sentence: string, status = 400) {
    super(sentence);
    this.status = status;
  }
}

/** Returns the reply; nothing means `{ ok: true }`. `ask`: the query, or what the path names. */
export type Command = (world: World, input: unknown, ask: string) => unknown;

/** A command with a body. Unknown fields are ignored. */
export function taking<T>(schema: z.ZodType<T>, run: (world: World, input: T, ask: string) => unknown): Command {
  return (world, input, ask) => {
    const { data, error } = schema.safeParse(input);
    if (error === undefined) return run(world, data, ask);
    const [issue] = error.issues;
    throw new CommandRefusal(`${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'not readable'}.`);
  };
}

export function theAccount(world: World, name: string): Account {
  const account = accountNamed(world, name);
  if (account === undefined) throw new CommandRefusal('There is no such account.', 404);
  return account;
}

export const moment = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a moment in ISO 8601')
  .transform((text) => Date.parse(text));
export const upTo = (most: number, least = 0) => z.number().int().min(least).max(most);
