// Finds the address that a request really comes from.
import { type BlockList, isIP, isIPv6 } from 'node:net';

/** Which proxies are trusted to report the client's address: none, the last `count`, or those in these networks. */
export type TrustedProxies = { kind: 'none' } | { kind: 'hops'; count: number } | { kind: 'networks'; list: BlockList };

/**
 * The address that rate limits count by. `X-Forwarded-For` is trusted only as far as trusted proxies wrote it; what a client
 * puts in front changes nothing. An IPv6 client counts as its /64 network: one household has 2^64 addresses in it.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trusted: TrustedProxies): string {
  const nearest = plainAddress(peer);
  if (trusted.kind === 'none' || forwardedFor === null) return countedAs(nearest);
  const chain = [...forwardedFor.split(',').map((one) => plainAddress(one.trim())), nearest].reverse();
  if (trusted.kind === 'hops') return countedAs(lastValid(chain.slice(0, trusted.count + 1)));
  const known: string[] = [];
  for (const address of chain) {
    known.push(address);
    if (isIP(address) === 0 || !trusted.list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) break;
  }
  return countedAs(lastValid(known));
}

export function isLoopback(address: string): boolean {
  const plain = plainAddress(address);
  return plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain);
}

const lastValid = (chain: string[]): string => chain.findLast((address) => isIP(address) !== 0) ?? 'unknown';

/** Without brackets, port, zone, and the IPv4-in-IPv6 prefix. */
function plainAddress(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  const bare = (bracketed ?? text.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/, '$1')).replace(/%.*$/, '').toLowerCase();
  return /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(bare)?.[1] ?? bare;
}

function countedAs(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
