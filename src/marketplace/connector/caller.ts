// Makes calls for one session: headers, cookies, token, and the meaning of replies.

import type { Clock } from '#domain/ports/clock.ts';
import type { MarketFailure, MarketIdentity, MarketResult } from '#domain/ports/marketplace.ts';
import { type CallNature, classify, failure, type Verdict } from '../protocol/classify.ts';
import { Self } from '../protocol/protocol.ts';
import type { Switches } from '../protocol/read-switches.ts';
import type { Outgoing, Wire } from '../protocol/wire.ts';
import { readBootstrapPage } from '../session/bootstrap-page.ts';
import type { SessionState } from '../session/session-state.ts';

/** What every account of one marketplace shares. */
export type ConnectorContext = {
  origin: string;
  /** The origin's host, which the cookies belong to. */
  host: string;
  userAgent: string;
  switches: Switches;
  timeouts: Timeouts;
  clock: Clock;
  wire: Wire;
  /** The seller of ours whose browser carries the calls, with cookies of its own. */
  carriedFor?: string;
};
export type Timeouts = { connectMs: number; callMs: number; shareMs: number; closeMs: number };

type Call = {
  method: Outgoing['method'];
  /** Path from the root, without the version parameters of `/vm-rest` calls. */
  path: string;
  body?: unknown;
  wants?: CallNature['wants'];
  on?: CallNature['on'];
  deadlineMs?: number;
  mayLeave?: Outgoing['mayLeave'];
  /** Also sends `app_version`, for the calls that the protocol marks "+app". */
  withAppVersion?: boolean;
  /** Texts to redact from messages, in addition to the session's own. */
  secrets?: readonly string[];
};

/** Of the web site that the protocol was described from. */
const lastKnownPmVersion = '2026.33.00';

/** Shorter texts are not redacted, because they could be ordinary words. */
const shortestSecret = 4;

/** Sign-in calls carry the token in this header as well. */
const signInTokenHeader = 'x-csrf-token';

/** Each call is sent once. */
export class Caller {
  readonly state: SessionState;
  readonly context: ConnectorContext;
  /** Cached, because the headers change only with the session and are needed up to 5,000 times a second. */
  #headers: { revision: number; cookie: string; reading: string[]; writing: string[] } | null = null;
  /** As the last page told. */
  #pmVersion = lastKnownPmVersion;
  /** The first 403 on a write means a stale token. After the token was renewed, it means what it says. */
  #refusal: 'none' | 'refused' | 'renewed' = 'none';

  constructor(context: ConnectorContext, state: SessionState) {
    this.context = context;
    this.state = state;
  }

  async call(given: Call): Promise<Verdict> {
    const { state } = this;
    const { wire, clock, timeouts, switches } = this.context;
    const isWrite = given.method !== 'GET';
    const path = withVersions(given, { ...switches, pmVersion: switches.pmVersion ?? this.#pmVersion });
    const hasSession = this.context.carriedFor !== undefined || state.hasSession();
    const exchange = await wire.send({
      method: given.method,
      path,
      headers: this.#headersFor(given, path),
      body: given.body === undefined ? undefined : JSON.stringify(given.body),
      deadlineMs: given.deadlineMs ?? timeouts.callMs,
      mayLeave: given.mayLeave,
    });
    if (exchange.kind === 'answer') state.receive(exchange.headers, path);
    const isRepeated = this.#refusal === 'renewed';
    const nature: CallNature = { wants: given.wants ?? 'json', isWrite, hasSession, on: given.on, isRepeated };
    const verdict = classify(exchange, nature, {
      shareLimitWords: switches.shareLimitWords,
      now: clock.now(),
      secrets: () => [...state.secrets(), ...(given.secrets ?? [])].filter((text) => text.length >= shortestSecret),
    });
    if (isWrite) this.#refusal = verdict.kind === 'token_rejected' ? 'refused' : 'none';
    return verdict;
  }

  /** Gets a token first if there is none. If the write is refused because of the token, renews it and tries once more. */
  async write(given: Call): Promise<Verdict> {
    if (this.state.token === undefined) {
      const ready = await this.bootstrap();
      if (ready.kind !== 'ok') return ready;
    }
    const first = await this.call(given);
    if (first.kind !== 'token_rejected') return first;
    const renewed = await this.bootstrap();
    return renewed.kind === 'ok' ? this.call(given) : renewed;
  }

  /** Loads the page that contains token and identity. */
  async bootstrap(): Promise<MarketResult<MarketIdentity>> {
    const { state } = this;
    let last: MarketFailure = failure('protocol_changed');
    for (const path of this.context.switches.bootstrapPaths) {
      const verdict = await this.call({ method: 'GET', path, wants: 'page' });
      if (verdict.kind !== 'ok') {
        last = verdict;
        // Try the next page only if this one is missing or has changed.
        if (verdict.kind === 'not_found' || verdict.kind === 'protocol_changed') continue;
        return verdict;
      }
      const page = readBootstrapPage(verdict.body);
      if (page.isSignedOut) return failure('session_expired');
      if (page.identity !== null && this.#isOther(page.identity)) return this.#refuseOther();
      this.#pmVersion = page.pmVersion ?? this.#pmVersion;
      if (page.token !== null) state.takeToken(page.token);
      if (state.token === undefined) continue;
      if (this.#refusal === 'refused') this.#refusal = 'renewed';
      const identity = state.identityFromCookie() ?? page.identity;
      if (identity === null) return this.#askWho();
      state.takeIdentity(identity);
      return { kind: 'ok', value: identity };
    }
    return last;
  }

  /** The who-am-I call. */
  async probe(): Promise<MarketResult<MarketIdentity>> {
    const who = await this.#askWho();
    // A 404 means that the marketplace has no such call. The bootstrap page proves a session as well.
    const isMissing = who.kind === 'not_found' || who.kind === 'protocol_changed';
    return isMissing ? this.bootstrap() : who;
  }

  async #askWho(): Promise<MarketResult<MarketIdentity>> {
    const verdict = await this.call({ method: 'GET', path: this.context.switches.probePath });
    if (verdict.kind !== 'ok') return verdict;
    const person = Self.safeParse(verdict.json).data;
    const handle = person?.display_handle || person?.username || person?.dh;
    if (person === undefined || !handle) return failure('protocol_changed');
    if (this.#isOther({ userId: person.id, handle })) return this.#refuseOther();
    this.state.takeIdentity({ userId: person.id, handle });
    return traced({ userId: person.id, handle }, verdict);
  }

  /** A browser may be signed in with another account than the one that was linked. A session of ours stays who it is. */
  #isOther({ userId }: MarketIdentity): boolean {
    return this.context.carriedFor !== undefined && this.state.userId !== undefined && this.state.userId !== userId;
  }

  /** The token may be the other account's, and would make writes in its name. */
  #refuseOther(): MarketFailure {
    this.state.takeToken(undefined);
    return failure('other_account');
  }

  #headersFor(call: Call, path: string): string[] {
    const { revision } = this.state;
    const cookie = this.state.cookieHeader(path);
    const isOrdinary = call.wants !== 'page' && !isSignInPath(call.path);
    let ready = isOrdinary ? this.#headers : null;
    if (ready === null || ready.revision !== revision || ready.cookie !== cookie) {
      ready = { revision, cookie, ...this.#buildHeaders(call, cookie) };
      if (isOrdinary) this.#headers = ready;
    }
    return call.method === 'GET' ? ready.reading : ready.writing;
  }

  #buildHeaders(call: Call, cookie: string): { reading: string[]; writing: string[] } {
    const { origin, userAgent, switches } = this.context;
    const { handle, token } = this.state;
    const isSignIn = isSignInPath(call.path);
    // The protocol names these two pages. Who has no closet yet comes from the other.
    const back = isSignIn || handle === undefined ? '/login' : `/closet/${encodeURIComponent(handle)}`;
    const accept = call.wants === 'page' ? 'text/html' : 'application/json';
    const reading = ['accept', accept, 'referer', origin + back, 'user-agent', userAgent];
    if (cookie !== '') reading.push('cookie', cookie);
    const writing = [...reading, 'content-type', 'application/json', 'origin', origin];
    if (token !== undefined) writing.push(switches.tokenHeader, token);
    if (token !== undefined && isSignIn && switches.tokenHeader !== signInTokenHeader)
      writing.push(signInTokenHeader, token);
    return { reading, writing };
  }
}

function isSignInPath(path: string): boolean {
  return path === '/login' || path.startsWith('/vm-rest/auth/');
}

function withVersions(
  { path, withAppVersion }: Call,
  { appVersion, pmVersion }: { appVersion: string; pmVersion: string },
): string {
  if (!path.startsWith('/vm-rest/')) return path;
  const app = withAppVersion ? `app_version=${encodeURIComponent(appVersion)}&` : '';
  return `${path}${path.includes('?') ? '&' : '?'}${app}pm_version=${encodeURIComponent(pmVersion)}`;
}

/** A value with the trace id of the reply that it was read from. */
export function traced<T>(value: T, { traceId }: { traceId?: string }): { kind: 'ok'; value: T; traceId?: string } {
  return traceId === undefined ? { kind: 'ok', value } : { kind: 'ok', value, traceId };
}
