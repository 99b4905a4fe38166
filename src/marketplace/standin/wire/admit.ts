// The checks before every call: fault, maintenance, session, token, human check, and rate limit.

import { type ErrorCase, errorCases, type Operation, strike } from '../settings.ts';
import type { Account, World } from '../state/model.ts';
import { acceptsToken, cookieValue } from '../state/sessions.ts';
import { type Exchange, forbidden, headerOf, type Refusal, refused, wall } from './exchange.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Identifies the caller: the session of the `jwt` cookie and the visitor of `__ssid`. */
export function identify(exchange: Exchange): void {
  const { world, req } = exchange;
  const cookies = req.headers.cookie;
  const jwt = cookieValue(cookies, 'jwt');
  if (jwt !== null) {
    exchange.session = world.sessions.get(jwt) ?? null;
    exchange.account = exchange.session?.account ?? null;
  }
  const hasLiveSession = exchange.session !== null && exchange.session.dead === null;
  const ssid = hasLiveSession ? null : cookieValue(cookies, '__ssid');
  if (ssid !== null) exchange.visitor = world.visitors.get(ssid) ?? null;
}

type Needs = {
  op: Operation;
  listingId?: string;
  /** Whether a live session is required, optional (but not an expired one), or ignored, as for sign-in. */
  session: 'needed' | 'welcome' | 'ignored';
  /** True for writes, which must pass the XSRF token and the human check. */
  write: boolean;
};

/**
 * Runs the checks that precede a call's own, in the marketplace's order: injected fault, maintenance, session, token,
 * human check, rate.
 */
export function admit(exchange: Exchange, needs: Needs): void {
  exchange.op = needs.op;
  if (needs.listingId !== undefined) exchange.listingId = needs.listingId;
  const { world, session } = exchange;
  strikeFault(exchange);
  if (world.settings.maintenance) throw refused(exchange, 'E11', { retryAfter: 60 });
  if (needs.session !== 'ignored') {
    if (session?.dead) throw refused(exchange, session.dead);
    const hasUnknownJwt = session === null && cookieValue(exchange.req.headers.cookie, 'jwt') !== null;
    if (hasUnknownJwt || (session === null && needs.session === 'needed')) throw refused(exchange, 'E8a');
  }
  if (needs.write && !tokenHolds(exchange)) throw refused(exchange, 'E2');
  if (needs.write && exchange.account?.humanCheck === true) throw refusedAsBot(exchange);
  if (!withinRate(exchange)) throw refused(exchange, 'E7', { retryAfter: 30 });
}

/** The signed-in seller of a call that needs one. */
export function admitSeller(exchange: Exchange, needs: Omit<Needs, 'session'>): Account {
  admit(exchange, { ...needs, session: 'needed' });
  if (exchange.account === null) throw refused(exchange, 'E8a');
  return exchange.account;
}

/** The same for what only the seller with this id may see. */
export function admitOwner(exchange: Exchange, uid: string, needs: Omit<Needs, 'session' | 'write'>): Account {
  const account = admitSeller(exchange, { ...needs, write: false });
  if (uid !== account.id && uid !== 'self') throw forbidden(exchange);
  return account;
}

/** Ends the call if a fault says so. Faults that change the reply later stay on the exchange. */
function strikeFault(exchange: Exchange): void {
  const effect = strike(exchange.world.faults, exchange);
  if (effect === null) return;
  exchange.fault = effect;
  if (isErrorCase(effect.case)) throw refused(exchange, effect.case, effect);
  if (effect.case === 'wall' || effect.case === 'timeout-before' || effect.case === 'reset-before') throw wall;
}

const isErrorCase = (name: string): name is ErrorCase => (errorCases as readonly string[]).includes(name);

const botCases = { v2: 'E4', legacy: 'E5', page: 'E6' } as const;

export const refusedAsBot = (exchange: Exchange): Refusal =>
  refused(exchange, botCases[exchange.world.settings.humanCheckStyle]);

function tokenHolds({ world, req, session, visitor }: Exchange): boolean {
  const sent = headerOf(req, world.settings.profile?.switches.tokenHeader ?? 'x-xsrf-token');
  const bearer = session !== null && session.dead === null ? session : visitor;
  if (bearer === null) return world.settings.xsrf === 'lenient' && sent === undefined;
  return acceptsToken(world, bearer, sent);
}

function withinRate({ world, account }: Exchange): boolean {
  // Callers without a session share one counter with five times the limit, because several may share an address.
  const limit = world.settings.callLimit * (account === null ? 5 : 1);
  const calls = account?.calls ?? world.strangerCalls;
  const now = world.clock.now();
  if (isFull(calls, { limit, windowMs: minuteMs, now })) return false;
  countOne(calls, limit, now);
  return true;
}

/** Throws if one more share is beyond the limit of the day, or so fast that only a program does it. */
export function checkShareLimits(exchange: Exchange, account: Account): void {
  const { world } = exchange;
  const { shareLimitPerDay, burstLimit } = world.settings;
  const now = world.clock.now();
  if (isFull(account.sharesDay, { limit: shareLimitPerDay, windowMs: dayMs, now })) throw refused(exchange, 'E3');
  if (!isFull(account.sharesBurst, { limit: burstLimit, windowMs: minuteMs, now })) return;
  account.humanCheck = true;
  world.changed();
  throw refusedAsBot(exchange);
}

export function countShare({ settings, clock }: World, account: Account): void {
  countOne(account.sharesDay, settings.shareLimitPerDay, clock.now());
  countOne(account.sharesBurst, settings.burstLimit, clock.now());
}

/** Whether the limit is reached: the last `limit` events are all inside the window. A limit of 0 means none. */
const isFull = (
  times: readonly number[],
  { limit, windowMs, now }: { limit: number; windowMs: number; now: number },
): boolean => limit > 0 && times.length >= limit && now - (times[times.length - limit] ?? 0) < windowMs;

/** Adds one event. Keeps up to twice as many times as the limit needs, so that most events cost one push. */
function countOne(times: number[], limit: number, now: number): void {
  if (limit === 0) return;
  times.push(now);
  if (times.length > limit * 2) times.splice(0, times.length - limit);
}
