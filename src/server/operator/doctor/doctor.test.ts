import { expect, test } from 'vitest';
import { lookAtClock, lookAtDisk, lookAtKeyFile, lookAtOthers, lookAtRunner, peopleHere } from './computer.ts';
import { lookAtHold, lookAtRole, lookAtWorkers } from './installation.ts';

const levels = (findings: readonly { level: string }[]): string => findings.map(({ level }) => level).join();

test.each([
  ['the database runs as its own user', lookAtRunner({ kind: 'self', uid: 1000 }, false), 'ok'],
  ['that user has no number', lookAtRunner({ kind: 'self', uid: null }, false), 'ok'],
  ['Hangtag is root, and its database is not', lookAtRunner({ kind: 'apart', uid: 65_521 }, true), 'ok,warning'],
  ['somebody else runs the database', lookAtRunner(null, false), ''],
  ['the same, and Hangtag is root', lookAtRunner(null, true), 'warning'],
  ['the disk has room', lookAtDisk(2.34e9, '/data'), 'ok'],
  ['demos and photos wait for room', lookAtDisk(0.5e9, '/data'), 'warning'],
  ['bots wait for room', lookAtDisk(0.2e9, '/data'), 'problem'],
  ['the system does not say how much room there is', lookAtDisk(Number.POSITIVE_INFINITY, '/data'), 'ok'],
  ['everyone can read the key', lookAtKeyFile('/srv/hangtag/secret.key', 0o100644), 'warning'],
  ['only its owner can', lookAtKeyFile('/srv/hangtag/secret.key', 0o100600), ''],
  ['only its group can', lookAtKeyFile('/srv/hangtag/secret.key', 0o100640), ''],
  ['a container hands the key over', lookAtKeyFile('/run/secrets/key', 0o100444), ''],
  ['nothing holds the bots', lookAtHold(null, false), ''],
  ['BOTS_PAUSED does', lookAtHold(null, true), 'warning'],
  ['an operator does', lookAtHold({ at: 0, until: null }, false), 'warning'],
  ['both do', lookAtHold({ at: 0, until: null }, true), 'warning,warning'],
  ['its role may do anything', lookAtRole(true), 'warning'],
  ['its role may not', lookAtRole(false), ''],
  ['bots run without a worker', lookAtWorkers({ running: 2, workers: 0 }), 'warning'],
  ['bots run with one', lookAtWorkers({ running: 2, workers: 1 }), ''],
  ['one person uses the computer', lookAtOthers(['jo']), ''],
  ['two do', lookAtOthers(['jo', 'sam']), 'warning'],
  ['another clock agrees', lookAtClock(60_000, { now: 0, by: 'Poshmark' }), ''],
  ['the clock is behind', lookAtClock(3_600_000, { now: 0, by: 'Poshmark' }), 'problem'],
  ['the clock is ahead', lookAtClock(0, { now: 3_600_000, by: 'Poshmark' }), 'problem'],
  ['something happened an hour ago', lookAtClock(0, { now: 3_600_000, by: 'it', isPast: true }), ''],
  ['something happened in an hour', lookAtClock(3_600_000, { now: 0, by: 'it', isPast: true }), 'problem'],
  ['nothing ever happened', lookAtClock(null, { now: 0, by: 'it', isPast: true }), ''],
  ['no bot runs', lookAtWorkers({ running: 0, workers: 0 }), ''],
])('what the doctor finds if %s', (_, findings, expected) => {
  expect(levels(findings)).toBe(expected);
});

test('people are those who can sign in, not services', () => {
  const passwd =
    'root:x:0:0::/root:/bin/bash\nwww:x:33:33::/:/usr/sbin/nologin\njo:x:1000:1000::/home/jo:/bin/bash\nsvc:x:1001:1::/:/bin/false\n';
  expect(peopleHere(passwd)).toEqual(['jo']);
});
