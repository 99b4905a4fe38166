import { expect, test } from 'vitest';
import { lookAtDisk, lookAtKeyFile, lookAtRunner } from './doctor.ts';
import { lookAtHold, lookAtRole, lookAtWorkers } from './installation.ts';

test.each([
  [{ kind: 'self', uid: 1000 }, false, ['The database runs as the user that runs Hangtag (1000)']],
  [{ kind: 'self', uid: null }, false, ['The database runs as the user that runs Hangtag']],
  [
    { kind: 'apart', uid: 65_521 },
    true,
    [
      'The database runs as a user of its own (65521). It can change nothing outside its own files',
      'Hangtag runs as root. It works, but an ordinary user is safer: docs/hosting.md says how',
    ],
  ],
] as const)('the doctor says who runs the database: %o', (runsAs, isRoot, sentences) => {
  expect(lookAtRunner(runsAs, isRoot).map(({ what }) => what)).toEqual(sentences);
});

test('of a database that somebody else runs, the doctor says nothing but that Hangtag runs as root', () => {
  expect(lookAtRunner(null, false)).toEqual([]);
  expect(lookAtRunner(null, true)).toMatchObject([
    { level: 'warning', what: expect.stringContaining('Hangtag runs as root') },
  ]);
});

test.each([
  [2.34e9, 'ok', '2.3 GB of the disk are free'],
  [0.5e9, 'warning', '0.5 GB of the disk are free. New demos and photos are turned off. Below 0.3 GB, bots wait'],
  [
    0.2e9,
    'problem',
    '0.2 GB of the disk are free, so all bots wait. Free some space, or move DATA_DIR to a larger disk.',
  ],
])('the doctor says what %d free bytes mean', (free, level, what) => {
  expect(lookAtDisk(free)).toMatchObject([{ level, what }]);
  expect(lookAtDisk(Number.POSITIVE_INFINITY)).toEqual([]);
});

test.each([
  ['/srv/hangtag/secret.key', 0o100644, 1],
  ['/srv/hangtag/secret.key', 0o100600, 0],
  ['/srv/hangtag/secret.key', 0o100640, 0],
  ['/run/secrets/key', 0o100444, 0],
])('the doctor warns if everyone can read a key: %s with mode %o', (file, mode, count) => {
  expect(lookAtKeyFile(file, mode)).toHaveLength(count);
});

test('the doctor says why no bot shares: a hold, or BOTS_PAUSED', () => {
  expect(lookAtHold(null, false)).toEqual([]);
  expect(lookAtHold(null, true)).toMatchObject([
    { level: 'warning', what: expect.stringContaining('Remove BOTS_PAUSED') },
  ]);
  const hold = { at: 0, until: null };
  expect(lookAtHold(hold, false)).toMatchObject([
    { level: 'warning', what: expect.stringContaining('hangtag -- release') },
  ]);
  expect(lookAtHold(hold, true)).toHaveLength(2);
});

test('the doctor warns about a role that may do anything', () => {
  expect(lookAtRole(true)).toMatchObject([{ level: 'warning', what: expect.stringContaining('superuser') }]);
  expect(lookAtRole(false)).toEqual([]);
});

test('the doctor warns if bots are running and no worker is, even if no share is due', () => {
  expect(lookAtWorkers({ running: 2, workers: 0 })).toMatchObject([
    { level: 'warning', what: expect.stringContaining('No worker is running, so no bot shares.') },
  ]);
  expect(lookAtWorkers({ running: 2, workers: 1 })).toEqual([]);
  expect(lookAtWorkers({ running: 0, workers: 0 })).toEqual([]);
});
