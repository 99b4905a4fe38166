import type { Config } from './config.ts';

/**
 * Whom a push service may ask about what is sent from here. Some of them want one and look at its form, so where nobody is
 * named it is an address that is nobody's.
 */
export function pushContact({ operator, mail, publicUrl }: Pick<Config, 'operator' | 'mail' | 'publicUrl'>): string {
  if (operator.email !== null) return `mailto:${operator.email}`;
  const sender = /([^\s<>]+@[^\s<>]+?)>?$/.exec(mail?.from ?? '')?.[1];
  if (sender !== undefined) return `mailto:${sender}`;
  return publicUrl?.protocol === 'https:' ? publicUrl.origin : 'mailto:nobody@hangtag.invalid';
}
