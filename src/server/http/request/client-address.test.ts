import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clientAddress, isLoopback, type TrustedProxies } from './client-address.ts';

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
