// Sessions, XSRF tokens, one-time codes, and cookies of the practice marketplace.

import { randomBytes, randomInt } from 'node:crypto';
import type { Account, OtpState, Session, Visitor, World } from './model.ts';

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
  const cookies = header?.split(';').map((one) => one.trim());
  return cookies?.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
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

const lifeMs = 600_000;
const triesAllowed = 5;

/** Sends a new code. The previous code expires. */
export function sendCode(account: Account, now: number): OtpState {
  const before = account.otpState;
  const replaced = before === null ? [] : [...before.replaced, before.code].slice(-10);
  let code = String(randomInt(100_000, 1_000_000));
  while (replaced.includes(code)) code = String(randomInt(100_000, 1_000_000));
  const state: OtpState = {
    code,
    requestToken: `rt_${randomBytes(8).toString('hex')}`,
    sentMs: now,
    tries: 0,
    replaced,
    entryToken: null,
    entryMs: 0,
  };
  account.otpState = state;
  return state;
}

/** Checks a code. The right one gives a token for one sign-in. */
export function typeCode(
  account: Account,
  typed: { code: string; requestToken: string },
  now: number,
): { entryToken: string } | 'wrong' | 'expired' {
  const state = account.otpState;
  if (state === null || now - state.sentMs > lifeMs || typed.requestToken !== state.requestToken) return 'expired';
  if (state.replaced.includes(typed.code) || state.tries >= triesAllowed) return 'expired';
  if (typed.code !== state.code) {
    state.tries += 1;
    return 'wrong';
  }
  state.entryToken = `et_${randomBytes(8).toString('hex')}`;
  state.entryMs = now;
  return { entryToken: state.entryToken };
}

/** True once per entry token. Using the token also expires the code. */
export function redeemEntryToken(account: Account, token: string, now: number): boolean {
  const state = account.otpState;
  if (state === null || state.entryToken === null || state.entryToken !== token) return false;
  account.otpState = null;
  return now - state.entryMs <= lifeMs;
}
