import { expect, it } from 'vitest';
import { readCommonPasswords } from './passwords.ts';

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
