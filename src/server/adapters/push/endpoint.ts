// Which endpoints of push services are refused before any request.

import { isIP } from 'node:net';

/** Returns the reason for refusing the endpoint in one sentence, or null. Its addresses are checked when it is resolved. */
export function endpointMistake(endpoint: string): string | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || url.protocol !== 'https:') return 'An endpoint begins with https://';
  if (url.username !== '' || url.password !== '') return 'An endpoint has no user and no password';
  if (url.port !== '') return 'An endpoint has no port of its own';
  // An IP address would bypass the check at name resolution.
  if (url.hostname.startsWith('[') || isIP(url.hostname) !== 0 || !url.hostname.includes('.'))
    return 'An endpoint is at a host with a public name';
  return null;
}
