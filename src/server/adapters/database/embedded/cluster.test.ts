import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fillDisk, mountSmallDisk } from '#tests/chaos/world/small-disk.ts';
import { embeddedRig } from '#tests/embedded.ts';
import { removeIfWithoutData } from './cluster.ts';

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

  test('one that is damaged, or whose log is a link, ends the start with one sentence, and nothing is deleted', async () => {
    rig.startedBefore();
    // Nothing is written through a link.
    const file = join(rig.root, 'of-somebody-else');
    writeFileSync(file, 'as it was');
    const log = join(rig.home, 'server.log');
    rmSync(log, { force: true });
    symlinkSync(file, log);
    await expect(rig.start()).rejects.toThrow(`The log of the database, ${log}, is a link`);
    expect(readFileSync(file, 'utf8')).toBe('as it was');
    rmSync(log);
    await (await rig.start()).stop();
    const version = join(rig.cluster, 'PG_VERSION');
    const control = join(rig.cluster, 'global', 'pg_control');
    const wholeControl = readFileSync(control);
    const damages: [() => void, string][] = [
      [() => rmSync(version), 'is damaged: it has no readable PG_VERSION file. Hangtag changed nothing in it.'],
      [
        () => writeFileSync(version, '15\n'),
        'was created by PostgreSQL 15, but this version of Hangtag comes with PostgreSQL 18. Hangtag changed nothing in it.',
      ],
      [
        () => {
          writeFileSync(version, '18\n');
          writeFileSync(control, Buffer.alloc(8_192, 7));
        },
        'does not start: ',
      ],
      [
        () => {
          writeFileSync(control, wholeControl);
          rmSync(join(rig.cluster, 'pg_wal'), { recursive: true });
        },
        'does not start: ',
      ],
    ];
    for (const [damage, sentence] of damages) {
      damage();
      const before = fingerprint();
      const problem = await rig.start().catch((error: unknown) => error);
      expect(problem).toMatchObject({ name: 'StartProblem', message: expect.stringContaining(sentence) });
      expect(String(problem)).not.toContain('\n');
      expect(fingerprint()).toBe(before);
    }
  });

  const emptied = (...but: string[]) => {
    for (const name of readdirSync(rig.cluster))
      if (!but.includes(name)) rmSync(join(rig.cluster, name), { recursive: true });
  };

  test('one without any data of ours is made again, and one with anything that may be data is left as it is', async () => {
    rig.startedBefore();
    rmSync(join(rig.cluster, 'global', 'pg_control'));
    for (const name of readdirSync(join(rig.cluster, 'base')))
      if (Number(name) >= 16_384) rmSync(join(rig.cluster, 'base', name), { recursive: true });
    const server = await rig.start();
    expect([server.origin, await rig.ask(server.url, 'select 1 as one')]).toEqual(['created', [{ one: 1 }]]);
    await server.stop();
    emptied('PG_VERSION');
    expect(removeIfWithoutData(rig.cluster)).toBe(true);
    mkdirSync(rig.cluster);
    expect(removeIfWithoutData(rig.cluster)).toBe(true);

    mkdirSync(rig.cluster);
    for (const [folder, add] of [
      // A file that is not the database's, data in its log, and data in another place.
      ['', (path) => writeFileSync(join(path, 'letter.txt'), 'mine')],
      ['pg_wal', (path) => writeFileSync(join(path, '00000001000000000000000A'), '')],
      ['pg_tblspc', (path) => mkdirSync(join(path, '16400'))],
    ] satisfies [string, (path: string) => void][]) {
      emptied();
      mkdirSync(join(rig.cluster, folder), { recursive: true });
      add(join(rig.cluster, folder));
      const before = readdirSync(rig.cluster, { recursive: true }).sort();
      await expect(rig.start()).rejects.toThrow('is damaged: it has no readable PG_VERSION file.');
      expect(readdirSync(rig.cluster, { recursive: true }).sort()).toEqual(before);
    }
  });

  test.runIf(isRoot && process.platform === 'linux')(
    'is named if its disk is full, and nothing is deleted',
    async () => {
      mkdirSync(rig.dataDir, { mode: 0o755 });
      const unmount = mountSmallDisk(rig.dataDir, 200);
      try {
        rig.startedBefore();
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
