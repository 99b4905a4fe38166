import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { backup } from '#server/operator/backup/backup.ts';
import { forgetCredentials } from '#server/operator/backup/lost-key.ts';
import { restore } from '#server/operator/backup/restore.ts';
import { freshDatabase } from '#tests/database.ts';
import { addSealedRows, everyRow, filledDatabase } from './filled-database.ts';

let full: Awaited<ReturnType<typeof filledDatabase>>;
let file: string;

beforeAll(async () => {
  full = await filledDatabase();
  await addSealedRows(full);
  file = path.join(full.folder, 'all.gz');
  await backup(full.database, file);
});
afterAll(() => full.drop());

describe('a backup', () => {
  it('taken before a column was added keeps its data', async () => {
    const { database } = full;
    await database.query(
      `insert into closets (user_id, practice, state, linked_at, lock_epoch) values (1, true, 'ready', now(), 7)`,
    );
    const now = path.join(full.folder, 'now.gz');
    await backup(database, now);
    const before = gunzipSync(readFileSync(now))
      .toString('utf8')
      .replaceAll(/, "lock_epoch": \d+|"lock_epoch": \d+, /g, '');
    expect(before).not.toContain('lock_epoch');
    const old = path.join(full.folder, 'before.gz');
    writeFileSync(old, gzipSync(before));
    const empty = await freshDatabase();
    await restore(empty.database, old);
    expect((await empty.database.query('select state, lock_epoch from closets')).rows).toEqual([
      { state: 'ready', lock_epoch: '0' },
    ]);
    await empty.drop();
    await database.query('delete from closets');
  });

  it('with a password is a file that age reads, and is restored only with the password', async () => {
    const locked = path.join(full.folder, 'locked.age');
    await backup(full.database, locked, { password: 'correct horse battery', workFactor: 10 });
    expect(readFileSync(locked).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(readFileSync(locked).includes('ada@example.com')).toBe(false);

    const empty = await freshDatabase();
    await expect(restore(empty.database, locked)).rejects.toThrow('This backup is encrypted. Set BACKUP_PASSWORD');
    await expect(restore(empty.database, locked, { password: 'wrong' })).rejects.toThrow(
      'BACKUP_PASSWORD does not open this backup. Nothing was restored.',
    );
    expect(await everyRow(empty, 'users')).toEqual([]);
    const spoiled = path.join(full.folder, 'spoiled.age');
    writeFileSync(spoiled, readFileSync(locked).subarray(0, -20));
    await expect(restore(empty.database, spoiled, { password: 'correct horse battery' })).rejects.toThrow(
      'Nothing was restored.',
    );
    expect(await everyRow(empty, 'users')).toEqual([]);
    expect(await restore(empty.database, locked, { password: 'correct horse battery' })).toMatchObject({ users: 2 });
    expect(await everyRow(empty, 'users')).toEqual(await everyRow(full, 'users'));
    await empty.drop();
  });

  it('of another secret key is refused, and its owner who lost the key gets back everything else', async () => {
    const { database } = full;
    await database.query(
      `insert into closets (user_id, practice, handle, credentials, session, state, linked_at)
       values (1, false, 'adas_attic', 'x', 'y', 'ready', now())`,
    );
    await database.query(
      `insert into authenticator_apps (user_id, secret, created_at, confirmed_at)
       values (1, 'x', now(), now()), (2, 'x', now(), now())`,
    );
    await database.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, is_synced, user_agent, created_at)
       values (1, 'c', 'p', 0, '{}', false, 'Firefox', now())`,
    );
    await database.query(`insert into recovery_codes (user_id, code_hash, created_at) values (2, 'h', now())`);
    await database.query(
      `insert into data_keys (user_id, wrapped, key_id, purpose) values (1, 'z', 'k', 'sign-in'), (2, 'z', 'k', 'sign-in')`,
    );
    const sealed = path.join(full.folder, 'sealed.gz');
    await backup(database, sealed);
    for (const table of ['closets', 'authenticator_apps', 'passkeys', 'recovery_codes'])
      await database.query(`delete from ${table}`);

    const { keys } = loadSecretKeys({ secretKey: 'cd'.repeat(32), dataDir: full.folder });
    const reasons = {
      restored: 'Your administrator restored Hangtag’s data',
      lost: 'Your administrator stopped all bots',
    };
    const now = Date.parse('2026-11-22T08:00:00Z');
    const [left, stuck] = await Promise.all([freshDatabase(), freshDatabase()]);
    await expect(restore(left.database, sealed, { keys, now })).rejects.toThrow(
      /encrypted with the key k, .* --without-key: .* Nothing was restored\./,
    );
    expect(await everyRow(left, 'users')).toEqual([]);
    await restore(left.database, sealed, { keys, isKeyLost: true, now });

    await restore(stuck.database, sealed);
    await stuck.database.query(`delete from activity_logs where action = 'BOT_STOPPED'`);
    await stuck.database.query(`update bots set state = 'waiting', due_at = now()`);
    await stuck.database.query(
      `insert into processes (id, role, version, host, started_at, seen_at, bots, memory_mb)
       values (gen_random_uuid(), 'worker', '1', 'attic', now(), now(), 0, 1)`,
    );
    await expect(forgetCredentials(stuck.database, keys, now)).rejects.toThrow('is running on attic (worker)');
    expect(await everyRow(stuck, 'closets')).toHaveLength(1);
    await stuck.database.query('delete from processes');
    expect(await forgetCredentials(stuck.database, keys, now)).toEqual({ closets: 1, devices: 1, apps: 2 });
    expect(await forgetCredentials(stuck.database, keys, now)).toEqual({ closets: 0, devices: 0, apps: 0 });

    for (const restored of [left, stuck]) {
      for (const table of ['closets', 'data_keys', 'installation_secrets', 'push_subscriptions', 'recovery_codes'])
        expect(await everyRow(restored, table), table).toEqual([]);
      expect(await everyRow(restored, 'listings')).toEqual(await everyRow(full, 'listings'));
      const details = await everyRow(
        restored,
        "(select details from activity_logs where action = 'CLOSET_DISCONNECTED')",
      );
      expect(details).toEqual(['{"details": "Closet adas_attic: the key of its credentials was lost"}']);
      // A passkey needs no secret, so it still asks for itself.
      expect(await everyRow(restored, 'passkeys')).toHaveLength(1);
      const second = await everyRow(restored, '(select user_id, what from account_events)');
      expect(second).toEqual([
        '{"what": "app_removed", "user_id": 1}',
        '{"what": "second_factor_removed_by_operator", "user_id": 2}',
      ]);
      const stops = await everyRow(
        restored,
        "(select user_id, details, timestamp from activity_logs where action = 'BOT_STOPPED')",
      );
      expect(stops).toEqual([expect.stringContaining(restored === left ? reasons.restored : reasons.lost)]);
      expect(stops[0]).toContain('2026-11-22T08:00:00');
    }
    await Promise.all([left.drop(), stuck.drop()]);
  });

  it('is not restored over existing accounts', async () => {
    await expect(restore(full.database, file)).rejects.toThrow('This database already has accounts.');
  });

  it('that was cut off restores nothing', async () => {
    const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
    const cut = path.join(full.folder, 'cut.gz');
    writeFileSync(cut, gzipSync(lines.slice(0, 3).join('\n')));
    const empty = await freshDatabase();
    await expect(restore(empty.database, cut)).rejects.toThrow('Nothing was restored.');
    expect(await everyRow(empty, 'users')).toEqual([]);
    await empty.drop();
  });

  it('is recognized, and another file is refused with a message', async () => {
    const other = path.join(full.folder, 'other.gz');
    writeFileSync(other, gzipSync('{"hello":1}\n'));
    const empty = await freshDatabase();
    await expect(restore(empty.database, other)).rejects.toThrow('This file is not a Hangtag backup.');
    await expect(restore(empty.database, path.join(full.folder, 'none'))).rejects.toThrow("can't read the file");
    await empty.drop();
  });
});
