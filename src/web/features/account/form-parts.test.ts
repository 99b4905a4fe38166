import { expect, it } from 'vitest';
import { passwordStrength } from './form-parts.tsx';

it.each([
  ['', 0],
  ['abc', 1],
  ['password2026!', 1],
  ['aaaaaaaaaaaa', 1],
  ['sunday7', 2],
  ['Sunday-rail7', 4],
  ['sundayrail27', 3],
  ['four plain words are long', 4],
])('rates %j as step %i', (password, step) => {
  expect(passwordStrength(password).step).toBe(step);
});
