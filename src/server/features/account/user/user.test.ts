import { expect, it } from 'vitest';
import { refuseShortPassword } from './user.ts';

it.each([
  ['ten letters', 'abcdefghij', true],
  ['nine letters', 'abcdefghi', false],
  ['ten emoji', '😀'.repeat(10), true],
  ['six emoji, which are twelve code units', '😀'.repeat(6), false],
])('of at least ten characters: %s', (_, password, isLongEnough) => {
  const check = () => refuseShortPassword(password, 10, 'password');
  if (isLongEnough) expect(check).not.toThrow();
  else expect(check).toThrow('Password must be at least 10 characters');
});
