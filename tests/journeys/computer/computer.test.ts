import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { AwakeAnswer } from '#domain/ports/this-computer.ts';
import { backupsIn, keepAwakeChoice, lastLookIn } from '#server/adapters/this-computer/data-folder.ts';
import { secretKeyFile } from '#server/adapters/vault/secret-key.ts';
import { computerHttp, createComputer } from '#server/features/computer/computer.ts';
import { findLastBackup } from '#server/features/operation/operation.ts';
import { releasesFor } from '#server/launch/update/how.ts';
import { readTakenAt } from '#server/operator/backup/backup-file.ts';
import { backupOnRecord } from '#server/operator/backup/backups.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { ownDatabase } from '#tests/database.ts';
import { opened } from '#tests/opened.ts';
import { openRegistry } from '#tests/released.ts';
import { failureOf } from '../closet/closet-journey.ts';

const here = { address: '127.0.0.1', userAgent: '', forwarded: false };
const first = { id: '1', isGuest: false };
const test = ownDatabase();
const clock = manualClock(Date.parse('2026-11-21T12:00:00Z'));
const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-computer-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The feature with a real data folder and database, and a computer that answers so. */
function onComputer({
  isOwn = true,
  answer = 'held' as AwakeAnswer,
  rounds = 0,
  env = null as NodeJS.ProcessEnv | null,
} = {}) {
  const held = { now: false, rounds };
  const computer = createComputer({
    database: test.database,
    clock,
    isOwn,
    awake: {
      async hold() {
        held.now = answer === 'held';
        return answer;
      },
      release() {
        held.now = false;
      },
    },
    choice: keepAwakeChoice(folder),
    releases: env && releasesFor(env),
    lastLook: lastLookIn(folder),
    keyFile: secretKeyFile({ dataDir: folder }),
    backups: backupsIn(folder, (file) => backupOnRecord(test.database, file, {})),
    encryptsBackups: false,
    lastBackupAt: async () => (await findLastBackup(test.database))?.at ?? null,
    countRounds: () => held.rounds,
    missedRounds: async () => 3,
    isFirstAccount: async (id) => id === '1',
    record: async () => {},
  });
  return { computer, held, http: computerHttp(computer) };
}
const ask = { user: first, client: here };

describe('only the first account, at the computer itself,', () => {
  it.each([
    ['on a server', { isOwn: false }, ask],
    ['as a later account', { isOwn: true }, { ...ask, user: { id: '2', isGuest: false } }],
    ['as a guest of the demo', { isOwn: true }, { ...ask, user: { id: '1', isGuest: true } }],
    ['from another device', { isOwn: true }, { ...ask, client: { ...here, forwarded: true } }],
  ])('may do anything: nobody %s', async (_, wish, caller) => {
    const { http, computer } = onComputer(wish);
    expect(await http.read(caller)).toEqual({ missedRounds: wish.isOwn === false ? null : 3, operated: null });
    const calls = [
      () => http.keepAwake({ ...caller, body: { keepsAwake: true } }),
      () => http.newVersion({ ...caller, body: { looks: true } }),
      () => http.saveBackup(caller),
      () => http.backup(caller),
    ];
    // Whose other calls are not counted: they share an address with the operator.
    for (const call of calls) expect(await failureOf(call())).toMatchObject({ code: 'forbidden', isFree: true });
    if (caller.user.id === '2') expect(await computer.hasBackup('2')).toBeNull();
  });

  it('gets a backup, who has just confirmed who they are', () => {
    expect([routes.computer.saveBackup.confirmed, routes.computer.backup.confirmed]).toEqual([true, true]);
  });
});

it('a backup by a click is a file that the restore command reads, and replaces the one before', async () => {
  const { http, computer } = onComputer();
  expect(await failureOf(http.backup(ask))).toMatchObject({ code: 'not_found', isFree: true });
  expect(await computer.hasBackup('1')).toBe(false);
  const saved = await http.saveBackup(ask);
  const file = path.join(folder, 'backups', saved.fileName);
  expect(await readTakenAt(file, undefined)).toMatch(/^20/);
  const { fileName, content } = await http.backup(ask);
  expect(fileName).toBe(saved.fileName);
  let bytes = 0;
  for await (const part of content) bytes += part.length;
  expect(bytes).toBe(saved.bytes);
  expect(readdirSync(path.join(folder, 'backups'))).toEqual([fileName]);
  expect(await computer.hasBackup('1')).toBe(true);
  expect(await http.read(ask)).toEqual({
    missedRounds: 3,
    operated: {
      keepsAwake: false,
      lastBackupAt: expect.stringMatching(/^20/),
      keyFile: path.join(folder, 'secret.key'),
      newVersion: null,
    },
  });
});

describe('the computer stays awake', () => {
  it('while a round runs, if its operator wants it', async () => {
    const { http, computer, held } = onComputer({ rounds: 1 });
    computer.look();
    expect(held.now).toBe(false);
    expect((await http.keepAwake({ ...ask, body: { keepsAwake: true } })).operated?.keepsAwake).toBe(true);
    expect(held.now).toBe(true);
    held.rounds = 0;
    computer.look();
    expect(held.now).toBe(false);
    held.rounds = 1;
    computer.look();
    computer.close();
    expect(held.now).toBe(false);
    await http.keepAwake({ ...ask, body: { keepsAwake: false } });
    computer.look();
    expect(held.now).toBe(false);
  });

  it.each(['missing', 'refused'] as const)(
    'not if the program for it is %s, and the switch stays off',
    async (answer) => {
      const { http } = onComputer({ answer });
      const refused = await failureOf(http.keepAwake({ ...ask, body: { keepsAwake: true } }));
      expect(refused).toMatchObject({ code: 'cannot_stay_awake' });
      expect((await http.read(ask)).operated?.keepsAwake).toBe(false);
    },
  );
});

describe('a look for a new version', () => {
  const hour = 3_600_000;
  const rig = opened(openRegistry, ({ close }) => close());
  const withRegistry = () => {
    const env = { npm_config_registry: rig.url };
    const { http, computer } = onComputer({ env });
    return {
      env,
      wants: async (looks: boolean) => (await http.newVersion({ ...ask, body: { looks } })).operated?.newVersion,
      found: async () => (await http.read(ask)).operated?.newVersion,
      later: async (hours: number) => {
        await clock.advance(hours * hour);
        await computer.lookIfDue();
      },
    };
  };

  it('asks the registry one thing once a day, only if the operator wants it', async () => {
    const { wants, found, later } = withRegistry();
    const { asked, offer } = rig;
    await later(48);
    expect([asked, (await found())?.looks]).toEqual([[], false]);
    expect(await wants(true)).toMatchObject({ looks: true, newest: null, failedAt: null });
    expect(asked).toEqual(['/hangtag-closet/latest']);
    offer('99.0.0', Buffer.alloc(0));
    await later(23);
    expect(asked.length).toBe(1);
    await later(1);
    expect(asked.length).toBe(2);
    const lookedAt = new Date(clock.now()).toISOString();
    // This one runs in a clone.
    const text = expect.stringContaining('git pull');
    expect(await found()).toMatchObject({ newest: '99.0.0', lookedAt, text, command: null });
    expect(await wants(false)).toMatchObject({ looks: false, newest: null });
    await later(48);
    expect(asked.length).toBe(2);
  });

  it('that fails says when, and is made again after an hour', async () => {
    const { env, wants, found, later } = withRegistry();
    const failedAt = new Date(clock.now()).toISOString();
    env.npm_config_registry = 'http://127.0.0.1:1/';
    expect(await wants(true)).toMatchObject({ looks: true, lookedAt: null, failedAt });
    env.npm_config_registry = rig.url;
    await later(0.5);
    expect(await found()).toMatchObject({ lookedAt: null, failedAt });
    await later(0.5);
    expect(await found()).toMatchObject({ lookedAt: new Date(clock.now()).toISOString(), failedAt: null });
    await wants(false);
  });
});

describe('the times at which nothing ran', () => {
  const minute = 60_000;
  const pass = (minutes: number) => clock.advance(minutes * minute);

  it('are those without a note, whether the computer was asleep or off', async () => {
    const { computer } = onComputer();
    const began = clock.now();
    await computer.note();
    for (let n = 0; n < 5; n += 1) {
      await pass(1);
      await computer.note();
    }
    const fellAsleepAt = clock.now();
    await pass(60);
    const nap = { from: fellAsleepAt, to: clock.now() };
    expect(await computer.offSince(began)).toEqual([nap]);
    await computer.note();
    await pass(1);
    await computer.note();
    const stoppedAt = clock.now();
    await pass(120);
    const next = onComputer().computer;
    expect(await next.offSince(began)).toEqual([nap, { from: stoppedAt, to: clock.now() }]);
    expect(await next.offSince(stoppedAt - minute / 2)).toEqual([{ from: stoppedAt, to: clock.now() }]);
  });

  it('are not known before the first note, and on a server', async () => {
    const { computer } = onComputer();
    expect(await computer.offSince(clock.now() - 400 * 86_400_000)).toBeNull();
    await computer.note();
    expect(await onComputer({ isOwn: false }).computer.offSince(clock.now())).toBeNull();
  });
});
