// Everything that authenticates one account at the marketplace: cookies, XSRF token, and identity.

import type { Clock } from '#domain/ports/clock.ts';
import type { MarketIdentity, MarketSession } from '#domain/ports/marketplace.ts';
import type { Headers } from '../protocol/classify.ts';
import { isToken, readUiCookie } from './bootstrap-page.ts';
import { CookieJar } from './cookie-jar.ts';

/** Shorter values are flags such as `true`. Redacting them would remove ordinary words from messages. */
const shortestCookieSecret = 8;

/** Cookies, XSRF token, and identity of one account. Secret: never log it. */
export class SessionState {
  readonly #host: string;
  readonly #clock: Clock;
  #jar: CookieJar;
  /** Changed only by the methods below, which count the changes. */
  token: string | undefined;
  userId: string | undefined;
  handle: string | undefined;
  #changes = 0;

  /** `host` is the marketplace's. */
  constructor(host: string, session: MarketSession, clock: Clock) {
    this.#host = host;
    this.#clock = clock;
    this.#jar = new CookieJar(host, session.cookies);
    ({ token: this.token, userId: this.userId, handle: this.handle } = session);
    const known = this.userId !== undefined && this.handle !== undefined ? null : this.identityFromCookie();
    if (known !== null) ({ userId: this.userId, handle: this.handle } = known);
  }

  /** Increases whenever there is something new to save. */
  get revision(): number {
    return this.#changes + this.#jar.revision;
  }

  /** Whether there is anything that identifies us to the marketplace. */
  hasSession(): boolean {
    return this.#jar.has('jwt', this.#clock.now());
  }

  cookieHeader(path: string): string {
    return this.#jar.header(path, this.#clock.now());
  }

  /** Stores the cookies of a reply, and the new XSRF token if `_csrf` is among them. */
  receive(headers: Headers, path: string): void {
    const lines = headers['set-cookie'];
    if (lines === undefined) return;
    const now = this.#clock.now();
    const list = typeof lines === 'string' ? [lines] : lines;
    this.#jar.receive(list, path, now);
    // The newest line, not the jar: the jar may hold an older cookie of that name for another path or domain.
    const given = list
      .findLast((line) => line.startsWith('_csrf='))
      ?.slice('_csrf='.length)
      .split(';', 1)[0]
      ?.trim();
    if (given !== undefined && isToken(given)) this.takeToken(given);
  }

  /** undefined: the session has none anymore. */
  takeToken(given: string | undefined): void {
    if (given === this.token) return;
    this.token = given;
    this.#changes += 1;
  }

  takeIdentity({ userId, handle }: MarketIdentity): void {
    if (userId === this.userId && handle === this.handle) return;
    this.userId = userId;
    this.handle = handle;
    this.#changes += 1;
  }

  /** Identity in the `ui` cookie. */
  identityFromCookie(): MarketIdentity | null {
    return readUiCookie(this.#jar.get('ui', this.#clock.now()));
  }

  snapshot(): MarketSession {
    return {
      cookies: this.#jar.all(this.#clock.now()),
      ...(this.token === undefined ? {} : { token: this.token }),
      ...(this.userId === undefined ? {} : { userId: this.userId }),
      ...(this.handle === undefined ? {} : { handle: this.handle }),
    };
  }

  /** Replaces the session, for example after a successful sign-in. */
  become(next: MarketSession): void {
    this.#changes += this.#jar.revision + 1;
    this.#jar = new CookieJar(this.#host, next.cookies);
    ({ token: this.token, userId: this.userId, handle: this.handle } = next);
  }

  /** All secret texts, so that they can be redacted from messages. */
  secrets(): string[] {
    const values = this.#jar.all(this.#clock.now()).map(({ value }) => value);
    const secrets = values.filter((value) => value.length >= shortestCookieSecret);
    return this.token === undefined ? secrets : [...secrets, this.token];
  }
}
