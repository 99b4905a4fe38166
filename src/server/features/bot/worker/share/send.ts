// Makes one share: gets ready, reserves it, sends it once, and does what follows from the marketplace's answer.

import type { ListingNews, ShareOutcome } from '#domain/bot/backoff.ts';
import { hasFailures } from '#domain/bot/limit/warnings.ts';
import { nextShareAt } from '#domain/bot/pace.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { MarketAccount, MarketResult } from '#domain/ports/marketplace.ts';
import { inFlightMs, type Reservation, turnLimitMs } from '../../ledger/ledger.ts';
import type { Refusal } from '../../ledger/store.ts';
import { loadPage } from './page.ts';
import { pauseBot, react, updateLimit } from './pauses.ts';
import { count, moveOn, type Next, type RunningBot, uncount } from './running-bot.ts';
import { openSession, saveSession } from './sessions.ts';
import { isSlowNow, leadMsOf, mostOfKind } from './situation.ts';
import { findTarget } from './visits.ts';
import { maySend, until, type WorkerState } from './worker-state.ts';

/** While another call of the account runs, the reservation is requested again after this time. */
const lockedMs = 250;
const failedMs = 1_000;

/**
 * Shares a listing that is due at `dueAt`, now or in a moment, and says when to look at the bot again. Everything that matters is in the
 * ledger at each await, so a process that ends anywhere in here leaves at most one share of unknown outcome.
 */
export async function share(
  worker: WorkerState,
  bot: RunningBot,
  { listingId, dueAt }: { listingId: number; dueAt: Instant },
): Promise<Next> {
  const { clock, host, measure } = worker.context;
  if (bot.round === null) return dueAt;
  if (!maySend(worker, bot)) return clock.now() + failedMs;
  const linked = bot.account ?? (await openSession(worker, bot));
  if (linked === null) {
    bot.isStale = true;
    return clock.now();
  }
  const { account } = linked;
  // The token of the last round may be stale by now, and a refused share is a warning sign.
  if (!bot.hasToken || bot.round.needsPage) {
    const next = await loadPage(worker, bot, account);
    if (next !== null) return next;
    // The page is loaded ahead of time, and the reservation is requested later.
    if (dueAt - clock.now() > leadMsOf(bot)) return dueAt;
  }

  if (bot.round.kind === 'back' && bot.round.target === null) {
    const found = await findTarget(worker, bot, account);
    if (found.kind === 'look_again') return found.at;
    if (dueAt - clock.now() > leadMsOf(bot)) return dueAt;
  }

  if (bot.settling !== null) await bot.settling;
  // An answer may have replaced the session. If this process ends, the next one needs the new one.
  await saveSession(worker, bot);
  // A share that is reserved before midnight could reach the marketplace on the next day. So everything that may take long (a
  // session, a page, a slow database) is done before the clock is read here.
  if (bot.dayEndsAt - Math.max(dueAt, clock.now()) < turnLimitMs + inFlightMs(worker.times)) return bot.dayEndsAt;

  const reservation = await worker.ledger.reserve({
    userId: bot.userId,
    owner: worker.lease.workerId,
    epoch: bot.epoch,
    roundId: bot.round.id,
    listingId: bot.round.target?.listingId ?? listingId,
    kind: bot.round.kind,
    mostOfKind: mostOfKind(bot),
    shareDay: bot.day,
    revision: bot.revision,
    closetRevision: bot.closetRevision,
  });
  if (reservation.kind === 'refused') {
    measure.notReserved(reservation.why);
    return afterRefusal(worker, bot, reservation.why);
  }
  count(bot, reservation.sharesToday);
  if (clock.now() < dueAt) await until(worker, dueAt);
  // The last check before a share is passed to the connector.
  const { party, target } = bot.round;
  const marketId = reservation.marketId ?? target?.marketId;
  if (host.monotonic() >= reservation.sendBefore || !mayLeaveNow(worker, bot) || marketId === undefined)
    return giveBackUnsent(worker, bot, reservation);

  const sentAt = clock.now();
  measure.late(Math.max(0, sentAt - dueAt));
  const mayLeave = () => mayLeaveNow(worker, bot);
  const result = await account.share(marketId, party === null ? { mayLeave } : { mayLeave, partyId: party.id });
  return afterAnswer(worker, bot, { account, reservation, sentAt, result });
}

/**
 * Checked again when the first byte would leave, because opening a connection may take seconds. The clock is behind after the host was
 * asleep, so this also counts how far the wall clock has moved. So no share is sent under yesterday's day, or to a party that is over.
 */
function mayLeaveNow(worker: WorkerState, bot: RunningBot): boolean {
  const now = worker.context.clock.now() + Math.max(0, worker.lease.driftMs());
  const { dayEndsAt, round } = bot;
  return (
    maySend(worker, bot) && now < dayEndsAt && (round === null || round.party === null || now < round.party.endsAt)
  );
}

async function giveBackUnsent({ context, ledger }: WorkerState, bot: RunningBot, given: Reservation): Promise<Next> {
  await ledger.settle({ ...given, outcome: 'not_sent', evidence: null });
  uncount(bot);
  return context.clock.now() + failedMs;
}

function afterRefusal({ context: { clock, random } }: WorkerState, bot: RunningBot, why: Refusal | 'failed'): Next {
  switch (why) {
    case 'lost':
      return 'gone';
    case 'already':
    case 'not_available':
      moveOn(bot);
      return clock.now();
    case 'held':
      return clock.now() + lockedMs + Math.floor(random() * lockedMs);
    case 'changed':
      bot.isStale = true;
      return clock.now();
    case 'busy':
    case 'limit':
      // Rules and row have the same numbers after a second read. If they don't, the bot must not spin.
      bot.isStale = true;
      return clock.now() + failedMs;
    case 'enough':
      // The seller has lowered the number of this kind meanwhile. The round is over.
      if (bot.round !== null) bot.round.plan = bot.round.plan.slice(0, bot.round.next);
      return clock.now();
    case 'failed':
      bot.isStale = true;
      return clock.now() + failedMs + Math.floor(random() * failedMs);
  }
}

type Answered = { account: MarketAccount; reservation: Reservation; sentAt: Instant; result: MarketResult<null> };

async function afterAnswer(worker: WorkerState, bot: RunningBot, answered: Answered): Promise<Next> {
  const { breaker, clock, meanPauseMs, random } = worker.context;
  const { reservation, sentAt, result } = answered;
  const noted = breaker.answered(bot, result.kind === 'ok');
  bot.nextShareAt = nextShareAt(
    { sentAt, answeredAt: clock.now() },
    { meanMs: meanPauseMs, random, isSlow: isSlowNow(bot, sentAt) },
  );
  // A success after failures also starts their counts over, and those are stored.
  if (result.kind !== 'ok' || hasFailures(bot.backoff)) {
    const next = await followRules(worker, bot, answered);
    await noted;
    return next;
  }
  settleInBackground(worker, bot, reservation, 'shared', result.traceId ?? null);
  moveOn(bot);
  if (noted !== null) await noted;
  return bot.nextShareAt;
}

/**
 * Does what the rules say after any other answer. The outcome and the next action are in memory, and the outcome is queued for the
 * ledger, before any call to the database or the marketplace. If such a call fails, the answer is not lost.
 */
async function followRules(worker: WorkerState, bot: RunningBot, answered: Answered): Promise<Next> {
  const { clock, measure } = worker.context;
  const { reservation, result } = answered;
  const alreadyRetried = bot.repeating === reservation.listingId;
  const { reaction, backoff, pause } = react(worker, bot, result, { operation: 'share', alreadyRetried });
  const outcome = reaction.outcome ?? 'refused';
  // The trace id of a confirmed share, or else the reason by which the ledger decides whether the listing may be tried again.
  const evidence = result.kind === 'ok' ? (result.traceId ?? null) : `${result.kind}: ${result.message}`;
  if (outcome === 'refused' || outcome === 'not_sent') uncount(bot);
  if (reaction.outcome === null && reservation.tries < 2) bot.repeating = reservation.listingId;
  else if (reaction.outcome !== 'not_sent') moveOn(bot);
  if (reaction.kind === 'wait') bot.nextShareAt = Math.max(bot.nextShareAt, reaction.until);
  // The token or its session was refused, so the next share begins with a new page.
  if (reaction.kind === 'retry') {
    bot.hasToken = false;
    if (bot.round !== null) bot.round.needsPage = true;
  }
  if (reaction.kind === 'sign_in') bot.needsSignIn = true;

  if (pause !== null) {
    await pauseBot(worker, bot, { ...pause, settles: { ...reservation, outcome, evidence, at: clock.now() } });
    measure.shareSettled(outcome);
    return 'gone';
  }
  settleInBackground(worker, bot, reservation, outcome, evidence);
  await updateLimit(worker, bot, backoff);
  // Hangtag stores nothing about somebody else's listing.
  const news = reservation.marketId === null ? 'none' : await newsOf(worker, bot, answered, reaction.listing);
  if (news !== 'none') await markListing(worker, bot, reservation, news);
  return bot.needsSignIn ? clock.now() : bot.nextShareAt;
}

/** Settles without waiting. The next step waits for `bot.settling`. */
function settleInBackground(
  { context: { measure }, ledger }: WorkerState,
  bot: RunningBot,
  { userId, roundId, listingId, reservedAt }: Reservation,
  outcome: ShareOutcome,
  evidence: string | null,
): void {
  const leave = () => {
    if (bot.settling === settling) bot.settling = null;
  };
  const settling: Promise<void> = ledger.settle({ userId, roundId, listingId, reservedAt, outcome, evidence }).then(
    () => {
      leave();
      measure.shareSettled(outcome);
    },
    // The database refuses this row. The sweep will settle it as unknown.
    () => {
      leave();
      bot.isStale = true;
    },
  );
  bot.settling = settling;
}

/** Reads a listing that isn't for sale once, to find out whether it was sold. */
async function newsOf(
  worker: WorkerState,
  bot: RunningBot,
  { account, reservation, result }: Answered,
  news: ListingNews,
): Promise<ListingNews> {
  if (result.kind !== 'listing_not_available' || reservation.marketId === null) return news;
  const seen = await account.listing(reservation.marketId);
  if (seen.kind !== 'ok') return news;
  const { availability } = seen.value;
  return react(worker, bot, result, { operation: 'share', alreadyRetried: false, availability }).reaction.listing;
}

async function markListing(
  { context: { listings, clock } }: WorkerState,
  bot: RunningBot,
  { listingId }: Reservation,
  news: Exclude<ListingNews, 'none'>,
): Promise<void> {
  const availability = news === 'gone' ? 'removed' : news;
  await listings.markUnavailable({ userId: bot.userId, id: String(listingId), availability, now: clock.now() });
}
