import { describe, expect, it } from 'vitest';
import type { Installation } from '#contract/operation.ts';
import { problemsOf } from './page.tsx';

const now = Date.parse('2026-11-21T12:00:00Z');
const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();

const worker: Installation['processes'][number] = {
  role: 'worker',
  version: '0.1.0',
  host: 'one',
  startedAt: ago(60),
  seenAt: ago(0),
  isAlive: true,
  bots: 3,
  memoryMb: 200,
  freeMb: 5_000,
  disk: 'roomy',
};
const calm: Installation = {
  database: { version: '18', migration: 1, bytes: 1, connections: 1, mostConnections: 100, logDamagedAt: null },
  hold: null,
  holds: [],
  processes: [worker, { ...worker, role: 'web' }],
  load: {
    running: 3,
    overdue: 0,
    unsettled: 0,
    sharesLastMinute: 1,
    sharesLastHour: 1,
    notConfirmedLastHour: 0,
    refusedLastHour: 0,
    latenessMs: null,
  },
  marketplaces: [{ kind: 'real', address: 'https://poshmark.com', heldUntil: null, refusing: 3, profile: null }],
  budgets: [],
  bots: { byState: { stopped: 0, waiting: 3, sharing: 0, paused: 0, waiting_for_browser: 0 }, paused: [], newest: [] },
  jobs: [],
  steps: [{ name: 'history', okAt: ago(1), failedAt: ago(9), failures: 0, error: null, nextRunAt: null }],
  refused: [],
  backup: { at: ago(60), file: 'a', bytes: 1, isEncrypted: true, triedAt: null },
};
const hold = {
  at: ago(1),
  until: null,
  reason: null,
  via: 'page' as const,
  who: 'me',
  releasedAt: null,
  releasedVia: null,
  releasedWho: null,
};

describe('what needs a look', () => {
  const lookAt = (change: Partial<Installation>, isPausedBySetting = false): string[] =>
    problemsOf({ ...calm, ...change }, { now, isPausedBySetting, when: () => 'noon' }).map(
      ({ isUrgent, text }) => `${isUrgent ? '!' : ''}${text}`,
    );

  it.each<[string, Partial<Installation>, string[]]>([
    ['nothing', {}, []],
    ['no process that has said anything', { processes: [] }, []],
    [
      'a worker that is gone',
      {
        processes: [
          { ...worker, isAlive: false, seenAt: ago(4) },
          { ...worker, role: 'web' },
        ],
      },
      ['!No worker is running, so no bots are sharing.', 'The worker process on one was last seen 4 minutes ago.'],
    ],
    [
      'disks',
      {
        processes: [
          { ...worker, disk: 'low' },
          { ...worker, host: 'two', disk: 'full' },
        ],
      },
      [
        '!The disk of two is full. Bots are waiting.',
        'The disk of one is almost full. Demos and photos are turned off.',
      ],
    ],
    [
      'a damaged end of the database’s log',
      { database: { ...calm.database, logDamagedAt: ago(60) } },
      [
        'After a crash, at noon, the end of the database’s log was damaged. What was stored last may be missing, also shares that were made. Check the disk, and try your newest backup.',
      ],
    ],
    ['one that is long past', { database: { ...calm.database, logDamagedAt: ago(60 * 24 * 31) } }, []],
    ['a late bot', { load: { ...calm.load, overdue: 1 } }, ['!1 bot overdue. No worker runs it.']],
    ['late bots during a hold', { load: { ...calm.load, overdue: 9 }, hold }, []],
    [
      'a marketplace that refuses many',
      { marketplaces: calm.marketplaces.map((one) => ({ ...one, heldUntil: ago(-10) })) },
      ['!Poshmark refuses many sellers at once. Its bots wait, and one of them tries a share at noon.'],
    ],
    [
      'a marketplace that refused many and is due for a try',
      { marketplaces: calm.marketplaces.map((one) => ({ ...one, heldUntil: ago(1) })) },
      ['!Poshmark refuses many sellers at once. Its bots wait, and one of them tries a share now.'],
    ],
    [
      'a step that fails',
      { steps: calm.steps.map((step) => ({ ...step, failures: 2 })) },
      ['The maintenance step history failed 2 times in a row.'],
    ],
    ['no backup', { backup: null }, ['There is no backup yet.']],
    [
      'an old backup',
      { backup: calm.backup && { ...calm.backup, at: ago(9 * 24 * 60) } },
      ['The last backup was 9 days ago.'],
    ],
  ])('%s', (_, change, expected) => {
    expect(lookAt(change)).toEqual(expected);
  });

  it('a setting that pauses this process', () => {
    expect(lookAt({}, true)).toEqual(['BOTS_PAUSED is set, so no bot runs until every process starts without it.']);
  });
});
