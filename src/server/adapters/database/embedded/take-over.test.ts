import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { embeddedRig } from '#tests/embedded.ts';
import { databaseUser, nobodyId } from './runner.ts';

const rig = embeddedRig();
// Only root can start programs as other users. Elsewhere the server runs as the user that runs Hangtag.
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';

/** A folder that the attacker can't write to, with what there is to see of it. */
function outside() {
  const folder = join(rig.root, 'outside');
  mkdirSync(join(folder, 'folder'), { recursive: true });
  writeFileSync(join(folder, 'file'), 'root’s own', { mode: 0o600 });
  const look = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const { uid, gid, mode, nlink, ino, size, mtimeMs } = lstatSync(join(folder, name));
        return { name, uid, gid, mode, nlink, ino, size, mtimeMs };
      });
  return { file: join(folder, 'file'), folder: join(folder, 'folder'), look };
}

/** Makes the folder what the version before left: `nobody` owns it, the program is the superuser, and anyone may come in. */
async function asOfTheVersionBefore(): Promise<void> {
  rig.startedBefore();
  const server = await rig.start();
  await rig.ask(
    server.adminUrl,
    `drop owned by hangtag_app cascade; drop schema if exists pgboss cascade; create schema if not exists public;
     create schema pgboss; create type pgboss.state as enum ('created'); create type public.mood as enum ('calm');
     create table kept (id bigint generated always as identity, day date not null, mood mood) partition by range (day);
     create table kept_then partition of kept for values from ('2026-01-01') to ('2027-01-01');
     create view shown as select day from kept; create sequence turns; create table pgboss.job (state pgboss.state);
     create function days() returns bigint language sql as 'select count(*) from kept';
     insert into kept (day, mood) values ('2026-05-04', 'calm');`,
  );
  await rig.ask(Object.assign(new URL(server.adminUrl), { pathname: '/postgres' }).href, 'drop role hangtag_app');
  await server.stop();
  rmSync(join(rig.home, 'app-password'));
  writeFileSync(join(rig.home, 'pg_hba.conf'), 'local all all trust\n');
  execFileSync('chown', ['-R', `${nobodyId}:${nobodyId}`, rig.home]);
}

describe.runIf(isRoot)('a folder of the version before, whose user plants links', () => {
  test('is taken over: nothing outside is written, the data is kept, and the passwords are new', async () => {
    await asOfTheVersionBefore();
    const passwordBefore = readFileSync(join(rig.home, 'password'), 'utf8');
    const victim = outside();
    const before = victim.look();
    const links = {
      'server.log': 'file',
      'pg_hba.conf': 'file',
      'app-password': 'file',
      lock: 'file',
      password: 'file',
    };
    for (const name of ['socket', 'owners']) rmSync(join(rig.home, name), { recursive: true, force: true });
    for (const name of Object.keys(links)) rmSync(join(rig.home, name), { force: true });
    for (const name of Object.keys(links)) symlinkSync(victim.file, join(rig.home, name));
    for (const name of ['socket', 'owners', 'server-18.0.0']) symlinkSync(victim.folder, join(rig.home, name));
    mkdirSync(join(rig.home, 'cluster.new-0badcafe'));
    symlinkSync(victim.folder, join(rig.home, 'cluster.new-0badcafe', 'base'));

    const server = await rig.start();
    expect(victim.look()).toEqual(before);
    expect(server.runsAs).toEqual({ kind: 'apart', uid: databaseUser().ids.uid, tookOver: true });
    expect(
      await rig.ask(
        server.url,
        `insert into kept (day) values ('2026-05-05') returning id, days()::int, nextval('turns')::int`,
      ),
    ).toEqual([{ id: '2', days: 2, nextval: 1 }]);
    // What a migration does: it changes what it finds.
    await rig.ask(
      server.url,
      `alter table kept add column more int; alter table kept_then rename to kept_since; drop view shown;
       alter type mood add value 'glad'; alter type pgboss.state add value 'done'; drop function days();
       create table pgboss.other (); create table other ()`,
    );
    expect(readFileSync(join(rig.home, 'password'), 'utf8')).not.toBe(passwordBefore);
    expect(readFileSync(join(rig.home, 'pg_hba.conf'), 'utf8')).toBe('local all hangtag,hangtag_app scram-sha-256\n');
    const ids = new Set(
      readdirSync(rig.cluster, { recursive: true, encoding: 'utf8' }).map(
        (name) => lstatSync(join(rig.cluster, name)).uid,
      ),
    );
    expect([...ids]).toEqual([databaseUser().ids.uid]);
    await server.stop();
    expect((await rig.start()).runsAs.tookOver).toBe(false);
  });

  test.each([
    ['a link', (path: string, file: string) => symlinkSync(file, path)],
    ['a hard link', (path: string, file: string) => linkSync(file, path)],
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
  ])('is refused if its cluster has %s, and nothing is changed', async (_, plant) => {
    rig.startedBefore();
    execFileSync('chown', ['-R', `${nobodyId}:${nobodyId}`, rig.home]);
    const victim = outside();
    const planted = join(rig.cluster, 'base', 'planted');
    plant(planted, victim.file);
    const before = victim.look();
    await expect(rig.start()).rejects.toThrow(`The database folder contains ${planted}, which is a link`);
    expect(victim.look()).toEqual(before);
    expect([lstatSync(rig.home).uid, lstatSync(rig.cluster).uid]).toEqual([nobodyId, nobodyId]);
  });

  test('is refused if its cluster is a link itself, and nothing is changed', async () => {
    rig.startedBefore();
    const victim = outside();
    rmSync(rig.cluster, { recursive: true });
    symlinkSync(victim.folder, rig.cluster);
    const before = victim.look();
    await expect(rig.start()).rejects.toThrow(`The database folder contains ${rig.cluster}, which is a link`);
    expect(victim.look()).toEqual(before);
  });

  test('is waited for while a program that restarts takes it over itself', async () => {
    rig.startedBefore();
    const other = rig.program();
    await other.report;
    chownSync(rig.home, nobodyId, nobodyId);
    const second = rig.start();
    const early = await Promise.race([second.then(() => 'started'), sleep(300, 'waits')]);
    chownSync(rig.home, 0, databaseUser().ids.gid);
    expect([early, (await second).origin]).toEqual(['waits', 'adopted']);
    other.leave();
    await other.ended;
  });

  test('is left alone while an earlier version still uses it', async () => {
    rig.startedBefore();
    const other = rig.program();
    await other.report;
    chownSync(rig.home, nobodyId, nobodyId);
    await expect(rig.start()).rejects.toThrow('An earlier version of Hangtag is still using the database folder');
    chownSync(rig.home, 0, databaseUser().ids.gid);
    other.leave();
    await other.ended;
  });
});

describe.runIf(isRoot)('the database’s own user', () => {
  /** Runs a shell command as another user. Of a user that the operator created, the two numbers can differ. */
  const as = (ids: { uid: number; gid: number }, command: string) =>
    spawnSync('sh', ['-c', command], { ...ids, timeout: 5_000 }).status === 0;

  test('can write nothing but its cluster and its socket, and plants no link that root follows', async () => {
    rig.startedBefore();
    await (await rig.start()).stop();
    const { ids } = databaseUser();
    const mayWrite = ['..', '.', 'cluster', 'socket', 'owners'].filter((name) =>
      as(ids, `touch ${rig.home}/${name}/x`),
    );
    expect(mayWrite).toEqual(['cluster', 'socket']);
    for (const name of ['password', 'app-password', 'server.log'])
      expect([name, as(ids, `cat ${rig.home}/${name}`)]).toEqual([name, false]);

    const victim = outside();
    const before = victim.look();
    for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock', 'more'])
      symlinkSync(victim.file, join(rig.home, 'socket', name));
    symlinkSync(victim.file, join(rig.cluster, 'postmaster.pid.stale'));
    symlinkSync(victim.folder, join(rig.cluster, 'cluster'));
    await (await rig.start()).stop();
    expect(victim.look()).toEqual(before);

    for (const plant of [
      (path: string) => symlinkSync(victim.file, path),
      (path: string) => void execFileSync('mkfifo', [path]),
    ]) {
      rmSync(join(rig.cluster, 'postmaster.pid'), { force: true });
      plant(join(rig.cluster, 'postmaster.pid'));
      await (await rig.start()).stop();
      expect(victim.look()).toEqual(before);
    }
  });

  test('and other users of the machine can’t come in without the password', async () => {
    rig.startedBefore();
    const server = await rig.start();
    const { ids } = databaseUser();
    const pg = import.meta.resolve('pg');
    /** Tries to come in as a user of the machine, with each change of the address. */
    const come = ({ uid, gid }: { uid: number; gid: number }, ...changes: Record<string, string>[]) => {
      const urls = changes.map((change) => Object.assign(new URL(server.url), change).href);
      // Becomes the user only once everything is loaded, because the user may not be able to enter this checkout.
      const code = `import pg from ${JSON.stringify(pg)};
        process.setgroups([]);
        process.setgid(${gid});
        process.setuid(${uid});
        for (const url of ${JSON.stringify(urls)}) {
          const client = new pg.Client(url);
          await client.connect().then(() => console.log('in'), (error) => console.log(error.code));
        }
        process.exit()`;
      const result = spawnSync(process.execPath, ['--input-type=module', '-e', code]);
      return result.stdout.toString().trim().split('\n');
    };
    // The owner of the socket is asked for a password. Others can't even connect.
    const others = [12_345, nobodyId].map((id) => come({ uid: id, gid: id }, {}));
    expect(others).toEqual([['EACCES'], ['EACCES']]);
    expect(
      come(
        ids,
        {},
        { password: 'guessed' },
        { username: 'hangtag' },
        { username: 'postgres' },
        { pathname: '/postgres' },
      ),
    ).toEqual(['in', '28P01', '28P01', '28000', '42501']);
  });
});

describe.runIf(isRoot)('root', () => {
  test('is refused if another user can change the data folder', async () => {
    mkdirSync(rig.dataDir, { mode: 0o755 });
    chownSync(rig.dataDir, 12_345, 12_345);
    await expect(rig.start()).rejects.toThrow(
      `The folder ${rig.dataDir} belongs to the user 12345, but Hangtag was started as root. Start Hangtag as that user, or give the folder to root: chown -R root:root ${rig.dataDir}`,
    );
    chownSync(rig.dataDir, 0, 0);
    execFileSync('chmod', ['0777', rig.dataDir]);
    await expect(rig.start()).rejects.toThrow(`Let only root change it: chmod go-w ${rig.dataDir}`);
  });
});
