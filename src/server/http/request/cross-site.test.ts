import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clientAddress, isLoopback, isOwnHost, type TrustedProxies } from './cross-site.ts';

const none: TrustedProxies = { kind: 'none' };
const hops = (count: number): TrustedProxies => ({ kind: 'hops', count });
const list = new BlockList();
list.addSubnet('10.0.0.0', 8, 'ipv4');
list.addSubnet('fd00::', 8, 'ipv6');
const networks: TrustedProxies = { kind: 'networks', list };

const cases: [string, string, string | null, TrustedProxies, string][] = [
  ['no proxy is trusted', '10.0.0.1', '1.2.3.4', none, '10.0.0.1'],
  ['IPv4 comes as IPv6', '::ffff:10.0.0.1', null, none, '10.0.0.1'],
  ['one proxy stands in front', '10.0.0.1', '1.2.3.4', hops(1), '1.2.3.4'],
  ['the client put an address in front of it', '10.0.0.1', '9.9.9.9, 1.2.3.4', hops(1), '1.2.3.4'],
  ['two stand in front', '10.0.0.1', '9.9.9.9, 1.2.3.4, 10.0.0.2', hops(2), '1.2.3.4'],
  ['fewer stand there than said', '10.0.0.1', '1.2.3.4', hops(3), '1.2.3.4'],
  ['what was forwarded is nonsense', '10.0.0.1', 'localhost', hops(1), '10.0.0.1'],
  ['the proxy is of a trusted network', '10.0.0.1', '9.9.9.9, 1.2.3.4, 10.0.0.2', networks, '1.2.3.4'],
  ['the peer is of no trusted network', '8.8.8.8', '1.2.3.4', networks, '8.8.8.8'],
  ['all are of trusted networks', '10.0.0.1', '10.0.0.3, 10.0.0.2', networks, '10.0.0.3'],
  ['a port is named', '10.0.0.1', '1.2.3.4:5678', hops(1), '1.2.3.4'],
  ['the client is of IPv6', 'fd00::1', '[2001:DB8:0:1:2:3:4:5]:443', networks, '2001:db8:0:1::/64'],
  ['its neighbor in the same network asks', 'fd00::1', '2001:db8:0:1::ffff', networks, '2001:db8:0:1::/64'],
  ['nothing is known', '', null, none, ''],
];

describe('the address that rate limits count by', () => {
  it.each(cases)('if %s', (_, peer, forwarded, trusted, address) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(address);
  });
});

describe('this machine', () => {
  it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])('is %s', (address) => {
    expect(isLoopback(address)).toBe(true);
  });
  it.each(['10.0.0.1', '128.0.0.1', '127.0.0.1.evil.example', '', '::2'])('is not %s', (address) => {
    expect(isLoopback(address)).toBe(false);
  });
});

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
])('a request for %s is for us or not', (_, host, expected) => {
  expect(isOwnHost(host, publicUrl)).toBe(expected);
});

it('without a public address, no registered name is ours', () => {
  expect(isOwnHost('hangtag.example', null)).toBe(false);
  expect(isOwnHost('localhost', null)).toBe(true);
  expect(isOwnHost(null, null)).toBe(false);
});
