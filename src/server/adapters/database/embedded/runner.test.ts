import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { embeddedRig } from '#tests/embedded.ts';
import { copyBinaries, findBinaries, linkLibraries } from './binaries.ts';
import { processLives } from './processes.ts';
import { databaseUser } from './runner.ts';

const rig = embeddedRig();
const isRoot = process.getuid?.() === 0;
const hasNamespaces = isRoot && spawnSync('unshare', ['-U', '--map-user=65534', 'true']).status === 0;

const hasMounts = isRoot && spawnSync('unshare', ['--mount', 'setpriv', '--reuid=65521', 'true']).status === 0;

describe('the user that runs the server', () => {
  test.runIf(isRoot)('root runs it as a user that has nothing else', async () => {
    rig.startedBefore();
    const server = await rig.start();
    const { ids } = databaseUser();
    expect(server.runsAs).toEqual({ kind: 'apart', uid: ids.uid });
    expect(readFileSync(`/proc/${rig.serverPid}/status`, 'utf8')).toMatch(
      new RegExp(`^Uid:\\s+${ids.uid}\\s+${ids.uid}`, 'm'),
    );
    expect(ids.uid).not.toBe(65_534);
    const owners = ['', 'cluster', 'socket', 'pg_hba.conf', 'password', 'app-password', 'server.log', 'owners'];
    expect(Object.fromEntries(owners.map((name) => [name, statSync(join(rig.home, name)).uid]))).toEqual({
      ...Object.fromEntries(owners.map((name) => [name, 0])),
      cluster: ids.uid,
      socket: ids.uid,
    });
  });

  test.runIf(hasMounts)('below a folder that only root may enter it still runs apart from root', async () => {
    rig.startedBefore();
    chmodSync(rig.root, 0o700);
    const server = await rig.start();
    await rig.ask(server.url, 'create table kept as select 1 as one');
    expect(server.runsAs.kind).toBe('mounted');
    expect(readFileSync(`/proc/${rig.serverPid}/status`, 'utf8')).toMatch(/^Uid:\s+(?!0\s)/m);
    await server.stop();
    // After the folder is opened to others, the same files work with the other runner, and back again.
    chmodSync(rig.root, 0o755);
    const opened = await rig.start();
    expect([opened.runsAs.kind, await rig.ask(opened.url, 'select one from kept')]).toEqual(['apart', [{ one: 1 }]]);
    await opened.stop();
    chmodSync(rig.root, 0o700);
    const closed = await rig.start();
    expect([closed.runsAs.kind, await rig.ask(closed.url, 'select one from kept')]).toEqual(['mounted', [{ one: 1 }]]);
  });

  // The first ordinary user of most Linux systems, and a user id without a name.
  const users = [
    { uid: 1, runsAs: 'self' },
    { uid: 12_345, runsAs: 'namespace' },
  ];
  test.runIf(hasNamespaces).each(users)('user $uid runs it as $runsAs', async ({ uid, runsAs }) => {
    mkdirSync(rig.dataDir);
    chownSync(rig.dataDir, uid, uid);
    const other = rig.program({ uid });
    expect(await other.report).toMatchObject({ origin: 'created', runsAs: { kind: runsAs, uid } });
    expect(statSync(rig.cluster).uid).toBe(uid);
    const pid = rig.serverPid;
    other.leave();
    expect([await other.ended, processLives(pid)]).toEqual([0, false]);
  });

  test('a copy of the server runs from the data folder, and replaces that of another version', async () => {
    const bundled = findBinaries();
    const old = join(rig.root, 'server-17.0.0');
    mkdirSync(old);
    const copy = copyBinaries(bundled, rig.root);
    expect([linkLibraries(copy), existsSync(old)]).toEqual([true, false]);
    const result = spawnSync(copy.postgres, ['--version'], isRoot ? { uid: 65534, gid: 65534 } : {});
    expect(result.stdout.toString()).toContain('PostgreSQL) 18');
  });
});
