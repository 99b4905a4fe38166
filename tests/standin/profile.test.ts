import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Standin, startStandin } from '#marketplace/standin/server.ts';
import { runProgram } from '#tests/process.ts';
import { profileOf } from '../../tools/drift/recorded-walk.fixture.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-profile-'));
const inFolder = (name: string): string => path.join(folder, name);
const profile = profileOf({
  switches: { sharePath: '/vm-rest/posts/{id}/shares', bootstrapPaths: ['/sell'] },
  calls: { search: { path: '/vm-rest/search', receives: { data: 'results' } } },
});
const program = (args: string[]) =>
  runProgram('src/marketplace/standin/main.ts', {}, ['--port', '0', '--json', ...args]);

let standin: Standin | undefined;
beforeAll(() => writeFileSync(inFolder('profile.json'), JSON.stringify(profile)));
afterAll(async () => {
  await standin?.close();
  rmSync(folder, { recursive: true, force: true });
});
const get = async (origin: string, at: string) => {
  const reply = await fetch(origin + at, { redirect: 'manual' });
  return { status: reply.status, text: await reply.text() };
};

describe('a practice marketplace with a profile', () => {
  it('is started with --profile and knows only the profile’s addresses', async () => {
    const running = program(['--profile', inFolder('profile.json')]);
    await running.until('standin');
    const { standin: origin } = JSON.parse(running.output().split('\n')[0] ?? '');
    const found = await get(
      origin,
      `/vm-rest/search?request=${encodeURIComponent('{"query":"jeans","experience":"all"}')}`,
    );
    expect(Object.keys(JSON.parse(found.text))).toContain('results');
    expect((await get(origin, '/vm-rest/posts')).text).toContain('InternalError');
    expect((await get(origin, '/create-listing')).status).toBe(404);
    expect(await get(origin, '/sell')).toMatchObject({ status: 302 });
    expect((await get(origin, '/standin.js')).text).toContain('"sharePath":"/vm-rest/posts/{id}/shares"');
    running.kill('SIGTERM');
    expect(await running.ended).toBe(0);
  });

  it('refuses a wrong profile in one sentence', async () => {
    writeFileSync(inFolder('wrong.json'), '{"format":"other"}');
    const running = program(['--profile', inFolder('wrong.json')]);
    expect(await running.ended).toBe(78);
    expect(running.output()).toMatch(/^Can’t use the marketplace profile .*wrong\.json: format /);
  });

  it('gets one by the control plane, keeps it over a restart, and goes back without one', async () => {
    const options = { port: 0, host: '127.0.0.1', limits: 'off', stateFile: inFolder('state.json') } as const;
    const configure = (body: object) =>
      fetch(`${standin?.origin}/__standin/config`, { method: 'POST', body: JSON.stringify(body) });
    standin = await startStandin(options);
    expect((await configure({ profile: { ...profile, version: 2 } })).status).toBe(400);
    expect((await configure({ profile })).status).toBe(200);
    await standin.close();
    standin = await startStandin(options);
    expect((await get(standin.origin, '/vm-rest/search')).status).toBe(200);
    await configure({ profile: null });
    expect((await get(standin.origin, '/vm-rest/search')).status).toBe(404);
    expect((await get(standin.origin, '/vm-rest/posts')).status).toBe(200);
  });
});
