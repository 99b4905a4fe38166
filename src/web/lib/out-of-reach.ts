// Which addresses mean another machine here than on the server, and at which one a browser stays signed in.
import { isLoopback } from '#domain/text/loopback.ts';

/**
 * Whether this browser can't open an address that the server can. The practice marketplace runs on the server's own machine. On
 * another one its address names the seller's machine, and Chrome asks for permission before a page may look there.
 */
export const isOutOfReach = (address: string, pageHost: string = location.hostname): boolean =>
  URL.canParse(address) && isLoopback(new URL(address).hostname) && !isLoopback(pageHost);

/** The site's https address, if this page is at an http one: browsers drop the session of an https site there. Otherwise null. */
export const safeAddress = (): string | null => {
  const address = document.documentElement.dataset.address ?? '';
  return location.protocol === 'http:' && address.startsWith('https:') ? address : null;
};
