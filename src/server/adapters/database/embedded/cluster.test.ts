import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fillDisk, mountSmallDisk } from '#tests/chaos/world/small-disk.ts';
import { embeddedRig } from '#tests/embedded.ts';

const rig = embeddedRig();
const isRoot = process.getuid?.() === 0;

describe('a folder that cannot be used', () => {
  const fingerprint = () => {
    const hash = createHash('sha256');
    for (const name of readdirSync(rig.cluster, { recursive: true, encoding: 'utf8' }).sort()) {
      const path = join(rig.cluster, name);
      hash.update(name);
      if (statSync(path).isFile()) hash.update(readFileSync(path));
    }
    return hash.digest('hex');
  };

  test.each([
    [
      'has lost its version file',
      () => rmSync(join(rig.cluster, 'PG_VERSION')),
      'is damaged: it has no readable PG_VERSION file. Hangtag changed nothing in it.',
    ],
    [
      'is of an older PostgreSQL',
      () => writeFileSync(join(rig.cluster, 'PG_VERSION'), '15\n'),
      'was created by PostgreSQL 15, but this version of Hangtag comes with PostgreSQL 18. Hangtag changed nothing in it.',
    ],
    [
      'has a damaged control file',
      () => writeFileSync(join(rig.cluster, 'global', 'pg_control'), Buffer.alloc(8_192, 7)),
      'does not start: ',
    ],
    [
      'has lost its write-ahead log',
      () => rmSync(join(rig.cluster, 'pg_wal'), { recursive: true }),
      'does not start: ',
    ],
  ])('one that %s ends the start with one sentence, and nothing is deleted', async (_, damage, sentence) => {
    rig.startedBefore();
    await (await rig.start()).stop();
    damage();
    const before = fingerprint();
    const problem = await rig.start().catch((error: unknown) => error);
    expect(problem).toMatchObject({ name: 'StartProblem', message: expect.stringContaining(sentence) });
    expect(String(problem)).not.toContain('\n');
    expect(fingerprint()).toBe(before);
  });

  const emptied = (...but: string[]) => {
    for (const name of readdirSync(rig.cluster))
      if (!but.includes(name)) rmSync(join(rig.cluster, name), { recursive: true });
  };
  const withoutOursAndControl = () => {
    rmSync(join(rig.cluster, 'global', 'pg_control'));
    for (const name of readdirSync(join(rig.cluster, 'base')))
      if (Number(name) >= 16_384) rmSync(join(rig.cluster, 'base', name), { recursive: true });
  };
  test.each([
    ['is empty', () => emptied()],
    ['has only its version', () => emptied('PG_VERSION')],
    ['has no control file yet', withoutOursAndControl],
  ])('one without any data of ours that %s is made again', async (_, cutOff) => {
    rig.startedBefore();
    cutOff();
    const server = await rig.start();
    expect([server.origin, await rig.ask(server.url, 'select 1 as one')]).toEqual(['created', [{ one: 1 }]]);
  });

  test.each<[string, string, (path: string) => void]>([
    ['a file that is not the database’s', '', (path) => writeFileSync(join(path, 'letter.txt'), 'mine')],
    ['data in its log', 'pg_wal', (path) => writeFileSync(join(path, '00000001000000000000000A'), '')],
    ['data in another place', 'pg_tblspc', (path) => mkdirSync(join(path, '16400'))],
  ])('one without a version file but with %s is left as it is', async (_, kept, add) => {
    rig.startedBefore();
    emptied(kept);
    add(join(rig.cluster, kept));
    const before = readdirSync(rig.cluster, { recursive: true }).sort();
    await expect(rig.start()).rejects.toThrow('is damaged: it has no readable PG_VERSION file.');
    expect(readdirSync(rig.cluster, { recursive: true }).sort()).toEqual(before);
  });

  test.runIf(isRoot && process.platform === 'linux')(
    'is named if its disk is full, and nothing is deleted',
    async () => {
      mkdirSync(rig.dataDir, { mode: 0o755 });
      const unmount = mountSmallDisk(rig.dataDir, 200);
      try {
        rig.startedBefore();
        await (await rig.start()).stop();
        const before = fingerprint();
        const empty = fillDisk(rig.dataDir);
        await expect(rig.start()).rejects.toMatchObject({
          message: `The disk of the data folder ${rig.dataDir} is full. Free some space, then start again.`,
          isTemporary: false,
        });
        expect(fingerprint()).toBe(before);
        empty();
        await (await rig.start()).stop();
      } finally {
        unmount();
      }
    },
  );

  test('is named if its log is a link, and nothing is written through it', async () => {
    rig.startedBefore();
    const file = join(rig.root, 'of-somebody-else');
    writeFileSync(file, 'as it was');
    const log = join(rig.home, 'server.log');
    rmSync(log, { force: true });
    symlinkSync(file, log);
    await expect(rig.start()).rejects.toThrow(`The log of the database, ${log}, is a link`);
    expect(readFileSync(file, 'utf8')).toBe('as it was');
  });

  test('is named with what to do if it cannot be created', async () => {
    writeFileSync(join(rig.root, 'data'), 'a file, not a folder');
    await expect(rig.start()).rejects.toThrow(
      `Hangtag can't write to the data folder ${rig.dataDir} (ENOTDIR). Make it writable for this user, or set DATA_DIR to another folder.`,
    );
  });

  test.runIf(isRoot)('is named if it belongs to another user', async () => {
    mkdirSync(rig.dataDir, { mode: 0o755 });
    const other = rig.program({ uid: 12_345 });
    expect((await other.report).message).toContain(`Hangtag can't write to the data folder ${rig.dataDir} (EACCES).`);
  });
});
