import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { processIdentity, processLives } from '#server/adapters/database/embedded/processes.ts';
import { beginNote, endNote, moveNote, whyFailed } from '#server/launch/update/program.ts';
import { freshDatabase, type TestDatabase } from '#tests/database.ts';
import { freePort, type Program, runProgram } from '#tests/process.ts';
import { runHere } from './run-here.ts';

let database: TestDatabase;
const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-launch-'));
const tools = path.join(folder, 'bin');
const seen = path.join(folder, 'seen');
const running: Program[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  // What a desktop and systemd would be told.
  mkdirSync(tools);
  for (const name of ['xdg-open', 'systemctl', 'osascript']) {
    writeFileSync(path.join(tools, name), `#!/bin/sh\necho ${name} "$@" >> '${seen}'\necho "$CLICK"\n`);
    chmodSync(path.join(tools, name), 0o755);
  }
  vi.stubEnv('PATH', `${tools}:${process.env.PATH}`);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const program of running) program.kill('SIGKILL');
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const dataDir = (name: string): string => path.join(folder, `${name} mit ü`);
const settings = () => ({
  DATABASE_URL: database.url,
  SECRET_KEY: 'ab'.repeat(32),
  PRACTICE: 'false',
  LOG_LEVEL: 'silent',
  HOME: folder,
  PATH: process.env.PATH ?? '',
  XDG_CONFIG_HOME: path.join(folder, '.config'),
});
const hangtag = (env: Record<string, string>, ...args: string[]): Program => {
  const program = runProgram('src/server/operator/hangtag.ts', { ...settings(), ...env }, args);
  running.push(program);
  return program;
};
const ended = async (program: Program) => ({ code: await program.ended, output: program.output() });
const run = (env: Record<string, string>, ...args: string[]) => runHere({ ...settings(), ...env }, ...args);
/** A port that somebody has. */
const takenPort = async () => {
  const taker = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => taker.listen(port, '127.0.0.1', resolve));
  return { port, free: () => taker.close() };
};
const asked = async (address: string) =>
  (await fetch(`${address}/starting`, { headers: { accept: 'application/json' } })).text();
/** Asks until it gets an answer like this one. The start is a program of its own, whose clock nobody can move. */
const untilAsked = (address: string, like: RegExp) =>
  expect.poll(() => asked(address).catch(() => ''), { timeout: 20_000, interval: 20 }).toMatch(like);

it('a start opens the waiting page, then the server answers; a crash is explained and started again; a second start finds it', async () => {
  const data = dataDir('one');
  const { port, free } = await takenPort();
  mkdirSync(data);
  writeFileSync(path.join(data, 'port'), String(port));
  const program = hangtag({ DATA_DIR: data, DISPLAY: ':9' });
  const address = `http://localhost:${port + 1}`;
  await untilAsked(address, /"title":"Hangtag is starting"/);
  expect((await fetch(`${address}/dashboard`)).status).toBe(503);
  expect(await (await fetch(`${address}/starting`)).text()).toContain('Hangtag is starting');
  await program.until(`Hangtag is ready at ${address}`);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect((await fetch(`${address}/starting`, { redirect: 'manual' })).headers.get('location')).toBe('/welcome');
  free();

  // Another start finds the one that runs, even though the port of the last start is free again.
  expect(await run({ DATA_DIR: data })).toEqual({
    code: 0,
    output: `Hangtag is already running at ${address}\n`,
  });
  expect(await run({ DATA_DIR: data, DISPLAY: ':9', CI: 'true' }, 'open')).toMatchObject({ code: 0 });
  expect((await run({ DATA_DIR: data }, 'service', 'status')).output).toContain(`It runs at ${address}`);
  expect(
    readFileSync(seen, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('xdg-open')),
  ).toEqual([`xdg-open ${address}/starting`]);

  // A double click on the Mac's app opens it, and asks.
  const click = (button: string) => {
    vi.stubEnv('CLICK', button);
    return run({ DATA_DIR: data }, 'start', '--app');
  };
  expect(await click('OK')).toEqual({ code: 0, output: '' });
  // The opener may outlive the click.
  const opened = () => readFileSync(seen, 'utf8').split(`xdg-open ${address}/starting\n`).length - 1;
  await expect.poll(opened).toBe(2);
  expect(await click('Open at Login')).toEqual({ code: 0, output: '' });
  expect(readFileSync(path.join(data, 'service.env'), 'utf8')).toContain('DATA_DIR');

  const server = Number(readFileSync(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8').trim());
  process.kill(server, 'SIGKILL');
  await untilAsked(address, /"title":"Hangtag stopped unexpectedly"/);
  const foreign = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } };
  await fetch(`${address}/starting`, foreign);
  expect(await asked(address)).toContain('stopped unexpectedly');
  await fetch(`${address}/starting`, { method: 'POST', redirect: 'manual' });
  await expect.poll(() => program.output().split('is ready at').length, { timeout: 20_000 }).toBe(3);

  const again = Number(readFileSync(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8').trim());
  expect(await run({ DATA_DIR: data }, 'stop')).toMatchObject({ code: 0 });
  expect(await program.ended).toBe(0);
  expect(processLives(again)).toBe(false);
  expect(await run({ DATA_DIR: data }, 'stop')).toMatchObject({ code: 69 });
  expect(existsSync(path.join(data, 'running.json'))).toBe(false);
  expect(readFileSync(path.join(data, 'port'), 'utf8')).toBe(`${port + 1}\n`);
  expect(await run({ DATA_DIR: data }, 'open')).toMatchObject({ code: 69 });
}, 60_000);

it('Ctrl-C ends a start with 0, also before its server knows of signals', async () => {
  const program = hangtag({ DATA_DIR: dataDir('stopped'), PORT: String(await freePort()) });
  const children = () => readFileSync(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8').trim();
  await expect.poll(children, { interval: 5, timeout: 20_000 }).not.toBe('');
  // A terminal sends it to both.
  process.kill(Number(children()), 'SIGINT');
  program.kill('SIGINT');
  expect(await program.ended).toBe(0);
}, 30_000);

it('a start that can’t succeed says why in one sentence', async () => {
  const taken = await takenPort();
  const asked = { DATA_DIR: dataDir('three'), PORT: String(taken.port) };
  const isTaken = expect.stringMatching(/^Another program is already using port \d+\..*\n$/);
  expect(await run(asked)).toEqual({ code: 78, output: isTaken });
  // An update that has put it there doesn't wait for it in vain.
  beginNote(asked.DATA_DIR, { from: '0.1.0', to: '0.2.0' });
  moveNote(asked.DATA_DIR, 'stop', 'try');
  const service = ['start', '--service'];
  expect(await ended(hangtag(asked, ...service))).toEqual({ code: 78, output: isTaken });
  expect(whyFailed(asked.DATA_DIR)).toBe('It ended with code 78.');
  endNote(asked.DATA_DIR);
  taken.free();
  expect(await ended(hangtag({ ...asked, PORT: 'wrong', ROLE: 'boss' }))).toEqual({
    code: 78,
    output: expect.stringMatching(/^PORT must be .*\nROLE must be .*\n$/),
  });
  // Not 78, after which systemd tries no more: after a reboot the database may only start later.
  const away = { ...asked, DATABASE_URL: 'postgres://seller:secret@127.0.0.1:1/hangtag' };
  expect(await ended(hangtag(away, ...service))).toEqual({
    code: 75,
    output: expect.stringMatching(/^Hangtag can't reach the database at 127\.0\.0\.1:1 .*\n$/),
  });

  // Somebody who has the page open reads it there.
  const file = path.join(folder, 'a file');
  writeFileSync(file, '');
  const port = await freePort();
  const program = hangtag({ DATA_DIR: file, PORT: String(port) });
  await untilAsked(
    `http://localhost:${port}`,
    /"title":"Hangtag didn’t start","text":"Hangtag can't use the data folder/,
  );
  const sentence = expect.stringMatching(/^Hangtag can't use the data folder .*\n$/);
  expect(await ended(program)).toEqual({ code: 78, output: sentence });

  const { code, output } = await run({ DATA_DIR: file }, 'doctor');
  expect(code).toBe(1);
  expect(output).toMatch(/^PROBLEM .*a file/m);
  // A firewall stands between this computer and the Hangtag that runs on it.
  const walled = dataDir('walled');
  mkdirSync(walled);
  const note = { process: processIdentity(process.ppid), address: `http://127.0.0.1:${await freePort()}` };
  writeFileSync(path.join(walled, 'running.json'), JSON.stringify(note));
  expect((await run({ DATA_DIR: walled }, 'doctor')).output).toMatch(/^PROBLEM .*can’t reach it.*firewall/m);
}, 60_000);

it('installs itself as a service of its user, and removes it again', async () => {
  const env = { DATA_DIR: dataDir('four'), PORT: '5123', DATABASE_URL: `postgres://u:it's "one"@db/x` };
  const unit = path.join(folder, '.config/systemd/user/hangtag.service');
  expect(await run({ ...env, DATA_DIR: '/proc/hangtag' }, 'service', 'install')).toEqual({
    code: 78,
    output: expect.stringMatching(/^Hangtag can't use the data folder .*\n$/),
  });
  expect(await run(env, 'service', 'install')).toMatchObject({ code: 0 });
  expect(readFileSync(unit, 'utf8')).toContain(dataDir('four'));
  const settings = readFileSync(path.join(dataDir('four'), 'service.env'), 'utf8');
  expect(settings).toContain(`PORT='5123'\n`);
  expect(settings).toContain(`DATABASE_URL=\`postgres://u:it's "one"@db/x\`\n`);
  expect(settings).not.toContain('PATH');
  expect(await run(env, 'service', 'remove')).toMatchObject({ code: 0 });
  expect(existsSync(unit)).toBe(false);
  expect(readFileSync(seen, 'utf8')).toContain('systemctl --user enable --now hangtag.service\n');
}, 30_000);

it('says what can’t be done here: no service manager, no network', async () => {
  writeFileSync(path.join(tools, 'systemctl'), '#!/bin/sh\nexit 1\n');
  expect(await run({ DATA_DIR: dataDir('five') }, 'service', 'status')).toMatchObject({ code: 69 });
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const offline = await run({ npm_config_registry: nobody }, 'update', '--check');
  expect(offline).toEqual({ code: 69, output: expect.stringMatching(/^Hangtag can’t reach 127.*\n$/) });
}, 30_000);
