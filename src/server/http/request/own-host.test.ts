import { expect, it } from 'vitest';
import { isOwnHost } from './cross-site.ts';

const publicUrl = new URL('https://hangtag.example');

it.each([
  ['the public name', 'hangtag.example', true],
  ['the public name with a port', 'hangtag.example:443', true],
  ['the public name as the root sees it', 'hangtag.example.', true],
  ['the public name in capitals', 'HANGTAG.example', true],
  ['this machine', 'localhost:5000', true],
  ['a loopback address', '127.0.0.1:5000', true],
  ['an IPv6 address', '[::1]:5000', true],
  ['an address of the network', '192.168.1.5:5000', true],
  ['a service of a container network', 'hangtag:5000', true],
  ['a name of the local network', 'nas.local', true],
  ['a name that a stranger registered', 'evil.example', false],
  ['a name that begins like ours', 'hangtag.example.evil.example', false],
  ['a name that ends like ours', 'evil-hangtag.example', false],
  ['a name that looks like an address', '127.0.0.1.evil.example', false],
  ['something else', 'a b', false],
])('%s', (_, host, expected) => {
  expect(isOwnHost(host, publicUrl)).toBe(expected);
});

it('without a public address, no registered name is ours', () => {
  expect(isOwnHost('hangtag.example', null)).toBe(false);
  expect(isOwnHost('localhost', null)).toBe(true);
  expect(isOwnHost(null, null)).toBe(false);
});
