import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { readNote } from '#server/launch/running.ts';
import { createHttpClient } from '#tests/http-client.ts';
import { opened } from '#tests/opened.ts';
import { freePort, type Program, runProgram } from '#tests/process.ts';
import { hangs, makeReleases, openRegistry, rewrite } from '#tests/released.ts';
import { runHere } from '../run-here.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hangtag update ü '));
const running: Program[] = [];
const rig = opened(
  async () => {
    const [releases, registry] = [await makeReleases(folder), await openRegistry()];
    registry.files.set('tiny-1.0.0.tgz', releases.tiny);
    const packed = {
      '0.2.0': releases.pack('0.2.0'),
      '0.3.0': releases.pack('0.3.0', { change: (to) => upgradesAndBreaks(to, releases.installed) }),
    };
    return { releases, registry, offer: (version: keyof typeof packed) => registry.offer(version, packed[version]) };
  },
  ({ registry }) => registry.close(),
);
afterAll(() => {
  for (const program of running) program.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

let folders = 0;
/** What an earlier start left. */
const newData = (): string => {
  const dataDir = path.join(folder, `data ${folders++}`);
  cpSync(inject('startedFolder'), dataDir, { recursive: true });
  chmodSync(dataDir, 0o700);
  return dataDir;
};
const hangtag = (dataDir: string, env: Record<string, string>, ...args: string[]): Program => {
  const program = runProgram(
    path.relative(
      path.resolve(import.meta.dirname, '../../../..'),
      path.join(rig.releases.installed, 'bin/hangtag.mjs'),
    ),
    {
      DATA_DIR: dataDir,
      HOME: folder,
      PRACTICE: 'false',
      LOG_LEVEL: 'silent',
      npm_config_registry: rig.registry.url,
      ...env,
    },
    args,
  );
  running.push(program);
  return program;
};
const ended = async (program: Program) => ({ code: await program.ended, output: program.output() });
const title = async (address: string): Promise<string> =>
  fetch(`${address}/starting`, { headers: { accept: 'application/json' } })
    .then((reply) => reply.text())
    .then((text) => /"title":"(.*?)"/.exec(text)?.[1] ?? 'the server')
    .catch(() => 'nobody');
/** Everything that the waiting page says until `end`. */
const titlesUntil = async (address: string, end: Promise<unknown>): Promise<string[]> => {
  const seen = new Set<string>();
  let isOver = false;
  void end.then(() => {
    isOver = true;
  });
  while (!isOver) {
    seen.add(await title(address));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return [...seen];
};
const childrenOf = (pid: unknown): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
const register = async (address: string) => {
  const client = createHttpClient(address);
  await client.api.account.register({
    body: { firstName: 'Ada', lastName: 'Seller', email: 'ada@example.com', password: 'correct horse' },
  });
  const isThere = async (): Promise<number> =>
    (await fetch(`${address}/api/bot/status`, { headers: { cookie: client.jar.header() } })).status;
  return { isThere, computer: client.api.computer };
};
const hashOf = (place: string): string => {
  const hash = createHash('sha256');
  for (const entry of globSync('**/*', { cwd: place, withFileTypes: true }).sort((a, b) =>
    a.name.localeCompare(b.name),
  ))
    if (entry.isFile()) hash.update(entry.name).update(readFileSync(path.join(entry.parentPath, entry.name)));
  return hash.digest('hex');
};
const migrations = 'dist/server/adapters/database/migrations';
/** The database gets a migration that older versions don't know, and then the start fails. */
const upgradesAndBreaks = (to: string, installed: string): void => {
  const known = readdirSync(path.join(installed, migrations)).filter((name) => /^\d{4}-[^.]+\.sql$/.test(name));
  const number = String(known.length + 1).padStart(4, '0');
  writeFileSync(path.join(to, migrations, `${number}-more.sql`), 'alter table users add column more text;');
  rewrite(path.join(to, 'dist/server/app.js'), (text) =>
    text.replace('await world.beforeWork?.(server)', `throw new Error('It broke after the upgrade')`),
  );
};

/** The update itself, with less patience than the command has. */
const updateImpatiently = async (dataDir: string): Promise<string> => {
  const module = JSON.stringify(path.join(dataDir, 'program/0.2.0/dist/server/operator/update/update.js'));
  const code = `const { update } = await import(${module});
    await update({ env: process.env, say() {}, agrees: async () => true, readyMs: 2_000 }).catch((error) => console.log(error.message));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, DATA_DIR: dataDir, npm_config_registry: rig.registry.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (words) => {
    said += words;
  });
  await once(child, 'close');
  return said;
};

it('an update says what is new, asks, and brings the same page back with the new version and the data; a broken one goes back', async () => {
  const { releases, offer } = rig;
  const dataDir = newData();
  const port = await freePort();
  const program = hangtag(dataDir, { PORT: String(port) }, '--no-open');
  const address = `http://localhost:${port}`;
  await program.until('is ready at');
  const { isThere, computer } = await register(address);
  const untouched = hashOf(releases.installed);
  offer('0.2.0');

  expect(await ended(hangtag(dataDir, {}, 'update', '--check'))).toMatchObject({
    code: 0,
    output: expect.stringContaining('0.2.0'),
  });
  const looked = await computer.newVersion({ body: { looks: true } });
  expect(looked.operated?.newVersion).toMatchObject({
    present: '0.1.0',
    newest: '0.2.0',
    command: expect.stringContaining(`"${path.join(releases.installed, 'bin/hangtag.mjs')}" update`),
  });
  const asked = await ended(hangtag(dataDir, {}, 'update'));
  expect(asked).toEqual({ code: 69, output: expect.stringContaining('- A novelty of 0.2.0.\n') });
  expect(existsSync(path.join(dataDir, 'program'))).toBe(false);

  const two = [hangtag(dataDir, {}, 'update', '--yes'), hangtag(dataDir, {}, 'update', '--yes')];
  const titles = await titlesUntil(address, Promise.all(two.map(({ ended }) => ended)));
  expect(titles).toEqual(expect.arrayContaining(['the server', 'Hangtag is being updated']));
  const [one, other] = (await Promise.all(two.map(ended))).sort((a, b) => Number(a.code) - Number(b.code));
  expect(one).toMatchObject({ code: 0, output: expect.stringContaining(`It runs at ${address}`) });
  expect(other?.code).not.toBe(0);
  await expect.poll(isThere, { timeout: 60_000 }).toBe(200);
  expect((await computer.read()).operated?.newVersion).toMatchObject({ looks: true, present: '0.2.0', newest: null });
  expect((await ended(hangtag(dataDir, {}, 'update', '--yes'))).output).toContain('0.2.0, the newest version');

  offer('0.3.0');
  const broken = hangtag(dataDir, {}, 'update', '--yes');
  await titlesUntil(address, broken.ended);
  expect(await ended(broken)).toEqual({
    code: 69,
    output: expect.stringMatching(/0\.2\.0 is back.*It broke after the upgrade/s),
  });
  await expect.poll(isThere, { timeout: 60_000 }).toBe(200);
  expect((await computer.read()).operated?.newVersion).toMatchObject({ present: '0.2.0' });
  expect(readdirSync(path.join(dataDir, 'program')).sort()).toEqual(['0.2.0', 'current']);
  expect(readdirSync(path.join(dataDir, 'postgres')).filter((name) => /^cluster/.test(name))).toEqual(['cluster']);
  expect(hashOf(releases.installed)).toBe(untouched);

  // A crash later says why nothing goes back by itself.
  await expect.poll(() => program.output().split('is ready at').length - 1, { timeout: 30_000 }).toBe(3);
  const [server] = childrenOf(program.pid);
  process.kill(Number(server), 'SIGKILL');
  await expect.poll(() => title(address), { timeout: 30_000 }).toBe('Hangtag stopped unexpectedly');
  expect(await (await fetch(`${address}/starting`)).text()).toContain('It was updated to 0.2.0 today');

  program.kill('SIGTERM');
  await program.ended;
}, 600_000);

it('a server of a service manager ends with a code for another start, which is the new version; one that hangs is taken back', async () => {
  const { releases, registry, offer } = rig;
  const dataDir = newData();
  const port = String(await freePort());
  const address = `http://localhost:${port}`;
  let isOver = false;
  const codes: unknown[] = [];
  const manager = async (): Promise<void> => {
    while (!isOver) {
      codes.push(await hangtag(dataDir, { PORT: port }, 'start', '--service').ended);
      // As systemd does.
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  const managing = manager();
  await expect.poll(() => title(address), { timeout: 30_000 }).toBe('the server');
  const { isThere } = await register(address);
  // It is the server itself.
  await expect.poll(() => readNote(dataDir)?.by).toBe('server');
  expect(readNote(dataDir)?.process).toMatch(new RegExp(`^${running.at(-1)?.pid}-`));

  offer('0.2.0');
  const good = hangtag(dataDir, {}, 'update', '--yes');
  expect(await titlesUntil(address, good.ended)).toContain('Hangtag is being updated');
  expect(await ended(good)).toMatchObject({ code: 0 });
  expect([await isThere(), codes[0]]).toEqual([200, 75]);

  // A service is of the installed program, because updates remove the others some day.
  const tools = path.join(folder, 'tools');
  mkdirSync(tools);
  writeFileSync(path.join(tools, 'systemctl'), '#!/bin/sh\n', { mode: 0o755 });
  const env = { PATH: `${tools}:${process.env.PATH}` };
  expect(await ended(hangtag(dataDir, env, 'service', 'install'))).toMatchObject({ code: 0 });
  const unit = readFileSync(path.join(folder, '.config/systemd/user/hangtag.service'), 'utf8');
  expect(unit).toContain(path.join(releases.installed, 'bin/hangtag.mjs'));

  // One that hangs doesn't end by itself, and this manager doesn't end it.
  registry.offer('0.4.0', releases.pack('0.4.0', { change: hangs }));
  expect(await updateImpatiently(dataDir)).toContain('0.2.0 is back');
  await expect.poll(isThere, { timeout: 60_000 }).toBe(200);
  isOver = true;
  expect(await runHere({ DATA_DIR: dataDir }, 'stop')).toMatchObject({ code: 0 });
  await managing;
  expect(codes.at(-1)).toBe(0);
}, 600_000);

it('without a running Hangtag, the new version is tried and stopped again', async () => {
  const { offer } = rig;
  const dataDir = newData();
  offer('0.3.0');
  expect(await ended(hangtag(dataDir, { PORT: '0' }, 'update', '--yes'))).toMatchObject({ code: 69 });
  expect(await ended(hangtag(dataDir, {}, '--version'))).toEqual({ code: 0, output: '0.1.0\n' });
  offer('0.2.0');
  const updated = await ended(hangtag(dataDir, { PORT: '0', LOG_LEVEL: 'info' }, 'update', '--yes'));
  expect(updated.code).toBe(0);
  // It has stopped again, so what a server prints would be wrong.
  expect(updated.output).not.toMatch(/"level"|is ready at/);
  expect(await ended(hangtag(dataDir, {}, '--version'))).toEqual({ code: 0, output: '0.2.0\n' });
}, 600_000);
