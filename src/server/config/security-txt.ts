// Says whom to tell about a vulnerability of this installation (RFC 9116).

import type { Instant } from '#domain/ports/clock.ts';
import type { Config } from './config.ts';
import { publicAddress } from './public-address.ts';

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
