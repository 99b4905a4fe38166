import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '#tests/process.ts';
import { profileOf } from '../../tools/drift/recorded-walk.fixture.ts';
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

  test.each(['', '{"version":1}', '{"version":99}'])(
    'a damaged file (%j) ends the start, and is renamed',
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

  test('shares of the last 24 hours still count, and changes to closets that nobody opened meanwhile survive', async () => {
    const options = { stateFile: join(folder, 'counted.json'), limits: 'demo' } as const;
    const first = await openMarket(options);
    const jo = await first.seller();
    const posts = ids(list((await jo.closet()).json.data));
    for (const id of posts.slice(0, 5)) await jo.share(id);
    await first.control('POST', `listings/${posts[6]}`, { price: 77 });
    await first.close();
    const idle = await openMarket(options);
    await idle.control('POST', 'human-check', { account: 'empty_eve', on: true });
    await idle.close();
    const third = await openMarket(options);
    await third.control('POST', 'config', { shareLimitPerDay: 5 });
    const back = await third.seller();
    expect(record((await back.post(posts[6] ?? '')).json).price).toBe(77);
    expect(errorOf(await back.share(posts[6] ?? '')).errorType).toBe('SharePostRequestLimitExceededError');
    await third.close();
  });
});

const profile = profileOf({
  switches: { sharePath: '/vm-rest/posts/{id}/shares', bootstrapPaths: ['/sell'] },
  calls: { search: { path: '/vm-rest/search', receives: { data: 'results' } } },
});
const statusOf = async (origin: string, path: string) => (await visitor(origin).get(path)).status;

test('a profile is given by the control plane, holds over a restart, and goes away', async () => {
  const options = { stateFile: join(folder, 'profile.json') };
  const first = await openMarket(options);
  expect((await first.control('POST', 'config', { profile: { ...profile, version: 2 } })).status).toBe(400);
  expect((await first.control('POST', 'config', { profile })).status).toBe(200);
  await first.close();
  const { origin, control, close } = await openMarket(options);
  expect((await visitor(origin).get('/standin.js')).text).toContain('"sharePath":"/vm-rest/posts/{id}/shares"');
  expect(await statusOf(origin, '/create-listing')).toBe(404);
  expect(await statusOf(origin, '/sell')).toBe(302);
  await control('POST', 'config', { profile: null });
  expect(await statusOf(origin, '/vm-rest/search')).toBe(404);
  expect(await statusOf(origin, '/vm-rest/posts')).toBe(200);
  await close();
});

test('a port in use ends the start with one sentence', async () => {
  const first = await openMarket();
  await expect(openMarket({ port: first.port })).rejects.toThrow(
    /^Port \d+ on 127\.0\.0\.1 is already in use\. Give the practice marketplace another one\.$/,
  );
  await first.close();
});

const main = 'src/marketplace/standin/main.ts';
const originIn = (output: string) => /http:\/\/[\d.]+:\d+/.exec(output)?.[0].replace('0.0.0.0', '127.0.0.1') ?? '';

async function shareTop(origin: string): Promise<string> {
  const jo = visitor(origin);
  await jo.get('/login');
  await jo.login('thrifty_jo', 'practice-1');
  const id = ids((await jo.wholeCloset()).flat()).at(-1) ?? '';
  expect(errorOf(await jo.share(id))).toEqual({});
  return id;
}

describe('as a process', () => {
  test('it listens beyond loopback with a key, talks like a profile, and saves its state when it is told to end', async () => {
    const [state, keyFile, profileFile] = ['ended.json', 'key', 'given.json'].map((name) => join(folder, name));
    await writeFile(keyFile ?? '', 'a-long-key\n');
    const { sharePath: _, ...switches } = profile.switches;
    await writeFile(profileFile ?? '', JSON.stringify({ ...profile, switches }));
    const files = ['--state', state ?? '', '--key-file', keyFile ?? '', '--profile', profileFile ?? ''];
    const run = runProgram(main, {}, ['--port', '0', '--host', '0.0.0.0', '--limits', 'off', '--json', ...files]);
    await run.until('\n');
    expect(JSON.parse(run.output())).toEqual({ standin: expect.stringMatching(/^http:\/\/0\.0\.0\.0:\d+$/) });
    const origin = originIn(run.output());
    const health = `${origin}/__standin/health`;
    expect((await fetch(health)).status).toBe(403);
    expect((await fetch(health, { headers: { 'x-standin-key': 'a-long-key' } })).status).toBe(200);
    const search = `/vm-rest/search?request=${encodeURIComponent('{"query":"jeans","experience":"all"}')}`;
    expect(Object.keys((await visitor(origin).get(search)).json)).toContain('results');
    const shared = await shareTop(origin);
    run.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(await readFile(state ?? '', 'utf8')).toContain(shared);
  });

  test('a kill leaves a state file that can be read, and it ends when the channel to its parent closes', async () => {
    const state = join(folder, 'killed.json');
    const flags = ['--port', '0', '--state', state, '--limits', 'off'];
    const killed = runProgram(main, {}, flags);
    await killed.until('\n');
    await shareTop(originIn(killed.output()));
    killed.kill('SIGKILL');
    await killed.ended;
    const orphan = spawn(process.execPath, [main, ...flags], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    const [line] = await once(orphan.stdout ?? process, 'data');
    expect(String(line)).toMatch(/^Practice marketplace on http:\/\/127\.0\.0\.1:\d+\n$/);
    const shared = await shareTop(originIn(String(line)));
    const ended = once(orphan, 'exit');
    orphan.disconnect();
    expect(await ended).toEqual([0, null]);
    expect(await readFile(state, 'utf8')).toContain(shared);
  });

  test('a wrong profile ends it with one sentence and code 78', async () => {
    const file = join(folder, 'wrong.json');
    await writeFile(file, '{"format":"other"}');
    const run = runProgram(main, {}, ['--port', '0', '--profile', file]);
    expect(await run.ended).toBe(78);
    expect(run.output()).toMatch(/^Can’t use the marketplace profile .*wrong\.json: format .*\n$/);
  });
});
