import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Standin, startStandin } from '#marketplace/standin/server.ts';
import { serverUrl } from '#server/adapters/database/embedded/entrance.ts';
import { readPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import { processLives } from '#server/adapters/database/embedded/processes.ts';
import { createHttpClient } from '#tests/http-client.ts';
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

/** How a start ends that can't succeed. The practice marketplace is a program of its own, which most of these don't need. */
const refusal = async (env: Record<string, string>): Promise<{ code: number | null; lines: string[] }> => {
  const app = start({ PRACTICE: 'false', ...env, LOG_LEVEL: 'silent' });
  const code = await app.ended;
  return { code, lines: app.output().trim().split('\n') };
};

/** The first start, in an empty folder. Every other test starts in a copy of what it left. */
const first = {
  output: '',
  ready: [0, ''] as [number, string],
  health: '',
  stopMs: 0,
  exitCode: null as number | null,
  database: 0,
};
beforeAll(async () => {
  const port = await freePort();
  const app = runProgram(program, { LOG_LEVEL: 'info', DATA_DIR: earlier, PORT: String(port) });
  await app.until(`Hangtag is ready at http://localhost:${port}`);
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  first.ready = [ready.status, (await ready.text()).trim()];
  first.health = await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
  first.database = postmasterOf(earlier);
  const before = performance.now();
  app.kill('SIGTERM');
  first.exitCode = await app.ended;
  first.stopMs = performance.now() - before;
  first.output = app.output();
});
afterAll(() => rmSync(earlier, { recursive: true, force: true }));
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.kill('SIGTERM');
    await one.ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('a start', () => {
  it('needs only a folder, and prints its address in one line', () => {
    expect(first.output.match(/Hangtag is ready/g)).toHaveLength(1);
    expect(first.ready).toEqual([200, 'ready']);
    expect(first.health).toContain('ok');
  });

  it('ends at SIGTERM with 0 within five seconds and leaves no process behind', () => {
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
    for (const maker of makers()) process.kill(maker, 'SIGINT');
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
    const second = start({ DATA_DIR: folder, PORT: '0', BOTS_PAUSED: '1' });
    await second.until('Hangtag is ready');
    expect(second.output()).toContain('"database":"adopted"');
    expect(second.output()).toContain('Account locks of ended processes freed');
    const isLocked = 'select locked_until is not null as "isLocked" from closets';
    expect(await query(folder, isLocked)).toEqual([{ isLocked: false }]);
    // It also logs that all bots are paused.
    expect(second.output()).toContain('Sharing and offers are paused by BOTS_PAUSED');
    const practice = /practice: (\S+)/;
    expect(practice.exec(second.output())?.[1]).toBe(practice.exec(killed.output())?.[1]);

    const where = readFileSync(path.join(folder, 'practice-marketplace.json.port'), 'utf8');
    const { code, lines } = await refusal({ DATA_DIR: folder, PORT: '0', PRACTICE: 'true' });
    expect(code).toBe(78);
    expect(lines).toEqual([expect.stringContaining('Another Hangtag')]);
    expect(readFileSync(path.join(folder, 'practice-marketplace.json.port'), 'utf8')).toBe(where);
  });
});

describe('a server with a practice marketplace on another machine', () => {
  let standin: Standin;
  let app: Program;
  let port = 0;
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-remote-'));
  beforeAll(async () => {
    standin = await startStandin({ port: 0, host: '127.0.0.1', controlKey: 'a-long-key' });
    port = await freePort();
    cpSync(earlier, folder, { recursive: true });
    app = runProgram(program, {
      LOG_LEVEL: 'info',
      DATA_DIR: folder,
      PORT: String(port),
      REVEAL_RESET_TOKEN: 'link',
      PRACTICE_URL: standin.origin,
      PRACTICE_KEY: 'a-long-key',
    });
    await app.until(`first open your own link: http://localhost:${port}/auth#start=`);
  });
  afterAll(async () => {
    app?.kill('SIGTERM');
    await app?.ended;
    await standin?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('opens practice closets there with its key', async () => {
    const headers = { 'x-requested-with': 'XMLHttpRequest' };
    const demo = await fetch(`http://127.0.0.1:${port}/api/demo`, { method: 'POST', headers });
    expect(demo.status).toBe(201);
    expect(app.output()).not.toContain('a-long-key');
  });

  it('prints its own link, and a reset link if someone asks for one without it', async () => {
    const { api } = createHttpClient(`http://127.0.0.1:${port}`);
    const email = 'ada@example.com';
    await api.account.register({ body: { firstName: 'Ada', lastName: 'Seller', email, password: 'correct horse' } });
    expect((await api.account.forgotPassword({ body: { email } })).resetToken).toBeUndefined();
    await app.until(`Reset link for ${email}: http://localhost:${port}/auth#reset=`);
    const startKey = /#start=([\w-]+)/.exec(app.output())?.[1] ?? '';
    const { resetToken = '' } = await api.account.forgotPassword({ body: { email, startKey } });
    expect(app.output()).not.toContain(resetToken);
    const body = { token: resetToken, newPassword: 'new password', confirmPassword: 'new password' };
    await expect(api.account.resetPassword({ body })).resolves.toBeTruthy();
  });
});

describe('a problem outside the program ends in one clear sentence:', () => {
  it('every mistake in the configuration, one line each', async () => {
    const { code, lines } = await refusal({
      DATA_DIR: newFolder(),
      PORT: 'many',
      ROLE: 'boss',
      SHARE_INTERVAL_MS: '-1',
    });
    expect(code).toBe(78);
    expect(lines).toEqual([
      expect.stringContaining('PORT'),
      expect.stringContaining('ROLE'),
      expect.stringContaining('SHARE_INTERVAL_MS'),
    ]);
  });

  it('a port that is in use', async () => {
    const taken = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
    const { code, lines } = await refusal({ DATA_DIR: startedFolder(), PORT: String(port) });
    taken.close();
    expect(code).toBe(78);
    expect(lines).toEqual([expect.stringContaining(`Another program is already using port ${port}.`)]);
  });

  it('a database that cannot be reached', async () => {
    const port = await freePort();
    const { code, lines } = await refusal({
      DATA_DIR: newFolder(),
      PORT: '0',
      DATABASE_URL: `postgres://seller:secret-word@127.0.0.1:${port}/hangtag`,
    });
    // Not 78, after which systemd tries no more: after a reboot the database may only start later.
    expect(code).toBe(75);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`127.0.0.1`);
    expect(lines[0]).not.toContain('secret-word');
  });

  it('a key other than the one that encrypted the credentials, without any loss', async () => {
    const folder = startedFolder();
    const right = readFileSync(path.join(folder, 'secret.key'), 'utf8');

    const wrong = 'ab'.repeat(32);
    for (let n = 0; n < wrongStarts; n++) {
      const begunAt = performance.now();
      const { code, lines } = await refusal({ DATA_DIR: folder, PORT: '0', SECRET_KEY: wrong, PRACTICE: 'true' });
      // One on a busy machine says nothing about the time.
      if (wrongStarts > 1) expect(performance.now() - begunAt).toBeLessThan(2_000);
      expect(code).toBe(78);
      expect(lines).toEqual([expect.stringMatching(/key/i)]);
      expect(lines.join()).not.toContain(wrong);
    }

    expect(readFileSync(path.join(folder, 'secret.key'), 'utf8')).toBe(right);
    await start({ DATA_DIR: folder, PORT: '0', PRACTICE: 'false' }).until('Hangtag is ready');
  });

  it('a database whose key is gone, and creates no other key, which somebody could take for the right one', async () => {
    const folder = startedFolder();
    rmSync(path.join(folder, 'secret.key'));
    const { code, lines } = await refusal({ DATA_DIR: folder, PORT: '0' });
    expect(code).toBe(78);
    expect(lines).toEqual([expect.stringContaining('Put the key back')]);
    expect(existsSync(path.join(folder, 'secret.key'))).toBe(false);
  });

  it('a damaged data folder, from which nothing is deleted', async () => {
    const folder = startedFolder();
    const control = path.join(folder, 'postgres/cluster/global/pg_control');
    writeFileSync(control, 'damaged');
    const { code, lines } = await refusal({ DATA_DIR: folder, PORT: '0' });
    expect(code).toBe(78);
    expect(lines).toEqual([expect.stringContaining(folder)]);
    expect(existsSync(control)).toBe(true);
  });

  it.skipIf(process.getuid?.() === 0)('a data folder that is not writable', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o500);
    const { code, lines } = await refusal({ DATA_DIR: folder, PORT: '0' });
    expect([code, lines.length]).toEqual([78, 1]);
  });
});
