// Decides what the bot does after each of its calls: continue, wait, sign in again, or pause.

import type { MarketplaceName } from '../closet.ts';
import type { Instant } from '../ports/clock.ts';
import { type MarketFailure, type MarketListing, provesRefusal } from '../ports/marketplace.ts';
import type { PauseReason } from './bot.ts';
import {
  afterCheckAsked,
  afterRateLimited,
  afterShared,
  afterShareLimit,
  type Backoff,
  forgetOld,
  type Measures,
  triesOn,
} from './limit/warnings.ts';
import { type OpenCheck, pauseMessage } from './pause-messages.ts';

export type Operation = 'share' | 'bootstrap' | 'probe' | 'sign_in';
/**
 * The outcome of a reserved share. A proven refusal gives its reservation back. One that was never sent is forgotten, because nobody
 * refused it: its listing stays the next one.
 */
export type ShareOutcome = 'shared' | 'refused' | 'unknown' | 'not_sent';
/** What the reply to a share says about the listing. */
export type ListingNews = 'none' | 'sold' | 'gone' | 'not_for_sale' | 'reserved';

/**
 * What to do after a call. `outcome` settles the share. It is null if the call was not a share, or if the same listing is tried
 * once more under the same reservation (`retry`, `sign_in`). If that try can't be made, the share counts as refused.
 */
type Reaction = { outcome: ShareOutcome | null; listing: ListingNews } & (
  | { kind: 'continue' }
  /** Bootstrap once, then repeat the call once. */
  | { kind: 'retry' }
  /** Sign in once with the stored password, in the background. Then repeat the call once if `outcome` is null. */
  | { kind: 'sign_in' }
  /** Make no call for this seller before `until`. */
  | { kind: 'wait'; until: Instant }
  | { kind: 'pause'; reason: PauseReason; resumesAt: Instant | null; message: string }
);

export type Facts = Measures & {
  /** The share day, and when it ends. */
  day: string;
  dayEndsAt: Instant;
  marketplace: MarketplaceName;
  /** A password is stored and the seller allowed its use. */
  hasPassword: boolean;
  isByBrowser?: boolean;
  /** This call was already repeated once, after a bootstrap or a sign-in. */
  alreadyRetried: boolean;
  /** What reading the listing after a refusal showed, if it was read. */
  availability?: MarketListing['availability'];
  /** From 0 to below 1, to spread bots that would otherwise return at the same time. Without it there is no spread. */
  random?: () => number;
};

type Step = { backoff: Backoff; reaction: Reaction };
type Call = { result: MarketFailure; operation: Operation; backoff: Backoff; facts: Facts };

const secondMs = 1000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const shortWaits = [2 * secondMs, 8 * secondMs, 30 * secondMs];
const outagePauses = [5 * minuteMs, 15 * minuteMs, hourMs];
const rateLimitPauses = [15 * minuteMs, hourMs, dayMs];
/** After a request to slow down, the pauses between shares are twice as long for this time. */
const slowMs = dayMs;
/** After a share limit, nothing is shared before the next share day, and for at least this time. */
const shareLimitPauseMs = 6 * hourMs;
/** The longest wait that a marketplace may demand. */
const longestOutagePauseMs = dayMs;
/** After this many unexpected results in a row, the bot pauses. */
const tooMany = 3;
/** Waits are randomly up to this fraction longer, but at most a minute: the screens say 15 minutes, an hour, or a day. */
const spread = 0.2;
const mostSpreadMs = minuteMs;

/** Decides what the bot does after any of its calls. A call that may have reached the marketplace is never repeated. */
export function reactTo(given: {
  result: MarketFailure | { kind: 'ok' };
  operation: Operation;
  backoff: Backoff;
  facts: Facts;
}): Step {
  const { result, operation, backoff: before, facts } = given;
  const backoff = forgetOld(before, facts.now);
  if (result.kind === 'ok') return afterSuccess(operation, backoff);
  const call: Call = { result, operation, backoff, facts };
  switch (result.kind) {
    case 'network':
    case 'unavailable':
    case 'bad_answer':
    case 'uncertain':
      return afterOutage(call);
    case 'token_rejected':
      return afterTokenRefusal(call);
    case 'session_expired':
      return afterSessionEnd(call);
    case 'other_account':
      return pauseForSeller(call, 'session_expired');
    case 'invalid_credentials':
      return pauseForSeller(call, 'credentials_rejected');
    case 'otp_required':
    case 'otp_invalid':
    case 'otp_expired':
      return pauseForSeller(call, 'code_required');
    case 'account_blocked':
      return pauseForSeller(call, 'account_blocked');
    case 'blocked':
    case 'forbidden':
      return pauseForSeller(call, 'marketplace_refused');
    case 'human_check':
      return afterHumanCheck(call);
    case 'rate_limited':
      return afterRateLimit(call);
    case 'listing_gone':
    case 'listing_not_available':
    case 'not_found':
    case 'validation':
      return operation === 'share' ? afterListingRefusal(call) : afterSurprise(call);
    case 'browser_refused':
      return afterBrowserRefusal(call);
    case 'write_not_applied':
    case 'protocol_changed':
    case 'unknown_failure':
      return afterSurprise(call);
  }
}

/** Only a successful share proves that sharing works again. A page that loads proves little. */
function afterSuccess(operation: Operation, backoff: Backoff): Step {
  if (operation !== 'share') return { backoff, reaction: { kind: 'continue', outcome: null, listing: 'none' } };
  return { backoff: afterShared(backoff), reaction: { kind: 'continue', outcome: 'shared', listing: 'none' } };
}

/**
 * Waits 2, 8, and 30 seconds, then pauses 5, 15, and 60 minutes. A share that may have reached the marketplace is never repeated;
 * the next share is for another listing. A share that never left (`network`) was not made, and its listing is shared next.
 */
function afterOutage({ result, operation, backoff: before, facts }: Call): Step {
  const outages = before.outages + 1;
  // A sign-in that the marketplace never took may be tried again. One whose answer was lost may have been made.
  const wasNeverTaken = operation === 'sign_in' && (result.kind === 'network' || result.kind === 'unavailable');
  const quietSignIns = wasNeverTaken ? 0 : before.quietSignIns;
  const backoff = { ...before, outages, quietSignIns };
  const ofShare = result.kind === 'network' ? 'not_sent' : 'unknown';
  const settled = { outcome: operation === 'share' ? ofShare : null, listing: 'none' } as const;

  const askedMs = Math.min(result.retryAfterMs ?? 0, longestOutagePauseMs);
  const shortMs = shortWaits[outages - 1];
  if (shortMs !== undefined && askedMs <= minuteMs)
    return { backoff, reaction: { ...settled, kind: 'wait', until: inAWhile(facts, Math.max(shortMs, askedMs)) } };

  const step = Math.min(Math.max(outages - shortWaits.length - 1, 0), outagePauses.length - 1);
  const waitMs = Math.max(outagePauses[step] ?? 0, askedMs);
  const pause = waitingPause(facts, 'marketplace_unavailable', inAWhile(facts, waitMs));
  return { backoff, reaction: { ...settled, ...pause } };
}

function afterTokenRefusal(call: Call): Step {
  const isFirst = !call.facts.alreadyRetried && (call.operation === 'share' || call.operation === 'probe');
  if (!isFirst) return pauseForSeller(call, 'marketplace_refused');
  return { backoff: call.backoff, reaction: { kind: 'retry', outcome: null, listing: 'none' } };
}

/**
 * Bootstraps once. If that does not help, signs in once, and not again before a share succeeds. Then the seller must connect
 * again.
 */
function afterSessionEnd(call: Call): Step {
  const { operation, backoff, facts } = call;
  const isFirst = !facts.alreadyRetried && (operation === 'share' || operation === 'probe');
  if (isFirst) return { backoff, reaction: { kind: 'retry', outcome: null, listing: 'none' } };
  if (operation === 'sign_in' || !facts.hasPassword || backoff.quietSignIns > 0)
    return pauseForSeller(call, 'session_expired');
  return {
    backoff: { ...backoff, quietSignIns: 1 },
    reaction: { kind: 'sign_in', outcome: operation === 'share' ? 'refused' : null, listing: 'none' },
  };
}

function afterHumanCheck(call: Call): Step {
  const { backoff: before, facts } = call;
  const backoff = afterCheckAsked(before, facts);
  const check = { isStillOpen: before.openChecks > 0, tries: triesOn(backoff, facts.day) };
  return pauseForSeller({ ...call, backoff }, 'human_check', check);
}

/**
 * A request to slow down pauses 15 minutes, 1 hour, 24 hours within 48 hours. A share limit, or the third such request within 24
 * hours, pauses until the next share day.
 */
function afterRateLimit({ result, operation, backoff: before, facts }: Call): Step {
  const settled = { outcome: operation === 'share' ? 'refused' : null, listing: 'none' } as const;
  const askedMs = result.retryAfterMs ?? 0;
  const { backoff, isWarning } = isShareLimit(result, operation)
    ? { backoff: afterShareLimit(before, facts), isWarning: true }
    : afterRateLimited(before, facts);
  if (isWarning) {
    const restMs = Math.max(shareLimitPauseMs, askedMs, facts.dayEndsAt - facts.now);
    const pause = waitingPause(facts, 'share_limit', facts.now + restMs);
    return { backoff, reaction: { ...settled, ...pause } };
  }
  const step = Math.min(backoff.rateLimits.length, rateLimitPauses.length) - 1;
  const pause = waitingPause(facts, 'rate_limited', inAWhile(facts, Math.max(rateLimitPauses[step] ?? 0, askedMs)));
  return { backoff: { ...backoff, slowUntil: pause.resumesAt + slowMs }, reaction: { ...settled, ...pause } };
}

/** The connector decides this if it can, otherwise the message text does. Only the sentence for the seller depends on it. */
const isShareLimit = (result: MarketFailure, operation: Operation): boolean =>
  result.shareLimit ?? (operation === 'share' && /\bshar(e|es|ed|ing)\b/i.test(result.message));

function afterListingRefusal(call: Call): Step {
  const { result, backoff: before, facts } = call;
  const listing = newsOf(result, facts.availability);
  const refusals = listing === 'none' ? before.refusals + 1 : 0;
  const backoff = { ...before, refusals, surprises: 0, outages: 0 };
  if (refusals >= tooMany) return pauseForSeller({ ...call, backoff }, 'marketplace_changed');
  return { backoff, reaction: { kind: 'continue', outcome: 'refused', listing } };
}

function newsOf(result: MarketFailure, availability: Facts['availability']): ListingNews {
  if (availability === 'sold') return 'sold';
  if (availability === 'reserved') return 'reserved';
  if (availability === 'not_for_sale' || availability === 'unavailable') return 'not_for_sale';
  if (result.kind === 'listing_gone' || result.kind === 'not_found') return 'gone';
  return result.kind === 'listing_not_available' ? 'not_for_sale' : 'none';
}

function afterSurprise(call: Call): Step {
  const { operation, backoff: before, facts } = call;
  const surprises = before.surprises + 1;
  const backoff = { ...before, surprises };
  if (surprises >= tooMany) return pauseForSeller({ ...call, backoff }, 'marketplace_changed');
  const until = inAWhile(facts, shortWaits[surprises - 1] ?? 0);
  const outcome = operation === 'share' ? 'unknown' : null;
  return { backoff, reaction: { kind: 'wait', until, outcome, listing: 'none' } };
}

/**
 * A share that isn't on the companion's list will not be on it at the next try either. Another call, such as a price change of a
 * listing that changed meanwhile, says nothing about shares.
 */
function afterBrowserRefusal(call: Call): Step {
  if (call.operation === 'share' || call.operation === 'bootstrap') return pauseForSeller(call, 'marketplace_changed');
  return { backoff: call.backoff, reaction: { kind: 'continue', outcome: null, listing: 'none' } };
}

function pauseForSeller({ result, operation, backoff, facts }: Call, reason: PauseReason, check?: OpenCheck): Step {
  const outcome = operation === 'share' ? (provesRefusal.has(result.kind) ? 'refused' : 'unknown') : null;
  const { marketplace, isByBrowser = false } = facts;
  const isRefusedByBrowser = result.kind === 'browser_refused';
  const isOtherAccount = result.kind === 'other_account';
  const message = pauseMessage(reason, { marketplace, check, isByBrowser, isRefusedByBrowser, isOtherAccount });
  return { backoff, reaction: { kind: 'pause', reason, resumesAt: null, message, outcome, listing: 'none' } };
}

function waitingPause({ marketplace, isByBrowser }: Facts, reason: PauseReason, resumesAt: Instant) {
  return { kind: 'pause', reason, resumesAt, message: pauseMessage(reason, { marketplace, isByBrowser }) } as const;
}

/** Never earlier than requested, and up to a fifth or a minute later. */
const inAWhile = ({ now, random }: Facts, delayMs: number): Instant =>
  now + delayMs + Math.floor(Math.min(delayMs * spread, mostSpreadMs) * (random?.() ?? 0));
