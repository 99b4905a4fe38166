import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf, ids, list, openMarket, record, visitor, writeModel } from './caller.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a state file', () => {
  test('a restart keeps accounts, sessions, shares, prices, offers, faults, the clock, and the journal', async () => {
    const stateFile = join(folder, 'whole.json');
    const first = await openMarket({ stateFile, limits: 'demo' });
    const made = (await first.control('POST', 'accounts', { listings: 6, sold: 1 })).json;
    const seller = await first.seller(String(made.username), String(made.password));
    const posts = ids(list((await seller.closet('available', {}, String(made.username))).json.data));
    const [top = '', second = '', third = ''] = posts;
    await seller.share(third);
    const full = (await seller.post(second)).json;
    await seller.update(second, { ...writeModel(full, 8), title: 'Hand-knit <jumper>' });
    await first.control('POST', `listings/${top}`, { set: 'sold', likes: 4 });
    await first.control('POST', 'sales', { account: made.username, title: 'Planted order', price: 12 });
    await first.control('POST', 'news', { account: made.username, by: ['mia'], listingId: second });
    await first.control('POST', 'parties', { parties: [{ id: 'p1', start_at: '2026-04-28', end_at: '2026-04-29' }] });
    await first.control('POST', 'clock', { advanceMs: 5000 });
    await first.fault({ case: 'E16', times: -1 }, { op: 'likes' });
    await first.control('POST', 'human-check', { account: 'big_bea', on: true });
    const before = (await first.control('GET', 'journal?since=0')).json;
    const closet = (await seller.closet('all', {}, String(made.username))).json.data;
    const token = seller.jar.get('_csrf') ?? '';
    await first.close();

    const again = await openMarket({ stateFile, limits: 'demo' });
    const cookie = seller.jar.header();
    const revenant = visitor(again.origin);
    for (const [name, value] of seller.jar) revenant.jar.set(name, value);
    const text = (value: unknown, origin: string) => JSON.stringify(value).replaceAll(origin, '');
    expect(text((await revenant.closet('all', {}, String(made.username))).json.data, again.origin)).toBe(
      text(closet, first.origin),
    );
    const sales = await revenant.get('/vm-rest/users/self/orders/sales?request=%7B%7D&pm_version=1');
    expect(sales.text).toContain('Planted order');
    expect((await revenant.get('/vm-rest/users/self/newsfeed/share')).text).toContain('mia shared your listing');
    expect((await revenant.get('/vm-rest/current_parties/us')).text).toContain('"id":"p1"');
    expect((await revenant.post(second)).json).toMatchObject({ price: 8, title: 'Hand-knit <jumper>' });
    expect(
      text((await again.control('GET', 'journal?since=0')).json.entries, '').startsWith(
        text(before.entries, '').slice(0, -1),
      ),
    ).toBe(true);
    const share = await fetch(`${again.origin}/vm-rest/users/self/shared_posts/${second}`, {
      method: 'PUT',
      body: '{}',
      headers: { cookie, 'x-xsrf-token': token },
    });
    expect(share.status).toBe(200);
    expect((await revenant.get(`/vm-rest/posts/${second}/likes`)).status).toBe(500);
    const bea = again.visitor();
    await bea.get('/login');
    expect((await bea.login('big_bea', 'practice-4')).json).toHaveProperty('restricted_action');
    const next = (await again.control('POST', 'accounts', { listings: 1, sold: 0 })).json;
    expect(next.username).not.toBe(made.username);
    await again.close();
  });

  test('shares of the last 24 hours still count after a restart', async () => {
    const stateFile = join(folder, 'counted.json');
    const first = await openMarket({ stateFile, limits: 'demo' });
    const jo = await first.seller();
    const posts = ids(list((await jo.closet()).json.data));
    for (const id of posts.slice(0, 5)) await jo.share(id);
    await first.close();
    const again = await openMarket({ stateFile, limits: 'demo' });
    await again.control('POST', 'config', { shareLimitPerDay: 5 });
    const back = await again.seller();
    expect(errorOf(await back.share(posts[6] ?? '')).errorType).toBe('SharePostRequestLimitExceededError');
    await again.close();
  });

  test('changes to closets that nobody opened since the last start survive another restart', async () => {
    const stateFile = join(folder, 'twice.json');
    const first = await openMarket({ stateFile });
    const jo = await first.seller();
    const [post] = list((await jo.closet()).json.data);
    await first.control('POST', `listings/${post?.id}`, { price: 77 });
    await first.close();
    const idle = await openMarket({ stateFile });
    await idle.control('POST', 'human-check', { account: 'empty_eve', on: true });
    await idle.close();
    const third = await openMarket({ stateFile });
    expect(record((await third.visitor().post(String(post?.id))).json).price).toBe(77);
    await third.close();
  });

  test.each(['', 'not json', '{"version":1}', '{"version":99}', '[]'])(
    'a damaged file (%j) ends the start with one sentence, and is renamed',
    async (text) => {
      const own = await mkdtemp(join(folder, 'damaged-'));
      const stateFile = join(own, 'state.json');
      await writeFile(stateFile, text);
      await expect(openMarket({ stateFile })).rejects.toThrow(
        /state file is damaged. It was kept as .*Start again for a new practice marketplace\.$/,
      );
      const [kept = ''] = await readdir(own);
      expect(kept).toMatch(/^state\.json\.unreadable-/);
      expect(await readFile(join(own, kept), 'utf8')).toBe(text);
      await (await openMarket({ stateFile })).close();
    },
  );
});

const main = fileURLToPath(new URL('../../src/marketplace/standin/main.ts', import.meta.url));

/** Starts the practice marketplace as a process and waits for its line, or for its end. */
async function launch(flags: string[], options: { ipc?: boolean; env?: Record<string, string> } = {}) {
  const child = spawn(process.execPath, [main, ...flags], {
    // Without the cache, each start would compile the program again.
    env: {
      PATH: process.env.PATH ?? '',
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...options.env,
    },
    stdio: options.ipc ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complained = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complained += chunk.toString();
  });
  // After a disconnect Node never emits `close`. Without a channel, `close` means that all output was read.
  const ended = new Promise<number | null>((resolve) => child.on(options.ipc ? 'exit' : 'close', resolve));
  const line = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('\n')) resolve(output.trim());
    });
    void ended.then(() => resolve(output.trim()));
  });
  return { child, line: await line, ended, complaint: () => complained.trim() };
}

const originIn = (line: string) => /http:\/\/[\d.]+:\d+/.exec(line)?.[0] ?? '';

async function shareTop(origin: string): Promise<string> {
  const jo = visitor(origin);
  await jo.get('/login');
  await jo.login('thrifty_jo', 'practice-1');
  const id = ids((await jo.wholeCloset()).flat()).at(-1) ?? '';
  expect(errorOf(await jo.share(id))).toEqual({});
  return id;
}

const topOf = async (origin: string) => ids((await visitor(origin).wholeCloset()).flat())[0];
const stopped = (child: ChildProcess) => child.kill('SIGKILL');

describe('as a process', () => {
  test('it prints its address in one line, and saves its state when it is told to end', async () => {
    const state = join(folder, 'ended.json');
    const run = await launch(['--port', '0', '--state', state, '--limits', 'off']);
    expect(run.line).toMatch(/^Practice marketplace on http:\/\/127\.0\.0\.1:\d+$/);
    const shared = await shareTop(originIn(run.line));
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    const again = await openMarket({ stateFile: state, now: Date.now });
    expect(await topOf(again.origin)).toBe(shared);
    await again.close();
  });

  test('it saves its state and ends when the channel to its parent closes', async () => {
    const state = join(folder, 'orphan.json');
    const run = await launch(['--port', '0', '--state', state], { ipc: true });
    const shared = await shareTop(originIn(run.line));
    run.child.disconnect();
    expect(await run.ended).toBe(0);
    expect(await readFile(state, 'utf8')).toContain(shared);
  });

  test('it may listen beyond loopback with a key from a file, and prints its address as JSON if asked to', async () => {
    const keyFile = join(folder, 'key');
    await writeFile(keyFile, 'a-long-key\n');
    const run = await launch(['--port', '0', '--host', '0.0.0.0', '--key-file', keyFile, '--json']);
    expect(JSON.parse(run.line)).toEqual({ standin: originIn(run.line) });
    const url = `${originIn(run.line).replace('0.0.0.0', '127.0.0.1')}/__standin/health`;
    expect((await fetch(url)).status).toBe(403);
    expect((await fetch(url, { headers: { 'x-standin-key': 'a-long-key' } })).status).toBe(200);
    stopped(run.child);
    await run.ended;
  });

  test('a kill at any moment leaves a state file that can be read', async () => {
    const state = join(folder, 'killed.json');
    for (let round = 0; round < 2; round += 1) {
      const run = await launch(['--port', '0', '--state', state, '--limits', 'off']);
      expect(run.complaint()).toBe('');
      for (let i = 0; i <= round; i += 1) await shareTop(originIn(run.line));
      stopped(run.child);
      await run.ended;
    }
    await (await openMarket({ stateFile: state, now: Date.now })).close();
  });

  test('a port in use and a bad flag each end the start with one sentence and code 78', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    for (const [flags, sentence] of [
      [['--port', port], /^Port \d+ on 127\.0\.0\.1 is already in use\. Give the practice marketplace another one\.$/],
      [['--port', 'many'], /^--port must be a whole number from 0 to 65535, not "many"\.$/],
    ] as const) {
      const run = await launch([...flags]);
      expect([await run.ended, run.line]).toEqual([78, '']);
      expect(run.complaint().split('\n')).toHaveLength(1);
      expect(run.complaint()).toMatch(sentence);
    }
    await new Promise((resolve) => taken.close(resolve));
  });
});
