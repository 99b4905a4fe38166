import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { createLife } from '#server/features/operation/life.ts';
import { countWaitingForStandby } from '#server/features/operation/store.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { silentLog } from '#tests/database.ts';
import { runProgram } from '#tests/process.ts';
import { type PostgresServer, startPrimary } from './postgres-pair.ts';

let home: string;
let server: PostgresServer;
let url: string;
let waiting: pg.Client;

/** A primary whose commits wait for a standby that isn't there, and one of them. */
beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'hangtag-waiting-'));
  chmodSync(home, 0o755);
  server = await startPrimary(home, 'synchronous');
  url = `postgres://hangtag@127.0.0.1:${server.port}/postgres`;
  waiting = new pg.Client({ connectionString: url });
  waiting.on('error', () => {});
  await waiting.connect();
  waiting.query('create table waits ()').catch(() => {});
});
afterAll(async () => {
  await server.kill();
  await waiting.end().catch(() => {});
  rmSync(home, { recursive: true, force: true });
});

it('a process whose heartbeat is not stored says that the database waits for its standby', async () => {
  const database = await openPostgres({ url, max: 1, log: silentLog });
  const said: string[] = [];
  const life = createLife({
    database,
    clock: manualClock(Date.now()),
    process: { role: 'all', version: '0', host: 'test', now: () => ({ bots: 0, memoryMb: 0, freeMb: null }) },
    log: { warn: (_, message) => void said.push(message) },
  });
  await expect.poll(() => countWaitingForStandby(database), { timeout: 10_000 }).toBe(1);
  life.begin();
  await expect.poll(() => said).toEqual(['Database stores nothing, because it waits for its standby']);
  await life.close();
  await database.close();
});

it('the doctor says it too, and what to do', async () => {
  const settings = { DATA_DIR: home, DATABASE_URL: url, SECRET_KEY: 'cd'.repeat(32), LOG_LEVEL: 'silent' };
  const program = runProgram('src/server/operator/hangtag.ts', settings, ['doctor']);
  expect(await program.ended).toBe(1);
  const [problem, ...more] = program
    .output()
    .split('\n')
    .filter((line) => line.startsWith('PROBLEM') && !line.includes('web app'));
  expect(problem).toContain('waits for its standby');
  expect(problem).toContain("alter system set synchronous_standby_names = ''");
  expect(more).toEqual([]);
});
