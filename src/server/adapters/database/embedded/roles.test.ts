import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { embeddedRig } from '#tests/embedded.ts';

const rig = embeddedRig();

describe('the role that the program works as', () => {
  test('owns its tables and nothing more', async () => {
    rig.startedBefore();
    const server = await rig.start();
    const planted = join(rig.root, 'planted');
    const refused = [
      `copy (select 1) to program 'touch ${planted}'`,
      `copy (select 1) to '${planted}'`,
      `select pg_read_file('/etc/passwd')`,
      `select lo_import('/etc/passwd')`,
      `select pg_ls_dir('/')`,
      `create role other superuser`,
      `alter role hangtag_app superuser`,
      `alter role hangtag password 'known'`,
      `set role hangtag`,
      `create database other`,
      `create schema other`,
      `create language plpython3u`,
      `create extension dblink`,
      `alter system set fsync = off`,
      `load 'auto_explain'`,
      `select rolpassword from pg_authid`,
    ];
    for (const sql of refused) {
      const code = await rig.ask(server.url, sql).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      expect([sql, code]).toEqual([sql, expect.stringMatching(/^(42501|58P01|0A000)$/)]);
    }
    expect(existsSync(planted)).toBe(false);
    await rig.ask(server.url, 'create table own (id int); create table pgboss.own (id int)');
    expect(await rig.ask(server.url, 'select 1 as one from own right join (select 1) one on true')).toEqual([
      { one: 1 },
    ]);
  });

  test('gets new passwords if their files are lost', async () => {
    rig.startedBefore();
    const server = await rig.start();
    await rig.ask(server.url, 'create table kept as select 1 as one');
    await server.stop();
    for (const name of ['password', 'app-password']) rmSync(join(rig.home, name));
    const again = await rig.start();
    expect(again.url).not.toBe(server.url);
    expect(await rig.ask(again.url, 'select one from kept')).toEqual([{ one: 1 }]);
    await expect(rig.ask(server.url, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect(readFileSync(join(rig.home, 'pg_hba.conf'), 'utf8')).not.toContain('peer');
  });
});
