// XSRF token, cookies, and security headers of an HTML page.

import type { Session } from '../state/model.ts';
import { openVisitor, rotateToken, tokenCookie, visitorCookie } from '../state/sessions.ts';
import { type Answer, type Exchange, html } from '../wire/exchange.ts';

type PageToken = { token: string; cookies: string[]; session: Session | null };

/** A new token for the page, and the cookies that carry it. */
export function freshToken(exchange: Exchange): PageToken {
  const { world } = exchange;
  const session = exchange.session?.dead === null ? exchange.session : null;
  if (session !== null) {
    const token = rotateToken(world, session);
    return { token, cookies: [tokenCookie(token)], session };
  }
  const visitor = exchange.visitor ?? openVisitor(world);
  const token = rotateToken(world, visitor);
  return { token, cookies: [visitorCookie(visitor), tokenCookie(token)], session: null };
}

/** A page may load only what this server serves, and run the one inline script that contains the page state. */
export function pageAnswer(body: string, cookies: string[], nonce?: string): Answer {
  const scripts = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`;
  return {
    ...html(200, body),
    headers: {
      'Set-Cookie': cookies,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; img-src 'self'; style-src 'self'; script-src ${scripts}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
    },
  };
}
