// Whether this browser renews the server's session, and why not.

import type { Remembered } from '../platform/memory.ts';

/**
 * `in_hangtag`: on in this browser, off in Hangtag. `no_cookies`: the browser no longer lets the companion read cookies. `nothing`: on,
 * but the closet is shared from this browser, so the server has no session to renew.
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
