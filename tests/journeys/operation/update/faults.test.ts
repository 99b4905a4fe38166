import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { processIdentity } from '#server/adapters/database/embedded/processes.ts';
import {
  beginNote,
  draftIn,
  folderOf,
  moveNote,
  readUpdate,
  setCurrent,
  tidyPrograms,
  watchForStop,
} from '#server/launch/update/program.ts';
import { makeProgramFolder } from '#server/launch/update/program-folder.ts';
import { readRelease } from '#server/launch/update/release.ts';
import { saveData } from '#server/launch/update/saved-data.ts';
import { settledProgram } from '#server/launch/update/settled.ts';
import { opened } from '#tests/opened.ts';
import { makeReleases, openRegistry, rewrite } from '#tests/released.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hangtag update ü '));
const rig = opened(
  async () => ({ releases: await makeReleases(folder, { withServer: false }), registry: await openRegistry() }),
  ({ registry }) => registry.close(),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let folders = 0;
const newFolder = (): string => path.join(folder, `data ${folders++}`);

describe('a package', () => {
  const at = (file: string, text: string) => (to: string) => appendFileSync(path.join(to, file), text);
  const without = (file: string) => (to: string) => rmSync(path.join(to, file));
  const outside = (): Buffer =>
    execFileSync('tar', [
      '-czP',
      '--transform=s,.*,package/../../package.json,',
      '-C',
      rig.releases.installed,
      'package.json',
    ]);
  test.each<[string, () => Buffer, RegExp]>([
    [
      'without a signature',
      () => rig.releases.pack('0.2.0', { after: without('release.json.minisig') }),
      /isn’t signed/,
    ],
    ['with another key’s signature', () => rig.releases.pack('0.2.0', { key: rig.releases.otherKey }), /isn’t signed/],
    [
      'with another list than the signed one',
      () => rig.releases.pack('0.2.0', { after: at('release.json', ' ') }),
      /isn’t signed/,
    ],
    ['of an older version', () => rig.releases.pack('0.0.9'), /isn’t newer/],
    ['of the same version', () => rig.releases.pack('0.1.0'), /isn’t newer/],
    [
      'with a changed file',
      () => rig.releases.pack('0.2.0', { after: at('bin/hangtag.mjs', '//') }),
      /\(bin\/hangtag\.mjs\)/,
    ],
    ['with a file more', () => rig.releases.pack('0.2.0', { after: at('bin/more.mjs', '//') }), /\(bin\/more\.mjs\)/],
    ['without a file', () => rig.releases.pack('0.2.0', { after: without('CHANGELOG.md') }), /\(CHANGELOG\.md\)/],
    [
      'with a list that this version can’t read',
      () =>
        rig.releases.pack('0.2.0', {
          change: (to) => rewrite(path.join(to, 'release.json'), (text) => text.replace('leastNode', 'atLeast')),
        }),
      /newer than this one/,
    ],
    ['that is cut off', () => rig.releases.pack('0.2.0').subarray(0, -1_000), /cut off/],
    ['with a file that leads out of its folder', outside, /damaged/],
  ])('%s is refused', (_, packed, sentence) => {
    expect(() => readRelease(packed(), { publicKey: rig.releases.publicKey, present: '0.1.0' })).toThrow(sentence);
  });
});

test.each<[string, () => Buffer | null, RegExp]>([
  ['is another one', () => Buffer.concat([rig.releases.tiny, Buffer.from('more')]), /different/],
  ['is cut off', () => rig.releases.tiny, /couldn’t get all/],
  ['is missing', () => null, /couldn’t get all/],
])('if a needed package %s, nothing is left of the new version', async (name, packed, sentence) => {
  const { releases, registry } = rig;
  const dataDir = newFolder();
  const release = readRelease(releases.pack('0.2.0'), { publicKey: releases.publicKey, present: '0.1.0' });
  const bytes = packed();
  registry.files.delete('tiny-1.0.0.tgz');
  if (bytes) registry.files.set('tiny-1.0.0.tgz', bytes);
  if (name === 'is cut off') registry.broken.add('tiny-1.0.0.tgz');
  await expect(makeProgramFolder(release, dataDir, { npm_config_registry: registry.url })).rejects.toThrow(sentence);
  registry.broken.clear();
  expect(readdirSync(path.join(dataDir, 'program'))).toEqual([]);
});

/** Process ids on Linux are never this large. */
const dead = '99999999-1';

it('a start removes the half-made version of an update that was given up, not that of one under way', () => {
  const dataDir = newFolder();
  for (const place of [draftIn(dataDir), folderOf(dataDir, `draft-${dead}`)])
    mkdirSync(path.join(place, 'dist'), { recursive: true });
  tidyPrograms(dataDir, Date.now());
  expect(readdirSync(path.join(dataDir, 'program'))).toEqual([path.basename(draftIn(dataDir))]);
});

describe('a start after a power cut', () => {
  const cluster = (dataDir: string): string => path.join(dataDir, 'postgres/cluster');
  const files = ['postgres/cluster/data', 'secret.key'];
  const steps = {
    copying: (dataDir) => mkdirSync(`${cluster(dataDir)}.before-update.new`),
    saved: saveData,
    placed: (dataDir) => setCurrent(dataDir, '0.2.0'),
    tried: (dataDir) => moveNote(dataDir, 'stop', 'try'),
    upgraded: (dataDir) => {
      for (const file of files) writeFileSync(path.join(dataDir, file), 'new');
    },
    ready: (dataDir) => moveNote(dataDir, 'try', 'ready'),
    failed: (dataDir) => moveNote(dataDir, 'try', 'failed'),
    goingBack: (dataDir) => moveNote(dataDir, 'try', 'back'),
    setAside: (dataDir) => renameSync(cluster(dataDir), `${cluster(dataDir)}.failed`),
    putBack: (dataDir) => renameSync(`${cluster(dataDir)}.before-update`, cluster(dataDir)),
  } satisfies Record<string, (dataDir: string) => unknown>;
  const trying = ['saved', 'placed', 'tried', 'upgraded'] as const;
  const make = async (dataDir: string, names: readonly (keyof typeof steps)[]): Promise<void> => {
    for (const file of files) writeFileSync(path.join(dataDir, file), 'old');
    mkdirSync(folderOf(dataDir, '0.2.0'), { recursive: true });
    beginNote(dataDir, { from: '0.1.0', to: '0.2.0' });
    for (const name of names) await steps[name](dataDir);
    const note = path.join(dataDir, `program/update.${readUpdate(dataDir)?.step}.json`);
    rewrite(note, (text) => text.replace(processIdentity(process.pid), dead));
  };
  const found = (dataDir: string): string[] => files.map((file) => readFileSync(path.join(dataDir, file), 'utf8'));
  const current = (dataDir: string): string => readFileSync(path.join(dataDir, 'program/current'), 'utf8').trim();

  test.each<[string, string, readonly (keyof typeof steps)[]]>([
    ['while Hangtag was stopped', '0.1.0', []],
    ['in the middle of the copy', '0.1.0', ['copying']],
    ['with the copy', '0.1.0', ['saved']],
    ['with the new version in its place', '0.1.0', ['saved', 'placed']],
    ['before the new version started', '0.1.0', ['saved', 'placed', 'tried']],
    ['while the new version started', '0.1.0', trying],
    ['after the new version had failed', '0.1.0', [...trying, 'failed']],
    ['while it went back', '0.1.0', [...trying, 'goingBack']],
    ['with the upgraded data set aside', '0.1.0', [...trying, 'goingBack', 'setAside']],
    ['with the old data put back', '0.1.0', [...trying, 'goingBack', 'setAside', 'putBack']],
    ['when the new version was ready', '0.2.0', [...trying, 'ready']],
  ])('%s has version %s with its data, and nothing else', async (_, expected, names) => {
    const dataDir = newFolder();
    mkdirSync(cluster(dataDir), { recursive: true });
    await make(dataDir, names);
    await settledProgram(dataDir);
    const isNew = expected === '0.2.0';
    expect(current(dataDir)).toBe(expected);
    expect(found(dataDir)).toEqual(isNew ? ['new', 'new'] : ['old', 'old']);
    expect(readdirSync(path.join(dataDir, 'postgres'))).toEqual(['cluster']);
    expect(readdirSync(path.join(dataDir, 'program')).sort()).toEqual(isNew ? ['0.2.0', 'current'] : ['current']);
  });

  const otherDisk = tmpdir() === '/dev/shm' ? '/var/tmp' : '/dev/shm';
  it.skipIf(!existsSync(otherDisk))('puts back a database that is on another disk', async () => {
    const dataDir = newFolder();
    const other = mkdtempSync(path.join(otherDisk, 'hangtag-update-'));
    try {
      mkdirSync(path.join(other, 'cluster'));
      mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
      symlinkSync(path.join(other, 'cluster'), cluster(dataDir));
      await make(dataDir, trying);
      await settledProgram(dataDir);
      expect([found(dataDir), readdirSync(other)]).toEqual([['old', 'old'], ['cluster']]);
    } finally {
      rmSync(other, { recursive: true });
    }
  });
});

it('a start during an update waits until the new version has to start', async () => {
  const dataDir = newFolder();
  beginNote(dataDir, { from: '0.1.0', to: '0.2.0' });
  expect(await settledProgram(dataDir)).toBe(null);
  moveNote(dataDir, 'stop', 'try');
  expect(await settledProgram(dataDir)).not.toBe(null);
});

it.each<[string, boolean, (dataDir: string) => unknown]>([
  ['starts', true, () => {}],
  ['tries this version', false, (dataDir) => moveNote(dataDir, 'stop', 'try')],
  ['has given up waiting for this version', true, (dataDir) => moveNote(dataDir, 'stop', 'failed')],
  ['goes back from this version', true, (dataDir) => moveNote(dataDir, 'stop', 'back')],
  ['has ended with this version', false, (dataDir) => moveNote(dataDir, 'stop', 'ready')],
])('if an update %s, the server is stopped: %s', (_, isStopped, move) => {
  const dataDir = newFolder();
  beginNote(dataDir, { from: '0.1.0', to: '0.2.0' });
  move(dataDir);
  vi.useFakeTimers();
  const stop = vi.fn();
  const unwatch = watchForStop(dataDir, stop);
  // Another version than this was started, and the way back was over before anybody looked.
  const stopOther = vi.fn();
  const unwatchOther = watchForStop(newFolder(), stopOther, folderOf(dataDir, '0.2.0'));
  vi.advanceTimersByTime(2_000);
  unwatch();
  unwatchOther();
  vi.useRealTimers();
  expect([stop.mock.calls.length, stopOther.mock.calls.length]).toEqual([isStopped ? 1 : 0, 1]);
});
