// What happens to the server when the npm that started it ends.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { copyStartedFolder } from '#tests/embedded.ts';

const main = path.resolve(import.meta.dirname, '../../../src/server/main.ts');
const left = new Set<number>();
let folder = '';

/** Every process below this one, as the system reports it. */
const descendants = (ancestor: number): number[] => {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const below = (pid: number): number[] =>
    parents.flatMap(([child = 0, parent]) => (parent === pid ? [child, ...below(child)] : []));
  return below(ancestor);
};
const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

afterEach(() => {
  for (const pid of left) if (lives(pid)) process.kill(pid, 'SIGKILL');
  left.clear();
  rmSync(folder, { recursive: true, force: true });
});

it.skipIf(process.platform === 'win32')(
  'SIGTERM to npm alone stops the server, its database, and the practice marketplace',
  async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'hangtag-npm-'));
    copyStartedFolder(path.join(folder, 'data'));
    writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({ private: true, scripts: { start: `"${process.execPath}" "${main}"; exit $?` } }),
    );
    const npm = spawn('npm', ['start'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: path.join(folder, 'data'),
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    const until = (words: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => output.includes(words) && resolve();
        npm.stdout.once('close', () => reject(new Error(`It ended without "${words}". It said: ${output}`)));
        npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
          output += chunk;
          look();
        });
        look();
      });
    await until('Hangtag is ready');
    for (const pid of descendants(npm.pid ?? 0)) left.add(pid);
    // npm's shell, the server, the practice marketplace, and PostgreSQL with its child processes.
    expect(left.size).toBeGreaterThan(6);

    npm.kill('SIGTERM');
    const closed = until('"msg":"Stopping"');
    const giveUpAt = performance.now() + 10_000;
    // The system has no event for the end of other processes, so poll.
    while ([...left].some(lives) && performance.now() < giveUpAt) await sleep(50);
    expect([...left].filter(lives)).toEqual([]);
    await closed;
    expect(output).toContain('Embedded database stopped');
  },
  60_000,
);
