import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { readPlace, tailscale, whoAnswersAt } from './this-computer.ts';

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
  [
    'a redirect, which is not followed',
    (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1' }).end(),
    'other',
  ],
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
  it.each([
    ['that nobody signed in to', { status: JSON.stringify({ BackendState: 'NeedsLogin' }) }, { kind: 'off' }],
    ['that says nothing readable', { status: 'failed to connect to local tailscaled' }, { kind: 'off' }],
    ['that carries nothing', {}, { kind: 'ready', address: `https://${name}` }],
    [
      'that carries another program',
      { serving: { Web: site(443, 'http://127.0.0.1:3000') } },
      { kind: 'ready', address: `https://${name}:8443` },
    ],
    [
      'that forwards its https port',
      { serving: { TCP: { 443: { TCPForward: 'x' } } } },
      { kind: 'ready', address: `https://${name}:8443` },
    ],
    ['that carries Hangtag', { serving: at(443) }, { kind: 'on', address: `https://${name}`, isPublic: false }],
    [
      'that carries Hangtag at another port',
      { serving: at(8443) },
      { kind: 'on', address: `https://${name}:8443`, isPublic: false },
    ],
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
