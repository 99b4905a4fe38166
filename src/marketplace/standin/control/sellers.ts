// Control plane commands that open, list, and close practice sellers.

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Account, World } from '../state/model.ts';
import { accountNamed, openAccount, removeAccount } from '../state/world.ts';
import { type Command, ok, type Reply, refused, withInput } from './reply.ts';

const size = z.number().int().min(0).max(5000);
const openSchema = z.object({ listings: size.default(60), sold: size.default(20) });

/** `POST accounts`: a new practice seller with a closet. */
export const openSeller: Command = (world, input) =>
  withInput(openSchema, input, ({ listings, sold }) => {
    const password = `practice-${randomBytes(9).toString('base64url')}`;
    const account = openAccount(world, { available: listings, sold, password });
    return ok({ username: account.handle, password });
  });

/** `GET accounts`: the demo accounts, for the sign-in hint. Passwords of sellers created on demand are not listed. */
export const listSellers: Command = (world) =>
  ok({
    accounts: [...world.accounts.values()]
      .filter((account) => account.kind === 'demo')
      .map(({ handle, password, available, otp }) => ({
        username: handle,
        password,
        listings: available,
        asksForCode: otp,
      })),
  });

export function closeSeller(world: World, name: string): Reply {
  const account: Account | undefined = accountNamed(world, name);
  if (account === undefined) return refused('There is no such account.', 404);
  if (account.kind !== 'made') return refused('Only sellers made on demand can be removed.', 409);
  removeAccount(world, account);
  return ok();
}
