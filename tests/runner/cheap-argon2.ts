// argon2 as tests use it, at the least cost that it has: at Hangtag's own, a sign-in takes 17 ms of a core, and journeys make
// thousands. `passwords.test.ts` proves the real cost.

import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

export const realArgon2: typeof Argon2 = createRequire(import.meta.url)('@node-rs/argon2');

export const hash: typeof Argon2.hash = (password) =>
  realArgon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
export const { verify } = realArgon2;
