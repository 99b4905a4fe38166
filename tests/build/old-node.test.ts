// A computer whose Node.js is too old: the package and the clone fetch Node 24 once. The old Node, npm, and what npm fetches are
// played here; `tests/ways/try-bad-days.ts` does it with a real one.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
// @ts-expect-error: a plain JavaScript module without types
import { packageOfNode } from '../../bin/node-version.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'hangtag old node ü '));
const bin = path.join(folder, 'bin');
const fetched = `node_modules/${packageOfNode(process.platform, process.arch)}/bin/node`;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const playNpm = (script: string) => {
  writeFileSync(path.join(bin, 'npm'), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(bin, 'npm'), 0o755);
};
/** The Node that it installs says what it is asked to run. */
const installs = `mkdir -p "$(dirname '${fetched}')"
echo 'echo "Node 24 runs $1"' > '${fetched}' && chmod 755 '${fetched}'`;
const fails = (code: string, sentence: string) => `echo 'npm error code ${code}\nnpm error ${sentence}' >&2; exit 1`;

describe.skipIf(process.platform === 'win32').each(['package', 'clone'])('an old Node, in a %s', (kind) => {
  let place = '';
  let data = '';
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true });
    place = path.join(folder, kind);
    data = path.join(folder, 'data');
    mkdirSync(bin, { recursive: true });
    for (const name of [
      'bin/hangtag.mjs',
      'bin/run.mjs',
      'bin/missing-part.mjs',
      'bin/node-version.mjs',
      'bin/run-instead.mjs',
    ])
      cpSync(path.join(root, name), path.join(place, name));
    for (const name of ['package.json', 'package-lock.json'])
      cpSync(path.join(root, 'tools/node', name), path.join(place, 'tools/node', name));
    if (kind === 'clone') {
      mkdirSync(path.join(place, 'src/server'), { recursive: true });
      writeFileSync(path.join(place, 'src/server/main.ts'), '');
    }
    writeFileSync(
      path.join(folder, 'old.cjs'),
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } });`,
    );
  });
  const home = () => (kind === 'clone' ? path.join(place, 'tools/node') : path.join(data, 'node'));
  const start = (env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--require', path.join(folder, 'old.cjs'), path.join(place, 'bin/hangtag.mjs'), 'doctor'],
      { encoding: 'utf8', env: { PATH: `${bin}:/usr/bin:/bin`, DATA_DIR: data, ...env } },
    );
    return { code: status, said: stdout.trim(), complained: stderr.trim().split('\n') };
  };

  it('fetches Node 24 once, and hands over to it', () => {
    playNpm(installs);
    const first = start();
    expect([first.code, first.complained]).toEqual([0, [expect.stringContaining('Fetching a newer one')]]);
    // What runs gets Node's own flags first.
    expect(first.said).toContain('Node 24 runs');
    playNpm('exit 1');
    expect(start()).toMatchObject({ code: 0, complained: [''] });
  });

  it('fetches it again if the last time was cut off', () => {
    mkdirSync(path.join(home(), path.dirname(fetched)), { recursive: true });
    writeFileSync(path.join(home(), fetched), '\x7fELF', { mode: 0o755 });
    playNpm(installs);
    expect(start()).toMatchObject({ code: 0, said: expect.stringContaining('Node 24 runs') });
  });

  if (kind === 'clone') return;

  it.each([
    ['there is no npm', null, /npm isn't installed/],
    [
      'the registry is down',
      fails('ECONNREFUSED', 'request to http://localhost failed'),
      /can't reach the npm registry/,
    ],
    [
      'it is, and npm only says so when asked',
      `[ $1 = ci ] || { ${fails('EAI_AGAIN', 'getaddrinfo')}; }`,
      /can't reach/,
    ],
    ['the name can’t be found', fails('ENOTFOUND', 'getaddrinfo ENOTFOUND registry'), /can't reach the npm registry/],
    ['the clock is wrong', fails('CERT_NOT_YET_VALID', 'certificate is not yet valid'), /date and time/],
    ['the disk is full', fails('ENOSPC', 'no space left on device'), /is full\. Free/],
    ['the folder can’t be written', fails('EACCES', 'permission denied, mkdir'), /can't write to/],
    ['npm fails otherwise', fails('E404', 'not found'), /could not be fetched/],
    ['what was fetched doesn’t run', `${installs}; chmod 644 '${fetched}'`, /doesn't run from there/],
  ])('says in one sentence, with a way out, that %s', (_, npm, says) => {
    if (npm !== null) playNpm(npm);
    // Only this folder is on the path, so that there is no other npm.
    const { code, complained } = start(npm === null ? { PATH: bin } : {});
    expect([code, complained.length]).toEqual([78, 2]);
    expect(complained[1]).toMatch(/^Hangtag needs Node 24 .* this is 20\.11\.0\. .*/);
    expect(complained[1]).toMatch(says);
  });

  it('says so if the data folder can’t be made', () => {
    writeFileSync(data, 'a file');
    playNpm(installs);
    for (const DATA_DIR of [data, '/proc/hangtag/data']) {
      const { code, complained } = start({ DATA_DIR });
      expect([code, complained[1]]).toEqual([78, expect.stringContaining('Set DATA_DIR')]);
    }
    expect(existsSync(path.join(data, 'node'))).toBe(false);
  });
});
