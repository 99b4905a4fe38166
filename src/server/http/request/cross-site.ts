// Where a request comes from: its address behind proxies, and whether another site may have caused it.
import { type BlockList, isIP, isIPv6 } from 'node:net';

/** The public origin of the address that a request came to; null if that address has none. */
export type OriginOf = (headers: Headers) => string | null;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
export const isUnsafe = (method: string): boolean => !safeMethods.has(method);

/** Headers that proxies add. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fly-client-ip',
];

/**
 * Whether another site may have sent this. The browser itself writes `Origin` and `Sec-Fetch-Site`; a page cannot forge
 * them. An unsafe request with neither must carry `X-Requested-With`: no form can add it, and another site's script only
 * after a CORS preflight, which we refuse.
 */
export function isCrossSite(method: string, headers: Headers, publicOrigin: string | null): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return true;
  if (origin !== null && !isOwnOrigin(origin, headers, publicOrigin)) return true;
  if (!isUnsafe(method) || origin !== null || site !== null) return false;
  return headers.get('x-requested-with')?.toLowerCase() !== 'xmlhttprequest';
}

/** Of browser extensions. A page can't have one of these. */
const extensionOrigin = /^(chrome|moz|safari-web)-extension:\/\/[\w-]+$/;

/**
 * Whether a web page of another site may have sent this, for calls that an extension makes. Those come with a token of their own
 * and never count a cookie, so they need not come from this site.
 */
export function isForeignPage(headers: Headers, publicOrigin: string | null): boolean {
  const origin = headers.get('origin');
  if (origin === null) return false;
  return !extensionOrigin.test(origin) && !isOwnOrigin(origin, headers, publicOrigin);
}

/** The token of `Authorization: Bearer`. Anything that does not look like one of ours is not looked up. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer ([\w-]{43})$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}

/**
 * The configured public origin, or the host that the browser addressed, with its scheme: anybody on the network can put a page at the
 * http address of a site that is https. Hangtag itself serves http, so https is there only behind a proxy.
 */
function isOwnOrigin(origin: string, headers: Headers, publicOrigin: string | null): boolean {
  if (publicOrigin !== null && origin === publicOrigin) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  if (host !== headers.get('host')?.toLowerCase()) return false;
  if (publicOrigin !== null && new URL(publicOrigin).host === host) return false;
  return protocol === 'http:' || (protocol === 'https:' && forwardingHeaders.some((name) => headers.has(name)));
}

/**
 * Whether a page of this site that was opened at an http address sent this, though the site has an https one. Nobody can stay signed
 * in there: browsers take the cookie of an https site only on https.
 */
export function isAtUnsafeAddress(headers: Headers, publicOrigin: string | null): boolean {
  const origin = headers.get('origin');
  return (
    publicOrigin?.startsWith('https:') === true &&
    origin?.toLowerCase() === `http://${headers.get('host')?.toLowerCase()}`
  );
}

/**
 * Whether the caller may be on another machine: a forwarding header, a peer on another machine, or a `Host` that is not this
 * machine's own name. The last one is DNS rebinding: a foreign name that was pointed at 127.0.0.1.
 */
export function isForwarded(peer: string, headers: Headers): boolean {
  if (forwardingHeaders.some((name) => headers.has(name))) return true;
  return !isLoopback(peer) || !namesThisMachine(headers.get('host'));
}

function namesThisMachine(host: string | null): boolean {
  if (host === null || !URL.canParse(`http://${host}`)) return false;
  const name = new URL(`http://${host}`).hostname;
  return name === 'localhost' || name === '[::1]' || isLoopback(name);
}

/**
 * Whether `Host` is a name that only the installation itself can have. A foreign page can point a name of its own at any
 * address (DNS rebinding), and the browser then takes it and us for one site. So the name must be the public one, an
 * address, or a name that nobody can register: `localhost`, one without a dot, or one below `.local` and its like.
 */
export function isOwnHost(host: string | null, publicUrl: URL | null): boolean {
  if (host === null || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (name === publicUrl?.hostname.replace(/^\[|\]$/g, '')) return true;
  return isIP(name) !== 0 || !name.includes('.') || /\.(localhost|local|internal|home\.arpa|lan)$/.test(name);
}

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
