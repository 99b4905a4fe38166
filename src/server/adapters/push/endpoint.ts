// Which endpoints of push services are refused before any request.

import { isIP } from 'node:net';

/** Returns the reason for refusing the endpoint in one sentence, or null. Its addresses are checked when it is resolved. */
export function endpointMistake(endpoint: string): string | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || url.protocol !== 'https:') return 'An endpoint begins with https://';
  if (url.username !== '' || url.password !== '') return 'An endpoint has no user and no password';
  if (url.port !== '') return 'An endpoint has no port of its own';
  const name = url.hostname.replace(/\.+$/, '');
  // An IP address would bypass the check at name resolution.
  if (name.startsWith('[') || isIP(name) !== 0 || !name.includes('.') || isPrivateName(name))
    return 'An endpoint is at a host with a public name';
  return null;
}

/** Names that nobody can register, and those by which machines in a cloud ask for their own credentials. */
const isPrivateName = (name: string): boolean =>
  /\.(localhost|local|localdomain|internal|intranet|private|lan|home|corp|arpa|onion|invalid)$/.test(name) ||
  /(^|\.)metadata\.(goog|tencentyun\.com|packet\.net|platformequinix\.com)$/.test(name);
