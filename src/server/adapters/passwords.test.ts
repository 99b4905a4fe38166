import { expect, it, test, vi } from 'vitest';
import { Failure } from '#domain/failure.ts';
import * as cheap from '#tests/runner/cheap-argon2.ts';
import { openPasswords, readCommonPasswords } from './passwords.ts';

const { hash, verify } = cheap.realArgon2;
const passwords = await openPasswords(cheap.realArgon2);

test('hashes with argon2id at the stated cost, with a salt for each', async () => {
  const [first, second] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
});

test.each([
  ['the same password', 'pässword 🐎', 'pässword 🐎', true],
  ['another password', 'pässword 🐎', 'passwort', false],
  ['a longer one that begins the same', 'a'.repeat(72), 'a'.repeat(73), false],
  ['another case', 'Secret1', 'secret1', false],
  ['the empty one', 'secret', '', false],
  ['an accent of two characters', 'passé 12', 'passe\u0301 12', true],
  ['full-width letters and a wide blank', 'ｐass\u30001', 'pass 1', true],
])('verifies %s', async (_, kept, given, verdict) => {
  expect(await passwords.verify(await passwords.hash(kept), given)).toBe(verdict);
});

test("no password matches a stored text that is not a hash, such as a guest's", async () => {
  expect([await passwords.verify('', ''), await passwords.verify('!', '!')]).toEqual([false, false]);
});

test('does the same work for an account that does not exist', async () => {
  const watched = vi.fn(verify);
  const { verify: check, verifyNothing } = await openPasswords({ hash, verify: watched });
  await check(await passwords.hash('correct horse'), 'wrong');
  await verifyNothing('wrong');
  const checked = watched.mock.calls.map(([against, password]) => [costOf(String(against)), password]);
  expect(checked).toEqual([
    ['$argon2id$v=19$m=19456,t=2,p=1', 'wrong'],
    ['$argon2id$v=19$m=19456,t=2,p=1', 'wrong'],
  ]);
});

/** The part of a stored hash that decides how long it takes. */
const costOf = (hashed: string): string => hashed.split('$').slice(0, 4).join('$');

test('hashes four at a time, lets fifty wait, and refuses the others at once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verifyNothing('flood')));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(6);
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(Failure);
    expect(reason).toMatchObject({ code: 'too_many_requests', retryAfterMs: 2_000 });
  }
  // The waiting calls are done, so there is room again.
  await expect(passwords.verifyNothing('after')).resolves.toBeUndefined();
});

const common = readCommonPasswords();

it.each(['password', 'Password', '123456', 'qwertyuiop', 'password123', 'trustno1', 'iloveyou'])(
  '%s is common',
  (one) => {
    expect(common.includes(one)).toBe(true);
  },
);

it.each(['linen-and-wool', 'correct horse', 'gV7!m2', 'ünter dem Birnbaum', ''])('%s is not', (one) => {
  expect(common.includes(one)).toBe(false);
});
