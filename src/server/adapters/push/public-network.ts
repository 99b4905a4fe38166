// Egress rules for push: only public internet addresses may be contacted.

import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** The pusher's network access. Tests replace it. */
export type PushNetwork = {
  resolve(host: string): Promise<LookupAddress[]>;
  mayReach(address: string): boolean;
  port: number;
  /** An additional trusted certificate. */
  ca?: string;
};

/** A browser supplies the endpoint, so it could be any address. Only public internet addresses may be contacted. */
export const publicNetwork: PushNetwork = {
  resolve: (host) =>
    new Promise((resolve, reject) => {
      lookup(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
    }),
  mayReach: isPublicAddress,
  port: 443,
};

/** Returns the reason for refusing the endpoint in one sentence, or null. Its addresses are checked when it is resolved. */
export function endpointMistake(endpoint: string): string | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || url.protocol !== 'https:') return 'An endpoint begins with https://';
  if (url.username !== '' || url.password !== '') return 'An endpoint has no user and no password';
  if (url.port !== '') return 'An endpoint has no port of its own';
  // An IP address would bypass the check at name resolution.
  if (url.hostname.startsWith('[') || isIP(url.hostname) !== 0 || !url.hostname.includes('.'))
    return 'An endpoint is at a host with a public name';
  return null;
}

const closed = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, bits, 'ipv4');
// Only global unicast IPv6, without ranges that embed an IPv4 address.
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, bits, 'ipv6');

/** Whether an address is public: not loopback, private, documentation, multicast, or a tunnel. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
  return isIP(address) === 4 && !closed.check(address, 'ipv4');
}
