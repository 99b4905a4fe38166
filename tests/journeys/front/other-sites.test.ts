import { describe, expect, it } from 'vitest';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { call, failure, open, token, xhr } from './made-up-calls.ts';

const quiet = { debug() {}, info() {}, error() {} };

describe('a request from another site', () => {
  const host = { host: 'localhost:5000' };
  const cases: [string, Record<string, string>, number][] = [
    ['this origin', { ...host, origin: 'http://localhost:5000' }, 200],
    ['this host by https, without a proxy', { ...host, origin: 'https://localhost:5000', ...xhr }, 403],
    ['this host by https, through a proxy', { ...host, origin: 'https://localhost:5000', via: '1.1 caddy' }, 200],
    ['another origin', { ...host, origin: 'https://evil.example', ...xhr }, 403],
    ['another port', { ...host, origin: 'http://localhost:5001', ...xhr }, 403],
    ['no origin to speak of', { ...host, origin: 'null', ...xhr }, 403],
    ['an origin that is no address', { ...host, origin: 'localhost:5000', ...xhr }, 403],
    ['an origin that begins like ours', { ...host, origin: 'http://localhost:5000.evil.example', ...xhr }, 403],
    ['this site by the browser’s word', { 'sec-fetch-site': 'same-origin' }, 200],
    ['the address bar', { 'sec-fetch-site': 'none' }, 200],
    ['another site by the browser’s word', { 'sec-fetch-site': 'cross-site', ...xhr }, 403],
    ['a sibling domain', { 'sec-fetch-site': 'same-site', ...xhr }, 403],
    ['another site with our origin', { ...host, origin: 'http://localhost:5000', 'sec-fetch-site': 'cross-site' }, 403],
    ['a program with the header', { ...xhr }, 200],
    ['a program without any header', {}, 403],
    ['a program with another header', { 'x-requested-with': 'curl' }, 403],
  ];
  it.each(cases)('%s, without a body', async (_, headers, status) => {
    expect((await call('/api/thing/5', { method: 'PATCH', headers })).status).toBe(status);
  });

  it('is known by the public address behind a proxy', async () => {
    const own = open({ publicUrl: new URL('https://hangtag.example') });
    const ask = (origin: string) =>
      own.call('/api/thing/5', { method: 'PATCH', headers: { origin, host: 'internal:5000' } });
    expect((await ask('https://hangtag.example')).status).toBe(200);
    expect((await ask('http://hangtag.example')).status).toBe(403);
    expect((await ask('https://evil.example')).status).toBe(403);
    // A page at the http address of this site is anybody's on the network.
    const addressed = (origin: string) =>
      own.call('/api/thing/5', { method: 'PATCH', headers: { origin, host: 'hangtag.example' } });
    expect(await failure(await addressed('http://hangtag.example'))).toMatchObject({
      error: 'wrong_host',
      message: expect.stringContaining('Open Hangtag at https://hangtag.example.'),
    });
    // Nor can anyone stay signed in at the machine's own address, whose http page is known.
    const atMachine = { origin: 'http://localhost:5000', host: 'localhost:5000' };
    expect((await own.call('/api/thing/5', { method: 'PATCH', headers: atMachine })).status).toBe(421);
    expect((await addressed('https://hangtag.example')).status).toBe(200);
  });

  it('reads no one’s data', async () => {
    const headers = { cookie: `hangtag=${token}`, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect((await call('/api/thing', { headers })).status).toBe(403);
    expect((await call('/api/thing/find?q=a', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200);
  });
});

describe('a name that is not ours', () => {
  it('is refused, so that no page can point its own name at this server', async () => {
    const own = open({ publicUrl: new URL('https://hangtag.example') });
    const ask = (host: string) => own.call('/api/thing/find?q=a', { headers: { host } });
    expect((await ask('hangtag.example')).status).toBe(200);
    expect((await ask('localhost:5000')).status).toBe(200);
    expect(await failure(await ask('rebound.example'))).toMatchObject({ status: 421, error: 'wrong_host' });
    const write = { method: 'PATCH', headers: { host: 'rebound.example', origin: 'http://rebound.example' } };
    expect((await own.call('/api/thing/5', write)).status).toBe(421);
  });

  it('a proxy that nobody trusts is reported once an hour', async () => {
    const warnings: string[] = [];
    const clock = manualClock(0);
    const own = open({ clock, log: { ...quiet, warn: (_, message) => void warnings.push(message) } });
    const ask = () => own.call('/api/thing/find?q=a', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    for (let n = 0; n < 3; n++) await ask();
    expect(warnings).toEqual([expect.stringContaining('set TRUST_PROXY')]);
    await clock.advance(3_600_000);
    await ask();
    expect(warnings).toHaveLength(2);
  });
});
