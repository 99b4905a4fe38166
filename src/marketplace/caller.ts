import type { Clock } from '#domain/ports/clock.ts';
import type { MarketFailure, MarketIdentity, MarketResult } from '#domain/ports/marketplace.ts';
import { readBootstrapPage } from './bootstrap-page.ts';
import { classify, failure, type Verdict } from './classify.ts';
import type { CallNature } from './exchange.ts';
import { Self } from './protocol.ts';
import type { SessionState } from './session-state.ts';
import type { Switches } from './switches.ts';
import type { Outgoing, Wire } from './wire.ts';

/** What every account of one marketplace shares. */
export type Surroundings = {
  origin: string;
  userAgent: string;
  switches: Switches;
  timeouts: Timeouts;
  clock: Clock;
  wire: Wire;
};
export type Timeouts = { connectMs: number; callMs: number; shareMs: number };

export type Call = {
  method: Outgoing['method'];
  /** Path from the root, without the version parameters of `/vm-rest` calls. */
  path: string;
  body?: unknown;
  wants?: CallNature['wants'];
  on?: CallNature['on'];
  deadlineMs?: number;
  /** Sends `app_version` too; the calls that the protocol marks "+app". */
  withAppVersion?: boolean;
  /** Texts besides the session's that must not come back in a message. */
  secrets?: readonly string[];
};

/** Speaks for one session: headers, cookies, token, classification; one attempt a call. */
export type Caller = {
  readonly state: SessionState;
  call(call: Call): Promise<Verdict>;
  /** A write that makes sure of a token first and, refused for it, renews it and tries once more. */
  write(call: Call): Promise<Verdict>;
  bootstrap(): Promise<MarketResult<MarketIdentity>>;
  probe(): Promise<MarketResult<MarketIdentity>>;
};

/** Anything shorter would blot out ordinary words. */
const shortestSecret = 4;

export function createCaller(around: Surroundings, state: SessionState): Caller {
  const { origin, switches, clock, wire } = around;
  let readHeaders: string[] = [];
  let writeHeaders: string[] = [];
  let headersOf = -1;
  /** A 403 on a write means a stale token the first time, and what it says once the token was renewed. */
  let refusal: 'none' | 'refused' | 'renewed' = 'none';

  /** The headers of ordinary calls change only with the session; building them 5,000 times a second would be waste. */
  function headersFor(call: Call, target: string): string[] {
    const cookie = state.cookieHeader(target);
    if (isOrdinary(call) && headersOf === state.revision && readHeaders[1] === cookie) {
      return call.method === 'GET' ? readHeaders : writeHeaders;
    }
    const isSignIn = call.on === 'login' || call.on === 'login_page' || call.path.startsWith('/vm-rest/auth/');
    const back = isSignIn
      ? '/login'
      : state.handle === undefined
        ? '/feed'
        : `/closet/${encodeURIComponent(state.handle)}`;
    const accept = call.wants === 'page' ? 'text/html' : 'application/json';
    const common = ['cookie', cookie, 'accept', accept, 'referer', origin + back, 'user-agent', around.userAgent];
    const reading = cookie === '' ? common.slice(2) : common;
    const token = state.token === undefined ? [] : ['x-xsrf-token', state.token];
    const twice = isSignIn && state.token !== undefined ? ['x-csrf-token', state.token] : [];
    const writing = [...reading, 'content-type', 'application/json', 'origin', origin, ...token, ...twice];
    if (isOrdinary(call) && cookie !== '') {
      headersOf = state.revision;
      readHeaders = reading;
      writeHeaders = writing;
    }
    return call.method === 'GET' ? reading : writing;
  }

  function isOrdinary(call: Call): boolean {
    return call.wants !== 'page' && !call.path.startsWith('/vm-rest/auth/');
  }

  async function call(given: Call): Promise<Verdict> {
    const isWrite = given.method !== 'GET';
    const target = withVersions(given);
    const hasSession = state.hasSession();
    const exchange = await wire.send({
      method: given.method,
      path: target,
      headers: headersFor(given, target),
      body: given.body === undefined ? undefined : JSON.stringify(given.body),
      deadlineMs: given.deadlineMs ?? around.timeouts.callMs,
    });
    if (exchange.kind === 'answer') state.receive(exchange.headers, target);
    const nature: CallNature = {
      wants: given.wants ?? 'json',
      isWrite,
      hasSession,
      on: given.on,
      isRepeated: refusal === 'renewed',
    };
    const verdict = classify(exchange, nature, {
      shareLimitWords: switches.shareLimitWords,
      now: clock.now(),
      secrets: () => [...state.secrets(), ...(given.secrets ?? [])].filter((text) => text.length >= shortestSecret),
    });
    if (isWrite) refusal = verdict.kind === 'token_rejected' ? 'refused' : 'none';
    return verdict;
  }

  function withVersions({ path, withAppVersion }: Call): string {
    if (!path.startsWith('/vm-rest/')) return path;
    const app = withAppVersion ? `app_version=${encodeURIComponent(switches.appVersion)}&` : '';
    return `${path}${path.includes('?') ? '&' : '?'}${app}pm_version=${encodeURIComponent(switches.pmVersion)}`;
  }

  async function write(given: Call): Promise<Verdict> {
    if (state.token === undefined) {
      const ready = await bootstrap();
      if (ready.kind !== 'ok') return ready;
    }
    const first = await call(given);
    if (first.kind !== 'token_rejected') return first;
    const renewed = await bootstrap();
    return renewed.kind === 'ok' ? call(given) : renewed;
  }

  async function bootstrap(): Promise<MarketResult<MarketIdentity>> {
    let last: MarketFailure = failure('protocol_changed');
    for (const path of switches.bootstrapPaths) {
      const verdict = await call({ method: 'GET', path, wants: 'page' });
      if (verdict.kind !== 'ok') {
        last = verdict;
        // Only a page that is not there, or no longer what it was, is a reason to try the next one.
        if (verdict.kind === 'not_found' || verdict.kind === 'protocol_changed') continue;
        return verdict;
      }
      const page = readBootstrapPage(verdict.body);
      if (page.isSignedOut) return failure('session_expired');
      if (page.token !== null) state.takeToken(page.token);
      if (state.token === undefined) continue;
      if (refusal === 'refused') refusal = 'renewed';
      const identity = state.identityFromCookie() ?? page.identity;
      if (identity === null) return askWho();
      state.takeIdentity(identity);
      return { kind: 'ok', value: identity };
    }
    return last;
  }

  async function askWho(): Promise<MarketResult<MarketIdentity>> {
    const verdict = await call({ method: 'GET', path: switches.probePath });
    if (verdict.kind !== 'ok') return verdict;
    const parsed = Self.safeParse(verdict.json);
    const person = parsed.success ? parsed.data : undefined;
    const handle = person?.display_handle || person?.username || person?.dh;
    if (person === undefined || !handle) return failure('protocol_changed');
    state.takeIdentity({ userId: person.id, handle });
    return traced({ userId: person.id, handle }, verdict);
  }

  return {
    state,
    call,
    write,
    bootstrap,
    async probe() {
      const who = await askWho();
      // 404 here means that the marketplace has no such call: the bootstrap page proves a session as well.
      const isMissing = who.kind === 'not_found' || who.kind === 'protocol_changed';
      return isMissing ? bootstrap() : who;
    },
  };
}

/** A value with the trace of the answer that it was read from. */
export function traced<T>(value: T, { traceId }: { traceId?: string }): { kind: 'ok'; value: T; traceId?: string } {
  return traceId === undefined ? { kind: 'ok', value } : { kind: 'ok', value, traceId };
}
