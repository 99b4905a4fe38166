import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Failure } from '#domain/failure.ts';

export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for a wrong password, and for a stored text that no password can match (a guest's). */
  verify(hashed: string, password: string): Promise<boolean>;
  /** The same work for an account that does not exist, so that its absence cannot be timed. */
  verifyNothing(password: string): Promise<void>;
};

/** argon2id (the package's default algorithm) as OWASP asks for: 19 MiB, two passes, one lane; some 17 ms here. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashing takes a whole core: a flood of sign-ins must leave the others to the bots. */
const IN_FLIGHT = 4;
const WAITING = 50;

/** Hashes passwords, four at a time with fifty waiting; whoever comes beyond that gets `too_many_requests`. */
export async function openPasswords(): Promise<Passwords> {
  const limited = limit(IN_FLIGHT, WAITING);
  const nobodys = await hash(randomBytes(32), cost);
  return {
    hash: (password) => limited(() => hash(password, cost)),
    verify: (hashed, password) =>
      limited(async () => {
        const isHash = hashed.startsWith('$argon2');
        return (await verify(isHash ? hashed : nobodys, password)) && isHash;
      }),
    verifyNothing: (password) =>
      limited(async () => {
        await verify(nobodys, password);
      }),
  };
}

function limit(inFlight: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= inFlight) {
      if (queue.length >= waiting) {
        throw new Failure(
          'too_many_requests',
          'Too many people are signing in right now. Please try again in a moment.',
          {
            retryAfterMs: 2_000,
          },
        );
      }
      // Whoever is done hands its place on, so nobody who comes later takes it.
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
