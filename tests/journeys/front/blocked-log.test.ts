import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/database.ts';
import { freePort, type Program, runProgram } from '#tests/process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-blocked-log-'));
let database: TestDatabase;
let program: Program;
let client: Client;
let reader: Socket;
const lines: string[] = [];
const waiting = new Set<() => void>();

/** Resolves when a line with these words was read. */
const lineWith = (words: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const look = () => {
      const line = lines.find((one) => one.includes(words));
      if (line !== undefined) resolve(line);
    };
    waiting.add(look);
    look();
    void program.ended.then(() => reject(new Error(`The program ended without "${words}": ${program.output()}`)));
  });

beforeAll(async () => {
  // A pipe of the operating system. What Node gives to a child instead is a socket.
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  reader = new Socket({
    fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK),
    readable: true,
    writable: false,
  });
  createInterface({ input: reader }).on('line', (line) => {
    lines.push(line);
    for (const look of waiting) look();
  });
  const stdout = openSync(pipe, 'w');
  database = await freshDatabase();
  const port = await freePort();
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SECRET_KEY: 'c0'.repeat(32),
    ROLE: 'web',
    PORT: String(port),
    PRACTICE: 'false',
    LOG_LEVEL: 'debug',
  };
  program = runProgram('src/server/main.ts', env, [], { stdout });
  closeSync(stdout);
  client = new Client(`http://127.0.0.1:${port}`, { pipelining: 100 });
  await lineWith('is ready');
});
afterAll(async () => {
  await client?.destroy();
  program?.kill('SIGKILL');
  await program?.ended;
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** At 150 bytes each, their lines are more than the pipe, its reader, and the program take. */
const requests = 9_000;

async function askForHealth(): Promise<number> {
  const { statusCode, body } = await client.request({ method: 'GET', path: '/healthz' });
  await body.dump();
  return statusCode;
}

it('a program whose log is a full pipe answers every request, and then counts the lines that it dropped', async () => {
  reader.pause();
  const statuses = await Promise.all(Array.from({ length: requests }, askForHealth));
  expect(statuses.filter((status) => status === 200)).toHaveLength(requests);
  reader.resume();
  const { count } = JSON.parse(await lineWith('Log lines dropped, because nobody was reading them'));
  expect(count).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes('"msg":"Request"')).length + count).toBe(requests);
  lines.length = 0;
  await askForHealth();
  await lineWith('"msg":"Request"');
});
