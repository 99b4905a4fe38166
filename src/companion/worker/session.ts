// Sends the marketplace session to the paired server: only the cookies that Hangtag needs, and only when the seller wants it.

import type { BrowserApi, Cookie } from '../platform/browser.ts';
import type { LogEvent } from '../platform/log.ts';

/** The cookies of a marketplace session. All others stay in the browser. */
const neededCookies = ['jwt', 'ui', '_csrf', '__ssid', 'esid', 'ses_exp', 'max_auth_exp'] as const;
export const cookiePermission = { permissions: ['cookies'] };

type SessionCookies = { cookies: Cookie[]; hasSession: boolean };

/** null without the permission. */
export async function readCookies(browser: BrowserApi, origin: string): Promise<SessionCookies | null> {
  if (browser.cookies === undefined || !(await browser.permissions.contains(cookiePermission))) return null;
  const all = await browser.cookies.getAll({ url: origin });
  const cookies = neededCookies.flatMap((name) => all.find((cookie) => cookie.name === name) ?? []);
  return { cookies, hasSession: cookies.some(({ name }) => name === 'jwt') };
}

/** What the log says of a session that left this browser, by how the server's answer ended. */
export function sessionEvent(
  end: 'ok' | 'unreachable' | 'refused' | 'revoked' | 'other_version',
  by: Sender,
): LogEvent {
  if (end === 'ok') return by === 'seller' ? 'session_sent' : 'session_renewed';
  return end === 'unreachable' ? 'session_unanswered' : 'session_refused';
}
type Sender = 'seller' | 'companion';

/** The list that the server's import reads. */
export const exportedSession = (cookies: readonly Cookie[]): string =>
  JSON.stringify(
    cookies.map(({ name, value, domain, path, expirationDate }) => ({
      name,
      value,
      domain,
      path,
      ...(expirationDate === undefined ? {} : { expires: expirationDate }),
    })),
  );
