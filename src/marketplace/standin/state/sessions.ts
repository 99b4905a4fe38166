// Sessions, XSRF tokens, and cookies of the practice marketplace.

import { randomBytes } from 'node:crypto';
import type { Account, Session, Visitor, World } from './model.ts';

const sessionsPerAccount = 50;
const visitorsKept = 10_000;

const secret = (bytes: number) => randomBytes(bytes).toString('base64url');

export function openSession(world: World, account: Account): Session {
  const session: Session = { jwt: secret(32), account, token: secret(18), previousToken: null, dead: null };
  world.sessions.set(session.jwt, session);
  account.sessions.add(session);
  if (account.sessions.size > sessionsPerAccount) {
    const [oldest] = account.sessions;
    if (oldest !== undefined) {
      account.sessions.delete(oldest);
      world.sessions.delete(oldest.jwt);
    }
  }
  world.changed();
  return session;
}

export function openVisitor(world: World): Visitor {
  const visitor: Visitor = { ssid: secret(18), token: secret(18), previousToken: null, attempt: null };
  world.visitors.set(visitor.ssid, visitor);
  if (world.visitors.size > visitorsKept) {
    const [oldest] = world.visitors.keys();
    if (oldest !== undefined) world.visitors.delete(oldest);
  }
  return visitor;
}

/** Gives the session a new cookie. The old one is unknown from then on. */
export function renewSession(world: World, session: Session): void {
  world.sessions.delete(session.jwt);
  session.jwt = secret(32);
  world.sessions.set(session.jwt, session);
  world.changed();
}

type Bearer = { token: string; previousToken: string | null };

/** Every page has a new token. The previous one stays valid. */
export function rotateToken(world: World, bearer: Bearer): string {
  bearer.previousToken = bearer.token;
  bearer.token = secret(18);
  world.changed();
  return bearer.token;
}

export function acceptsToken(world: World, bearer: Bearer, sent: string | undefined): boolean {
  if (sent === undefined || sent === '') return world.settings.xsrf === 'lenient';
  return sent === bearer.token || sent === bearer.previousToken;
}

/** The value of one cookie in a `Cookie` header, or null. */
export function cookieValue(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  let from = 0;
  while (from < header.length) {
    const at = header.indexOf(`${name}=`, from);
    if (at < 0) return null;
    if (at === 0 || header[at - 1] === ' ' || header[at - 1] === ';') {
      const end = header.indexOf(';', at);
      return header.slice(at + name.length + 1, end < 0 ? undefined : end).trim();
    }
    from = at + 1;
  }
  return null;
}

/** `Set-Cookie` lines of a signed-in session. */
export function sessionCookies(session: Session): string[] {
  const { account, jwt, token } = session;
  const who = { uid: account.id, dh: account.handle, fn: account.fullName, em: account.email };
  const ui = encodeURIComponent(JSON.stringify(who)).replaceAll('%20', '+');
  const kept = 'Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000';
  return [`jwt=${jwt}; ${kept}`, `ui=${ui}; ${kept}`, tokenCookie(token)];
}

export const tokenCookie = (token: string) => `_csrf=${token}; Path=/; SameSite=Lax`;
export const visitorCookie = (visitor: Visitor) => `__ssid=${visitor.ssid}; Path=/; HttpOnly; SameSite=Lax`;
