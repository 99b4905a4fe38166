// The contact address that push services require from senders.

import type { Config } from './config.ts';

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
