// Connections to addresses that others chose: they lead to the open internet only, never into the operator's own network.

import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { buildConnector } from 'undici';

/** How names are resolved, and which addresses may be contacted. Tests replace it. */
export type PublicNetwork = {
  resolve(host: string): Promise<LookupAddress[]>;
  mayReach(address: string): boolean;
};

export const publicNetwork: PublicNetwork = {
  resolve: (host) =>
    new Promise((resolve, reject) => {
      lookup(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
    }),
  mayReach: isPublicAddress,
};

/** The code of the error if a host name resolves to an address that is not public. */
export const notPublic = 'NOT_PUBLIC';

class NotPublic extends Error {
  readonly code = notPublic;
}

/** Resolves a name once per connection, checks every address, and connects only to these. */
export function publicConnector({ resolve, mayReach }: PublicNetwork, options: { timeout: number; ca?: string }) {
  return buildConnector({
    ...options,
    lookup: (host, { all }, done) => {
      resolve(host).then(
        (found) => {
          const [first] = found;
          if (first === undefined || !found.every(({ address }) => mayReach(address))) done(new NotPublic(), '', 0);
          else if (all) (done as (error: null, all: LookupAddress[]) => void)(null, found);
          else done(null, first.address, first.family);
        },
        (error: Error) => done(error, '', 0),
      );
    },
  });
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
