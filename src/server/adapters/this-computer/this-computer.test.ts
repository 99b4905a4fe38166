import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it, test } from 'vitest';
import { awakePrograms, keepAwake, readPlace, tailscale, whoAnswersAt } from './this-computer.ts';

const answering = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await whoAnswersAt(`http://127.0.0.1:${port}`);
  } finally {
    server.close();
  }
};

it.each<[string, RequestListener, string]>([
  ['Hangtag', (_, reply) => reply.setHeader('x-request-id', 'a').end('ok\n'), 'hangtag'],
  ['a page of another program', (_, reply) => reply.end('<h1>Welcome to nginx</h1>'), 'other'],
  ['a proxy whose Hangtag is stopped', (_, reply) => reply.writeHead(502).end(), 'other'],
  ['a redirect, not followed', (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1' }).end(), 'other'],
  ['a connection that breaks', ({ socket }) => socket.destroy(), 'nothing'],
])('tells who answers at an address: %s', async (_, listener, answerer) => {
  expect(await answering(listener)).toBe(answerer);
});

const name = 'ada-laptop.tail1234.ts.net';
const running = JSON.stringify({ BackendState: 'Running', Self: { DNSName: `${name}.` } });
const site = (port: number, proxy: string) => ({ [`${name}:${port}`]: { Handlers: { '/': { Proxy: proxy } } } });
const here = 'http://127.0.0.1:5000';

/** A `tailscale` that says this, and what it was told. */
function pretend({ status = running, serving = {} as object, onServe = { isDone: true, text: '' } } = {}) {
  const told: string[] = [];
  const made = tailscale(async (args) => {
    if (args[0] === 'status') return { isDone: true, text: status };
    if (args[1] === 'status') return { isDone: true, text: JSON.stringify(serving) };
    told.push(args.join(' '));
    return onServe;
  });
  return { ...made, told };
}

const at = (port: number) => ({ Web: site(port, here) });

describe('what Tailscale is found to do', () => {
  const ready = (port: string) => ({ kind: 'ready', address: `https://${name}${port}` });
  it.each([
    ['that nobody signed in to', { status: JSON.stringify({ BackendState: 'NeedsLogin' }) }, { kind: 'off' }],
    ['that says nothing readable', { status: 'failed to connect to local tailscaled' }, { kind: 'off' }],
    ['that carries nothing', {}, ready('')],
    ['that carries another program', { serving: { Web: site(443, 'http://127.0.0.1:3000') } }, ready(':8443')],
    ['that forwards its https port', { serving: { TCP: { 443: { TCPForward: 'x' } } } }, ready(':8443')],
    ['that carries Hangtag', { serving: at(443) }, { kind: 'on', address: `https://${name}`, isPublic: false }],
    ['that does elsewhere', { serving: at(8443) }, { kind: 'on', address: `https://${name}:8443`, isPublic: false }],
    [
      'that shows Hangtag to everyone',
      { serving: { ...at(443), AllowFunnel: { [`${name}:443`]: true } } },
      { kind: 'on', address: `https://${name}`, isPublic: true },
    ],
    ['without a name', { status: JSON.stringify({ BackendState: 'Running', Self: { DNSName: '' } }) }, { kind: 'off' }],
  ])('%s', async (_, given, found) => {
    expect(await pretend(given).find(5000)).toEqual(found);
  });

  it('is missing where it isn’t installed', async () => {
    expect(await tailscale(null).find(5000)).toEqual({ kind: 'missing' });
  });
});

describe('Tailscale', () => {
  it('carries calls to Hangtag, and to nothing else, at a port that is free', async () => {
    const own = pretend({ serving: { Web: site(443, 'http://127.0.0.1:3000') } });
    expect(await own.serve(5000, true)).toEqual({ kind: 'done' });
    expect(own.told).toEqual([`serve --bg --https=8443 ${here}`]);
  });

  it('is left alone if it already does what is asked', async () => {
    const on = pretend({ serving: at(443) });
    expect(await on.serve(5000, true)).toEqual({ kind: 'done' });
    const off = pretend();
    expect(await off.serve(5000, false)).toEqual({ kind: 'done' });
    expect([...on.told, ...off.told]).toEqual([]);
  });

  it('stops at the port of Hangtag only', async () => {
    const own = pretend({ serving: { Web: { ...site(443, 'http://127.0.0.1:3000'), ...site(8443, here) } } });
    expect(await own.serve(5000, false)).toEqual({ kind: 'done' });
    expect(own.told).toEqual(['serve --https=8443 off']);
  });

  it.each([
    [
      'Serve is not enabled on your tailnet.\nTo enable, visit:\n\n\thttps://login.tailscale.com/f/serve?node=n1\n',
      { kind: 'allow_first', link: 'https://login.tailscale.com/f/serve?node=n1' },
    ],
    ['sending serve config: Access denied: serve config denied', { kind: 'denied', user: userInfo().username }],
    ['To enable, visit https://evil.example/f/serve', { kind: 'failed' }],
    ['', { kind: 'failed' }],
  ])('that refuses with %j', async (text, change) => {
    expect(await pretend({ onServe: { isDone: false, text } }).serve(5000, true)).toEqual(change);
  });
});

const root = mkdtempSync(path.join(tmpdir(), 'hangtag-place-'));
const sessions = path.join(root, 'desktop/usr/share/wayland-sessions');
mkdirSync(sessions, { recursive: true });
writeFileSync(path.join(sessions, 'gnome.desktop'), '');
afterAll(() => rmSync(root, { recursive: true }));

test.each([
  ['the Debian package on a server', 'linux', 'server', '/usr/sbin/nologin', [false, false]],
  ['the Debian package on a desktop', 'linux', 'desktop', '/usr/sbin/nologin', [false, true]],
  ['a user that the system doesn’t know', 'linux', 'server', '', [false, false]],
  ['somebody in a terminal', 'linux', 'server', '/bin/bash', [true, false]],
  ['somebody at a Mac', 'darwin', 'server', '/bin/zsh', [true, true]],
  ['somebody at Windows, which has no shells', 'win32', 'server', '', [true, true]],
] as const)('the place of %s', (_, platform, folder, shell, [isSomebodys, hasDesktop]) => {
  expect(readPlace({ platform, root: path.join(root, folder), shell })).toEqual({ isSomebodys, hasDesktop });
});

const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-awake-'));
const inFolder = (name: string): string => path.join(folder, name);
const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
afterEach(() => rmSync(inFolder('said'), { force: true }));

/** Like the system's own program: notes what it was asked, does it or not, and notes its end. */
function fake(name: string, work: string): void {
  writeFileSync(
    inFolder(name),
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${inFolder('said')}'\n${work}\necho ended >> '${inFolder('said')}'\n`,
  );
  chmodSync(inFolder(name), 0o755);
}
/** The first two run the program that comes after their own options, and PowerShell its script. */
const works = {
  linux: 'while case "$1" in --*) true;; *) false;; esac; do shift; done; "$@"',
  darwin: 'shift; "$@"',
  win32: 'echo held; cat',
} as const;
const ended = async (): Promise<void> =>
  expect
    .poll(() => existsSync(inFolder('said')) && readFileSync(inFolder('said'), 'utf8').endsWith('ended\n'))
    .toBe(true);

describe.skipIf(process.platform === 'win32')('keeping the computer awake', () => {
  describe.each([
    ['linux', '--what=sleep:idle'],
    ['darwin', '-i'],
    ['win32', '-Command'],
  ] as const)('on %s', (platform, says) => {
    const name = awakePrograms[platform]?.[0] ?? '';

    it('lasts until it is released, and can begin again', async () => {
      fake(name, works[platform]);
      const awake = keepAwake({ platform, env });
      for (const _ of [1, 2]) {
        expect(await awake.hold()).toBe('held');
        expect(await awake.hold()).toBe('held');
        const said = readFileSync(inFolder('said'), 'utf8');
        expect(said).toContain(says);
        expect(said).not.toContain('ended');
        awake.release();
        await ended();
      }
    });

    it('ends with the process that asked for it, however that ends', async () => {
      fake(name, works[platform]);
      const program = `const { keepAwake } = await import('${import.meta.dirname}/this-computer.ts');
        console.log(await keepAwake({ platform: '${platform}' }).hold()); setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env });
      const [said] = await once(child.stdout, 'data');
      expect(String(said)).toBe('held\n');
      child.kill('SIGKILL');
      await ended();
    });

    it('says that the system refuses it, or has no program for it', async () => {
      fake(name, 'exit 1');
      expect(await keepAwake({ platform, env }).hold()).toBe('refused');
      rmSync(inFolder(name));
      expect(await keepAwake({ platform, env: { PATH: folder } }).hold()).toBe('missing');
    });
  });

  it('is not possible on other systems', async () => {
    expect(await keepAwake({ platform: 'freebsd' }).hold()).toBe('missing');
  });
});
