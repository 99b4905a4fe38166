import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { awakePrograms, keepAwake } from './keep-awake.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-awake-'));
const at = (name: string): string => path.join(folder, name);
const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
afterEach(() => rmSync(at('said'), { force: true }));

/** Like the system's own program: notes what it was asked, does it or not, and notes its end. */
function fake(name: string, work: string): void {
  writeFileSync(at(name), `#!/bin/sh\nprintf '%s\\n' "$@" > '${at('said')}'\n${work}\necho ended >> '${at('said')}'\n`);
  chmodSync(at(name), 0o755);
}
/** The first two run the program that comes after their own options, and PowerShell its script. */
const works = {
  linux: 'while case "$1" in --*) true;; *) false;; esac; do shift; done; "$@"',
  darwin: 'shift; "$@"',
  win32: 'echo held; cat',
} as const;
const ended = async (): Promise<void> =>
  expect.poll(() => existsSync(at('said')) && readFileSync(at('said'), 'utf8').endsWith('ended\n')).toBe(true);

describe.skipIf(process.platform === 'win32')('keeping the computer awake', () => {
  describe.each([
    ['linux', '--what=sleep:idle'],
    ['darwin', '-i'],
    ['win32', '-Command'],
  ] as const)('on %s', (platform, says) => {
    const name = awakePrograms[platform]?.[0] ?? '';

    it('lasts until it is released, and can begin again', async () => {
      fake(name, works[platform]);
      const awake = keepAwake({ platform, env });
      for (const _ of [1, 2]) {
        expect(await awake.hold()).toBe('held');
        expect(await awake.hold()).toBe('held');
        const said = readFileSync(at('said'), 'utf8');
        expect(said).toContain(says);
        expect(said).not.toContain('ended');
        awake.release();
        await ended();
      }
    });

    it('ends with the process that asked for it, however that ends', async () => {
      fake(name, works[platform]);
      const program = `const { keepAwake } = await import('${import.meta.dirname}/keep-awake.ts');
        console.log(await keepAwake({ platform: '${platform}' }).hold()); setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env });
      const [said] = await once(child.stdout, 'data');
      expect(String(said)).toBe('held\n');
      child.kill('SIGKILL');
      await ended();
    });

    it('says that the system refuses it, or has no program for it', async () => {
      fake(name, 'exit 1');
      expect(await keepAwake({ platform, env }).hold()).toBe('refused');
      rmSync(at(name));
      expect(await keepAwake({ platform, env: { PATH: folder } }).hold()).toBe('missing');
    });
  });

  it('is not possible on other systems', async () => {
    expect(await keepAwake({ platform: 'freebsd' }).hold()).toBe('missing');
  });
});
