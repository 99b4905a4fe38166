// Whether this browser renews the server's session, and why not.

import type { Remembered } from '../platform/memory.ts';

/**
 * `in_hangtag`: allowed here, and not in Hangtag. `no_cookies`: the browser's permission was taken back. `nothing`: this browser would, and the
 * server has no session of its own.
 */
export type Renewal = 'on' | 'off' | 'in_hangtag' | 'no_cookies' | 'nothing';

export function renewalOf(
  { renewsSession, server }: Pick<Remembered, 'renewsSession' | 'server'>,
  mayReadCookies: boolean,
): Renewal {
  if (renewsSession !== true) return 'off';
  if (!mayReadCookies) return 'no_cookies';
  if (server?.transport === 'browser') return 'nothing';
  return server?.renewsSession === false ? 'in_hangtag' : 'on';
}
