// The published package: what is in it, without building the web app. The release installs and starts the whole of it.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error: a plain JavaScript module without types
import { makePlainServer } from '../../bin/package/plain-server.mjs';
import packed from '../../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../..');
const to = mkdtempSync(path.join(tmpdir(), 'hangtag package ü '));
afterAll(() => rmSync(to, { recursive: true }));

describe('the plain JavaScript of the server', () => {
  let files: string[] = [];
  beforeAll(async () => {
    await makePlainServer(root, transformWithOxc, to);
    files = globSync('dist/**/*.js', { cwd: to });
  });

  it('imports only files that are there, and packages that are installed without those for development', () => {
    const named =
      /^(?:import|export)\b(?:[^;"]* from)? ?"([^"]+)";$|\bimport\("([^"]+)"\)|new URL\("([^"]+)", import\.meta/gm;
    const wrong = files.flatMap((file) =>
      [...readFileSync(path.join(to, file), 'utf8').matchAll(named)]
        .map(([, ...found]) => found.find(Boolean) ?? '')
        .filter((name) => {
          if (name.startsWith('.'))
            return (
              !/^dist\/(web|bin)|^bin|^\.\./.test(target(file, name)) && !existsSync(path.join(to, target(file, name)))
            );
          const [first = '', second = ''] = name.split('/');
          return !isBuiltin(name) && !((name.startsWith('@') ? `${first}/${second}` : first) in packed.dependencies);
        })
        .map((name) => `${file}: ${name}`),
    );
    expect(files.length).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });
  const target = (file: string, name: string): string => path.posix.join(path.posix.dirname(file), name);

  it('holds no tests, and no sources', () => {
    expect(globSync('dist/**/*', { cwd: to }).filter((file) => /\.ts$|\.(test|fixture)\./.test(file))).toEqual([]);
  });

  it('runs as the command, and says what to type there', () => {
    for (const place of ['package.json', 'bin', 'tools/node'])
      cpSync(path.join(root, place), path.join(to, place), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(to, 'node_modules'));
    const run = (data: string, ...args: string[]) =>
      execFileSync(process.execPath, [path.join(to, 'bin/hangtag.mjs'), ...args], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, DATA_DIR: data },
      });
    const data = path.join(to, 'new/data');
    expect(run(data, '--version')).toBe(`${packed.version}\n`);
    expect([data, path.dirname(data)].map((folder) => statSync(folder).mode & 0o066)).toEqual([0, 0]);
    expect(run('/proc', 'help', 'backup')).toMatch(/^Usage: hangtag backup FILE\n/);
  });
});

describe('the package', () => {
  it('runs nothing when it is installed', () => {
    const atInstall = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
    expect(Object.keys(packed.scripts).filter((name) => atInstall.includes(name))).toEqual([]);
  });

  it('holds what the program consists of, and nothing else', () => {
    const listed = packed.files.filter((name) => !name.startsWith('!'));
    const made = globSync('dist/*', { cwd: to });
    expect(listed.filter((name) => name.startsWith('dist/')).sort()).toEqual([...made, 'dist/web'].sort());
    const kept = listed.filter((name) => !name.startsWith('dist/'));
    // The release writes these two.
    expect(kept.filter((name) => !existsSync(path.join(root, name)))).toEqual(['release.json', 'release.json.minisig']);
    expect(kept).toContain(packed.bin.hangtag);
  });
});
