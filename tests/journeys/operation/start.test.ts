import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { serverUrl } from '#server/adapters/database/embedded/entrance.ts';
import { readPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import { processLives } from '#server/adapters/database/embedded/processes.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { withApp } from '#server/operator/command.ts';
import { silentLog } from '#tests/database.ts';
import { createHttpClient } from '#tests/http-client.ts';
import { opened } from '#tests/opened.ts';
import { freePort, type Program, runProgram } from '#tests/process.ts';

const program = 'src/server/main.ts';
const earlier = mkdtempSync(path.join(tmpdir(), 'hangtag-started-'));
const folders: string[] = [];
const running: Program[] = [];

const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-start-'));
  folders.push(folder);
  return folder;
};
/** What an earlier start leaves. Creating a database takes over a second, and copying one takes a tenth of that. */
const startedFolder = (): string => {
  const folder = newFolder();
  cpSync(earlier, folder, { recursive: true });
  return folder;
};
const start = (env: Record<string, string>): Program => {
  const started = runProgram(program, { LOG_LEVEL: 'info', ...env });
  running.push(started);
  return started;
};
const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};
const postmasterOf = (folder: string): number => readPostmaster(path.join(folder, 'postgres/cluster'))?.pid ?? 0;
/** Asks the database that runs in this folder, without the program's own connections. */
const query = async (folder: string, sql: string): Promise<unknown[]> => {
  const home = path.join(folder, 'postgres');
  const server = readPostmaster(path.join(home, 'cluster'));
  if (server === undefined) throw new Error('No database runs here.');
  const client = new pg.Client({ connectionString: serverUrl(home, server, 'hangtag', 'application') });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
};

/** The long leg: `WRONG_STARTS=20 npx vitest run` with this file, on a machine that does nothing else. */
const wrongStarts = Number(process.env.WRONG_STARTS ?? 1);

/** How a start ends that can't succeed. */
const refusal = async (env: Record<string, string>): Promise<{ code: number | null; lines: string[] }> => {
  const app = start({ ...env, PORT: '0', LOG_LEVEL: 'silent' });
  const code = await app.ended;
  return { code, lines: app.output().trim().split('\n') };
};
/** Without the practice marketplace, which is a program of its own. */
const configOf = (folder: string) => readConfig({ DATA_DIR: folder, PRACTICE: 'false' });

/** The first start, in an empty folder. Every other test starts in a copy of what it left. */
const first = opened(
  async () => {
    const port = await freePort();
    const app = runProgram(program, { LOG_LEVEL: 'info', DATA_DIR: earlier, PORT: String(port) });
    await app.until(`Hangtag is ready at http://localhost:${port}`);
    const [ready, health] = await Promise.all(
      ['readyz', 'healthz'].map(async (name) => {
        const reply = await fetch(`http://127.0.0.1:${port}/${name}`);
        return `${reply.status} ${await reply.text()}`.trim();
      }),
    );
    const database = postmasterOf(earlier);
    const before = performance.now();
    app.kill('SIGTERM');
    const exitCode = await app.ended;
    return { ready, health, database, exitCode, stopMs: performance.now() - before, output: app.output() };
  },
  () => rmSync(earlier, { recursive: true, force: true }),
);
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.kill('SIGTERM');
    await one.ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('a start', () => {
  it('needs only a folder, prints its address in one line, and ends at SIGTERM with 0 within five seconds and without any process left', () => {
    expect(first.output.match(/Hangtag is ready/g)).toHaveLength(1);
    expect([first.ready, first.health]).toEqual(['200 ready', expect.stringContaining('ok')]);
    expect(first.exitCode).toBe(0);
    expect(first.stopMs).toBeLessThan(5_000);
    expect(processLives(first.database)).toBe(false);
    expect(readdirSync(path.join(earlier, 'postgres/cluster'))).not.toContain('postmaster.pid');
  });

  it('ends with 0 and without a complaint at a Ctrl-C that also reaches the database that is being made', async () => {
    const folder = newFolder();
    const stopped = start({ DATA_DIR: folder, PORT: '0', PRACTICE: 'false', LOG_LEVEL: 'silent' });
    const makers = (): number[] =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name) && commandOf(name).includes(`${folder}/postgres/cluster.new-`))
        .map(Number);
    await expect.poll(makers, { interval: 20, timeout: 20_000 }).not.toEqual([]);
    stopped.kill('SIGINT');
    // Those that make it don't hear it between two statements, and on a busy machine, the rest takes longer than a stop may.
    const interrupted = (): number[] => {
      for (const maker of makers()) spawnSync('kill', ['-INT', String(maker)]);
      return makers();
    };
    await expect.poll(interrupted, { interval: 20, timeout: 20_000 }).toEqual([]);
    expect(await stopped.ended).toBe(0);
    expect(stopped.output().trim()).toBe('');
  });

  it('after a kill -9 adopts the running database with all its data, frees the accounts that the killed program had locked, and keeps its folder to itself', async () => {
    const folder = startedFolder();
    const killed = start({ DATA_DIR: folder, PORT: '0' });
    await killed.until('Hangtag is ready');
    killed.kill('SIGKILL');
    await killed.ended;
    expect(processLives(postmasterOf(folder))).toBe(true);
    await query(
      folder,
      `with seller as (
        insert into users (first_name, last_name, email, password, created_at) values ('A', 'B', 'a@example.com', 'x', now())
        returning id
      ) insert into closets (user_id, practice, state, linked_at, locked_until)
      select id, false, 'ready', now(), now() + interval '1 hour' from seller`,
    );
    const port = await freePort();
    const second = start({ DATA_DIR: folder, PORT: String(port), BOTS_PAUSED: '1', REVEAL_RESET_TOKEN: 'link' });
    // It also logs that all bots are paused.
    for (const words of [
      `first open your own link: http://localhost:${port}/auth#start=`,
      '"database":"adopted"',
      'Account locks of ended processes freed',
      'Sharing and offers are paused by BOTS_PAUSED',
    ])
      await second.until(words);
    const isLocked = 'select locked_until is not null as "isLocked" from closets';
    expect(await query(folder, isLocked)).toEqual([{ isLocked: false }]);
    const practice = /practice: (\S+)/;
    expect(practice.exec(second.output())?.[1]).toBe(practice.exec(killed.output())?.[1]);

    // Who asks for a reset link without the start's own link gets it here.
    const { api } = createHttpClient(`http://127.0.0.1:${port}`);
    const email = 'a@example.com';
    expect((await api.account.forgotPassword({ body: { email } })).resetToken).toBeUndefined();
    await second.until(`Reset link for ${email}: http://localhost:${port}/auth#reset=`);
    const startKey = /#start=([\w-]+)/.exec(second.output())?.[1] ?? '';
    const { resetToken = '' } = await api.account.forgotPassword({ body: { email, startKey } });
    expect(second.output()).not.toContain(resetToken);
    const body = { token: resetToken, newPassword: 'new password', confirmPassword: 'new password' };
    await expect(api.account.resetPassword({ body })).resolves.toBeTruthy();

    const where = readFileSync(path.join(folder, 'practice-marketplace.json.port'), 'utf8');
    const { code, lines } = await refusal({ DATA_DIR: folder });
    expect([code, lines]).toEqual([78, [expect.stringContaining('Another Hangtag')]]);
    expect(readFileSync(path.join(folder, 'practice-marketplace.json.port'), 'utf8')).toBe(where);
  });
});

describe('a problem outside the program ends in one clear sentence:', () => {
  it('a key other than the one that encrypted the credentials, without any loss', async () => {
    const folder = startedFolder();
    const right = readFileSync(path.join(folder, 'secret.key'), 'utf8');
    const wrong = 'ab'.repeat(32);
    for (let n = 0; n < wrongStarts; n++) {
      const begunAt = performance.now();
      const { code, lines } = await refusal({ DATA_DIR: folder, SECRET_KEY: wrong });
      // One on a busy machine says nothing about the time.
      if (wrongStarts > 1) expect(performance.now() - begunAt).toBeLessThan(2_000);
      expect([code, lines]).toEqual([78, [expect.stringMatching(/key/i)]]);
      expect(lines.join()).not.toContain(wrong);
    }
    expect(readFileSync(path.join(folder, 'secret.key'), 'utf8')).toBe(right);
    await withApp(configOf(folder), async () => {});

    // Without any key it makes no other one, which somebody could take for the right one.
    rmSync(path.join(folder, 'secret.key'));
    await expect(createApp(configOf(folder), { log: silentLog })).rejects.toThrow('Put the key back');
    expect(existsSync(path.join(folder, 'secret.key'))).toBe(false);
  });
});
