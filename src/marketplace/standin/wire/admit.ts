// The checks before every call: fault, maintenance, session, token, human check, and rate limit.

import { type ErrorCase, errorCases, type FaultCase, type Operation, strike } from '../faults.ts';
import type { Account, Listing, World } from '../state/model.ts';
import { rolling } from '../state/rolling-count.ts';
import { acceptsToken, cookieValue } from '../state/sessions.ts';
import { listingAt } from '../state/world.ts';
import { errorAnswer, gone } from './errors.ts';
import { type Answer, answer, type Exchange, headerOf, html } from './exchange.ts';

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
 * human check, rate. Returns false if the call was answered.
 */
export function admit(exchange: Exchange, needs: Needs): boolean {
  exchange.op = needs.op;
  if (needs.listingId !== undefined) exchange.listingId = needs.listingId;
  const { world, session } = exchange;
  if (world.faults.length > 0 && struck(exchange)) return false;
  if (world.settings.maintenance) return refuse(exchange, 'E11', { retryAfter: 60 });
  if (needs.session !== 'ignored') {
    if (session !== null && session.dead !== null) return refuse(exchange, session.dead);
    const hasUnknownJwt = session === null && cookieValue(exchange.req.headers.cookie, 'jwt') !== null;
    if (hasUnknownJwt || (session === null && needs.session === 'needed')) return refuse(exchange, 'E8a');
  }
  if (needs.write && !tokenHolds(exchange)) return refuse(exchange, 'E2');
  if (needs.write && exchange.account?.humanCheck === true) return refuseAsBot(exchange);
  if (!withinRate(exchange)) return refuse(exchange, 'E7', { retryAfter: 30 });
  return true;
}

/** True if the fault has answered the call. Faults that change the reply later stay on the exchange. */
function struck(exchange: Exchange): boolean {
  const effect = strike(exchange.world.faults, exchange);
  if (effect === null) return false;
  exchange.fault = effect;
  if (isErrorCase(effect.case)) {
    answer(exchange, errorAnswer(exchange, effect.case, effect), effect.case);
    return true;
  }
  if (effect.case === 'wall') {
    answer(exchange, wall, 'wall');
    return true;
  }
  if (effect.case === 'timeout-before' || effect.case === 'reset-before') {
    answer(exchange, wall, effect.case);
    return true;
  }
  return false;
}

const wall: Answer = html(
  403,
  '<html><head><title>Access denied</title></head><body><h1>Access denied</h1></body></html>',
);

const errorCaseNames: ReadonlySet<string> = new Set(errorCases);
const isErrorCase = (name: FaultCase): name is ErrorCase => errorCaseNames.has(name);

export function refuse(exchange: Exchange, code: ErrorCase, detail: { retryAfter?: number } = {}): false {
  answer(exchange, errorAnswer(exchange, code, detail), code);
  return false;
}

const botCases = { v2: 'E4', legacy: 'E5', page: 'E6' } as const;

export function refuseAsBot(exchange: Exchange): false {
  return refuse(exchange, botCases[exchange.world.settings.humanCheckStyle]);
}

function tokenHolds({ world, req, session, visitor }: Exchange): boolean {
  const sent = headerOf(req, world.settings.profile?.switches.tokenHeader ?? 'x-xsrf-token');
  const bearer = session !== null && session.dead === null ? session : visitor;
  if (bearer === null) return world.settings.xsrf === 'lenient' && sent === undefined;
  return acceptsToken(world, bearer, sent);
}

function withinRate({ world, account }: Exchange): boolean {
  const limit = world.settings.callLimit;
  if (limit === 0) return true;
  const now = world.clock.now();
  if (account === null) {
    // Callers without a session share one counter with five times the limit, because several may share an address.
    if (world.strangerCalls?.limit !== limit * 5) world.strangerCalls = rolling(limit * 5, minuteMs);
    if (world.strangerCalls.isFull(now)) return false;
    world.strangerCalls.add(now);
    return true;
  }
  if (account.calls?.limit !== limit) account.calls = rolling(limit, minuteMs, account.calls?.moments());
  if (account.calls.isFull(now)) return false;
  account.calls.add(now);
  return true;
}

type ShareRoom = 'free' | 'day_full' | 'burst';

/** Whether one more share is within the limits of the day and of the minute. */
export function shareRoom(world: World, account: Account): ShareRoom {
  const { shareLimitPerDay, burstLimit } = world.settings;
  const now = world.clock.now();
  if (shareLimitPerDay > 0) {
    if (account.sharesDay?.limit !== shareLimitPerDay) {
      account.sharesDay = rolling(shareLimitPerDay, dayMs, account.sharesDay?.moments());
    }
    if (account.sharesDay.isFull(now)) return 'day_full';
  }
  if (burstLimit > 0) {
    if (account.sharesBurst?.limit !== burstLimit) {
      account.sharesBurst = rolling(burstLimit, minuteMs, account.sharesBurst?.moments());
    }
    if (account.sharesBurst.isFull(now)) return 'burst';
  }
  return 'free';
}

export function countShare(world: World, account: Account): void {
  const now = world.clock.now();
  if (world.settings.shareLimitPerDay > 0) account.sharesDay?.add(now);
  if (world.settings.burstLimit > 0) account.sharesBurst?.add(now);
}

/** The listing of a call. Answers the call and returns null if there is none, or not anymore. */
export function findListing(exchange: Exchange, id: string): Listing | null {
  const listing = listingAt(exchange.world, id);
  if (listing !== undefined && !listing.removed) return listing;
  answer(exchange, gone(exchange, listing !== undefined), 'E10');
  return null;
}
