import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, linkSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

describe.runIf(isRoot)('a folder that root was given', () => {
  test('is refused if its cluster has a link or a pipe, or is a link itself, and nothing outside is changed', async () => {
    rig.startedBefore();
    const victim = outside();
    const planted = join(rig.cluster, 'base', 'planted');
    for (const plant of [
      () => symlinkSync(victim.file, planted),
      () => linkSync(victim.file, planted),
      () => void execFileSync('mkfifo', [planted]),
    ]) {
      plant();
      const seen = victim.look();
      await expect(rig.start()).rejects.toThrow(`The database folder contains ${planted}, which is a link`);
      expect(victim.look()).toEqual(seen);
      rmSync(planted);
    }
    await (await rig.start()).stop();
    rmSync(rig.cluster, { recursive: true });
    symlinkSync(victim.folder, rig.cluster);
    const before = victim.look();
    await expect(rig.start()).rejects.toThrow(`The database folder contains ${rig.cluster}, which is a link`);
    expect(victim.look()).toEqual(before);
  });

  test('is handed over to the database’s user, and refused if any of it belongs to another one', async () => {
    rig.startedBefore();
    execFileSync('chown', ['-R', '0:0', rig.home]);
    const server = await rig.start();
    expect(await rig.ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    const ids = readdirSync(rig.cluster, { recursive: true, encoding: 'utf8' }).map(
      (name) => lstatSync(join(rig.cluster, name)).uid,
    );
    expect([...new Set(ids)]).toEqual([databaseUser().ids.uid]);
    for (const folder of [rig.cluster, rig.home]) {
      chownSync(folder, nobodyId, nobodyId);
      await expect(rig.start()).rejects.toThrow(
        `The folder ${folder} belongs to the user ${nobodyId}, but Hangtag was started as root. Start Hangtag as that user, or give the folder to root: chown -R root:root ${folder}`,
      );
      expect(lstatSync(folder).uid).toBe(nobodyId);
    }
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
