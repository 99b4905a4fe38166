// The address at which people reach this server.

import type { Instant } from '#domain/ports/clock.ts';
import { isLoopback } from '#domain/text/loopback.ts';
import type { Config } from './config.ts';

/** Listening addresses that a browser on this machine opens as `localhost`. */
const thisMachine = new Set(['127.0.0.1', '::1', '0.0.0.0', '::']);

/** The public address, else the listening address. Without a trailing slash. */
export function publicAddress({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  if (publicUrl) return publicUrl.origin;
  const name = thisMachine.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * The seller's own computer, which sleeps: Hangtag answers nobody but this computer. A service on one without a desktop is on a server,
 * which people reach through a tunnel.
 */
export const isOwnComputer = (
  { host, publicUrl, trustedProxies }: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>,
  { isSomebodys, hasDesktop }: { isSomebodys: boolean; hasDesktop: boolean },
): boolean => isLoopback(host) && publicUrl === null && trustedProxies.kind === 'none' && (isSomebodys || hasDesktop);

/** Other devices reach Hangtag itself, and nothing in front of it encrypts what they send. */
export const isOnNetwork = ({
  host,
  publicUrl,
  trustedProxies,
}: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>): boolean =>
  !isLoopback(host) && publicUrl === null && trustedProxies.kind === 'none';

/**
 * Contact address for push services. Some require one and check its format, so a placeholder is used if the operator gave
 * none.
 */
export function pushContact({ operator, mail, publicUrl }: Pick<Config, 'operator' | 'mail' | 'publicUrl'>): string {
  if (operator.email !== null) return `mailto:${operator.email}`;
  const sender = /([^\s<>]+@[^\s<>]+?)>?$/.exec(mail?.from ?? '')?.[1];
  if (sender !== undefined) return `mailto:${sender}`;
  return publicUrl?.protocol === 'https:' ? publicUrl.origin : 'mailto:nobody@hangtag.invalid';
}

/** How long programs may rely on the file. Each request gets a new date. */
const lastsMs = 180 * 86_400_000;

export function securityTxt(config: Pick<Config, 'operator' | 'publicUrl' | 'host' | 'port'>, now: Instant): string {
  const address = publicAddress(config, config.port);
  const { email } = config.operator;
  const lines = [
    // Without an address there is the contact form on the first page.
    `Contact: ${email === null ? address : `mailto:${encodeURI(email)}`}`,
    `Expires: ${new Date(now + lastsMs).toISOString()}`,
    'Preferred-Languages: en',
    ...(config.publicUrl ? [`Canonical: ${new URL('/.well-known/security.txt', config.publicUrl).href}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
