import type { Clock } from '#domain/ports/clock.ts';
import type { MarketIdentity, MarketSession } from '#domain/ports/marketplace.ts';
import { isToken, readUiCookie } from './bootstrap-page.ts';
import { createCookieJar } from './cookie-jar.ts';
import type { Headers } from './exchange.ts';

/** What one account knows at the marketplace: cookies, XSRF token, identity. A secret. */
export type SessionState = {
  /** Moves whenever there is something new to keep. */
  readonly revision: number;
  readonly token: string | undefined;
  readonly identity: MarketIdentity | null;
  readonly userId: string | undefined;
  readonly handle: string | undefined;
  hasSession(): boolean;
  cookieHeader(path: string): string;
  /** Takes the cookies of an answer, and with them a new token where `_csrf` is among them. */
  receive(headers: Headers, path: string): void;
  takeToken(token: string): void;
  takeIdentity(identity: MarketIdentity): void;
  /** Who the `ui` cookie says this is. */
  identityFromCookie(): MarketIdentity | null;
  snapshot(): MarketSession;
  /** Becomes another session, as after a sign-in that went well. */
  become(session: MarketSession): void;
  /** Every secret text in here, to be kept out of messages. */
  secrets(): string[];
};

export function openSession(host: string, session: MarketSession, clock: Clock): SessionState {
  let jar = createCookieJar(host, session.cookies);
  let token = session.token;
  let { userId, handle } = session;
  let earlier = 0;

  const state: SessionState = {
    get revision() {
      return earlier + jar.revision;
    },
    get token() {
      return token;
    },
    get identity() {
      return userId !== undefined && handle !== undefined ? { userId, handle } : null;
    },
    get userId() {
      return userId;
    },
    get handle() {
      return handle;
    },
    hasSession: () => Boolean(jar.get('jwt', clock.now())),
    cookieHeader: (path) => jar.header(path, clock.now()),
    receive(headers, path) {
      const lines = headers['set-cookie'];
      if (lines === undefined) return;
      const now = clock.now();
      const list = typeof lines === 'string' ? [lines] : lines;
      jar.receive(list, path, now);
      if (!list.some((line) => line.startsWith('_csrf='))) return;
      const given = jar.get('_csrf', now);
      if (given !== undefined && isToken(given)) state.takeToken(given);
    },
    takeToken(given) {
      if (given === token) return;
      token = given;
      earlier += 1;
    },
    takeIdentity(identity) {
      if (identity.userId === userId && identity.handle === handle) return;
      ({ userId, handle } = identity);
      earlier += 1;
    },
    identityFromCookie: () => readUiCookie(jar.get('ui', clock.now())),
    snapshot: () => ({
      cookies: jar.all(clock.now()),
      ...(token === undefined ? {} : { token }),
      ...(userId === undefined ? {} : { userId }),
      ...(handle === undefined ? {} : { handle }),
    }),
    become(next) {
      earlier += jar.revision + 1;
      jar = createCookieJar(host, next.cookies);
      ({ token, userId, handle } = next);
    },
    secrets() {
      // Short values are flags such as `true`, and would eat ordinary words.
      const values = jar.all(clock.now()).flatMap(({ value }) => (value.length >= 8 ? [value] : []));
      return token === undefined ? values : [...values, token];
    },
  };

  const known = state.identity ?? state.identityFromCookie();
  if (known !== null) ({ userId, handle } = known);
  return state;
}
