// Hashes and checks passwords with argon2id.

import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as argon2 from '@node-rs/argon2';
import { normalizePassword } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';

type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>;

/** argon2id (the package's default) with OWASP's parameters: 19 MiB, two passes, one lane; about 17 ms here. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each hash uses a whole core. This limit keeps a flood of sign-ins from starving the bots. */
const mostInFlight = 4;
const mostWaiting = 50;

/**
 * Hashes up to four passwords at a time, and lets fifty wait. More fail with `too_many_requests`.
 *
 * @param argon2 The package's own functions. A test passes functions that it can watch.
 */
export async function openPasswords({ hash, verify }: Argon2 = argon2) {
  const limited = limit(mostInFlight, mostWaiting);
  const opens = (hashed: string, password: string) => verify(hashed, normalizePassword(password));
  const nobodys = await hash(randomBytes(32), cost);
  return {
    hash: (password: string) => limited(() => hash(normalizePassword(password), cost)),
    /** Returns false for a wrong password, and for a guest's stored text, which no password matches. */
    verify: (hashed: string, password: string) =>
      limited(async () => {
        const isHash = hashed.startsWith('$argon2');
        return (await opens(isHash ? hashed : nobodys, password)) && isHash;
      }),
    /** Does the same work for an account that does not exist, so that timing does not reveal it. */
    verifyNothing: (password: string) =>
      limited(async () => {
        await opens(nobodys, password);
      }),
  };
}

function limit(inFlight: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= inFlight) {
      if (queue.length >= waiting) {
        throw new Failure('too_many_requests', 'Too many people are signing in right now. Try again in a moment.', {
          retryAfterMs: 2_000,
        });
      }
      // Passes the slot to the next in the queue, so that a newcomer can't take it.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

export function readCommonPasswords() {
  const bytes = readFileSync(new URL('./common-passwords.bin', import.meta.url));
  const marks = new Set<number>();
  for (let at = 0; at < bytes.length; at += 4) marks.add(bytes.readUInt32BE(at));
  return {
    /** Whether this is one of the 10,000 most common passwords, in whatever case. */
    includes: (password: string) =>
      marks.has(createHash('sha256').update(password.toLowerCase()).digest().readUInt32BE(0)),
  };
}
