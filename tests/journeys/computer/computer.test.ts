import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { AwakeAnswer } from '#domain/ports/keep-awake.ts';
import { backupsIn, keepAwakeChoice } from '#server/adapters/this-computer/data-folder.ts';
import { secretKeyFile } from '#server/adapters/vault/secret-key.ts';
import { createComputer } from '#server/features/computer/computer.ts';
import { computerHttp } from '#server/features/computer/http.ts';
import { findLastBackup } from '#server/features/operation/operation.ts';
import { backupOnRecord } from '#server/operator/backup/backups.ts';
import { readTakenAt } from '#server/operator/backup/manifest.ts';
import { freshDatabase, type TestDatabase } from '#tests/database.ts';
import { failureOf } from '../closet/closet-journey.ts';

const here = { address: '127.0.0.1', userAgent: '', forwarded: false };
const first = { id: '1', isGuest: false };
let test: TestDatabase;
const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-computer-'));
beforeAll(async () => {
  test = await freshDatabase();
});
afterAll(async () => {
  await test.drop();
  rmSync(folder, { recursive: true });
});

/** The feature with a real data folder and database, and a computer that answers so. */
function onComputer({ isOwn = true, answer = 'held' as AwakeAnswer, rounds = 0 } = {}) {
  const held = { now: false, rounds };
  const computer = createComputer({
    database: test.database,
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
    keyFile: secretKeyFile({ dataDir: folder }),
    backups: backupsIn(folder, (file) => backupOnRecord(test.database, file, {})),
    encryptsBackups: false,
    lastBackupAt: async () => (await findLastBackup(test.database))?.at ?? null,
    countRounds: () => held.rounds,
    isFirstAccount: async (id) => id === '1',
    record: async () => {},
  });
  return { computer, held, http: computerHttp(computer) };
}
const ask = { user: first, client: here };

describe('only the first account, at the computer itself,', () => {
  it.each([
    ['on a server', { isOwn: false }, ask],
    ['as a later account', {}, { ...ask, user: { id: '2', isGuest: false } }],
    ['as a guest of the demo', {}, { ...ask, user: { id: '1', isGuest: true } }],
    ['from another device', {}, { ...ask, client: { ...here, forwarded: true } }],
  ])('may do anything: nobody %s', async (_, wish, caller) => {
    const { http, computer } = onComputer(wish);
    expect(await http.read(caller)).toEqual({ operated: null });
    const calls = [
      () => http.keepAwake({ ...caller, body: { keepsAwake: true } }),
      () => http.saveBackup(caller),
      () => http.backup(caller),
    ];
    for (const call of calls) expect((await failureOf(call())).code).toBe('forbidden');
    if (caller.user.id === '2') expect(await computer.hasBackup('2')).toBeNull();
  });

  it('gets a backup, who has just confirmed who they are', () => {
    expect([routes.computer.saveBackup.confirmed, routes.computer.backup.confirmed]).toEqual([true, true]);
  });
});

describe('a backup by a click', () => {
  it('is a file that the restore command reads, and replaces the one before', async () => {
    const { http, computer } = onComputer();
    expect((await failureOf(http.backup(ask))).code).toBe('not_found');
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
      operated: {
        keepsAwake: false,
        lastBackupAt: expect.stringMatching(/^20/),
        keyFile: path.join(folder, 'secret.key'),
      },
    });
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
