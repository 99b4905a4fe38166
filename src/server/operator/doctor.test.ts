import { expect, test } from 'vitest';
import { lookAtRunner } from './doctor.ts';

test.each([
  [{ kind: 'self', uid: 1000, tookOver: false }, false, ['The database runs as the user that runs Hangtag (1000)']],
  [{ kind: 'self', uid: null, tookOver: false }, false, ['The database runs as the user that runs Hangtag']],
  [
    { kind: 'apart', uid: 65_521, tookOver: true },
    true,
    [
      'The database runs as a user of its own (65521). It can change nothing outside its own files',
      'The database folder came from an earlier version. Any program of the user nobody could change it. Hangtag has taken it over and set new passwords',
      'Hangtag runs as root. It works, but an ordinary user is safer: docs/hosting.md says how',
    ],
  ],
] as const)('the doctor says who runs the database: %o', (runsAs, isRoot, sentences) => {
  expect(lookAtRunner(runsAs, isRoot).map(({ what }) => what)).toEqual(sentences);
});

test('the doctor says nothing about a database that somebody else runs', () => {
  expect(lookAtRunner(null, false)).toEqual([]);
});
