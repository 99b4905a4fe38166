import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { silentLog } from '#tests/database.ts';
import { startPracticeProcess } from './practice-process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'practice-'));
afterAll(() => rmSync(folder, { recursive: true }));

const answers = `console.log(JSON.stringify({ standin: 'http://127.0.0.1:4711' })); setInterval(() => {}, 1000);`;

test.each([
  ['takes its time while it works', `const end = Date.now() + 1300; while (Date.now() < end); ${answers}`, true],
  ['does nothing', 'setInterval(() => {}, 60_000);', false],
  ['ends at once', `console.error('no room'); process.exit(1);`, false],
])('a practice marketplace that %s keeps nobody from starting', async (name, code, isStarted) => {
  const program = path.join(folder, `${name.replaceAll(' ', '-')}.mjs`);
  writeFileSync(program, code);
  const said: string[] = [];
  const log = { ...silentLog, error: (_: object, message: string) => void said.push(message) };
  const practice = await startPracticeProcess({
    stateFile: path.join(folder, `${name}.json`),
    limits: 'off',
    log,
    program,
    silentMs: 1_000,
  });
  expect(practice?.origin).toBe(isStarted ? 'http://127.0.0.1:4711' : undefined);
  expect(said).toEqual(
    isStarted ? [] : ['Practice marketplace did not start, practice closets are unavailable until a restart'],
  );
  await practice?.stop();
});
