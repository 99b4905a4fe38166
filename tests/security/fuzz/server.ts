// A Hangtag with a database of its own, for runs that attack it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '#domain/ports/database.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { freePort, runProgram } from '#tests/process.ts';
import { openSender } from './send.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

export type Server = { database: Database; sender: ReturnType<typeof openSender>; output(): string };

/** Under a public https address, because that is where strangers reach one. */
export async function withServer<T>(env: Record<string, string>, work: (server: Server) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-fuzz-'));
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'database'), log: silent });
  const port = await freePort();
  const program = runProgram('src/server/main.ts', {
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: postgres.url,
    PORT: String(port),
    PUBLIC_URL: 'https://hangtag.example',
    LOG_LEVEL: 'warn',
    ...env,
  });
  const sender = openSender(port);
  try {
    await program.until('Hangtag is ready');
    const database = await openPostgres({ url: postgres.url, max: 2, log: silent });
    try {
      return await work({ database, sender, output: program.output });
    } finally {
      await database.close();
    }
  } finally {
    sender.close();
    program.kill('SIGTERM');
    await program.ended;
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A crash with what the log tells about it: the server and its log are gone when someone reads the report. */
export function withLogEntry(problem: string, log: string): string {
  const id = /"requestId":"([\w-]+)"/.exec(problem)?.[1];
  const entry = id && log.split('\n').find((line) => line.includes(id) && line.includes('Request crashed'));
  return entry ? `${problem}\n  ${entry}` : problem;
}
