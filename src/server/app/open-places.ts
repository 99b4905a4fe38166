// Fills the placeholders of built pages: address, operator, and which closets can be linked.

import type { OpenPlace } from '#contract/pages.ts';
import type { Config } from '../config/config.ts';
import { isOnNetwork, publicAddress } from '../config/public-address.ts';

/** HTML for the parts of pages that are known only at run time. */
export function openPlaces(
  config: Pick<Config, 'trustedProxies' | 'publicUrl' | 'host' | 'port' | 'operator' | 'analytics' | 'marketplaceUrl'>,
  isOwn: boolean,
): Record<OpenPlace, string> {
  const { name, email } = config.operator;
  const mail = email === null ? null : `<a href="mailto:${escaped(encodeURI(email))}">${escaped(email)}</a>`;
  return {
    computer: isOwn ? 'own' : isOnNetwork(config) ? 'network' : 'server',
    publicUrl: publicAddress(config, config.port),
    operator: name === null ? 'an operator who hasn’t added a name yet' : escaped(name),
    operatorContact: mail ?? 'the contact form in the tools',
    counting: config.analytics ? 'on' : 'off',
    closets: config.marketplaceUrl === null ? 'practice' : 'real',
  };
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
