// Tells whether a request was sent to a name of this installation.
import { isIP } from 'node:net';

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
