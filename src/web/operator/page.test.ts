import { expect, it } from 'vitest';
import type { Installation } from '#contract/operation/operation.ts';
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

/** U for each that is urgent, and s for each other one. */
const looksAt = (change: Partial<Installation>, isPausedBySetting = false): string =>
  problemsOf({ ...calm, ...change }, { now, isPausedBySetting, when: () => 'noon' })
    .map(({ isUrgent }) => (isUrgent ? 'U' : 's'))
    .join('');

it.each<[string, Partial<Installation>, string]>([
  ['nothing', {}, ''],
  ['no process that has said anything', { processes: [] }, ''],
  [
    'a worker that is gone',
    {
      processes: [
        { ...worker, isAlive: false, seenAt: ago(4) },
        { ...worker, role: 'web' },
      ],
    },
    'Us',
  ],
  [
    'disks that are low and full',
    {
      processes: [
        { ...worker, disk: 'low' },
        { ...worker, host: 'two', disk: 'full' },
      ],
    },
    'Us',
  ],
  ['a damaged end of the database’s log', { database: { ...calm.database, logDamagedAt: ago(60) } }, 's'],
  ['one that is long past', { database: { ...calm.database, logDamagedAt: ago(60 * 24 * 31) } }, ''],
  ['a late bot', { load: { ...calm.load, overdue: 1 } }, 'U'],
  ['late bots during a hold', { load: { ...calm.load, overdue: 9 }, hold }, ''],
  [
    'a marketplace that refuses many',
    { marketplaces: calm.marketplaces.map((one) => ({ ...one, heldUntil: ago(-10) })) },
    'U',
  ],
  ['a step that fails', { steps: calm.steps.map((step) => ({ ...step, failures: 2 })) }, 's'],
  ['no backup', { backup: null }, 's'],
  ['an old backup', { backup: calm.backup && { ...calm.backup, at: ago(9 * 24 * 60) } }, 's'],
])('of %s, what needs a look is shown, and what is urgent is marked', (_, change, expected) => {
  expect(looksAt(change)).toBe(expected);
});

it('a setting that pauses this process needs a look', () => expect(looksAt({}, true)).toBe('s'));
