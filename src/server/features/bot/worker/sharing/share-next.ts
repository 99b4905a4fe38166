// Makes one share: gets ready, reserves it, and sends it once. `after-answer.ts` handles the marketplace's answer.

import type { Instant } from '#domain/ports/clock.ts';
import { type Reservation, turnLimitMs } from '../../ledger/ledger.ts';
import type { Refusal } from '../../ledger/store.ts';
import { leadMsOf, moveOn, type Next, type RunningBot, uncount } from '../../rounds/running-bot.ts';
import { afterAnswer } from './after-answer.ts';
import { readAgainNow, type SharingContext } from './context.ts';
import { renewToken } from './react.ts';

/** While another call of the account runs, the reservation is requested again after this time. */
const lockedMs = 250;
const failedMs = 1_000;

/** A share that is due now, or will be in a moment. */
type DueShare = { listingId: number; dueAt: Instant };
export type ShareNext = (bot: RunningBot, share: DueShare) => Promise<Next>;

/**
 * Shares one listing, and says when to look at the bot again. Everything that matters is in the ledger at each await, so a process
 * that ends anywhere in here leaves at most one share of unknown outcome.
 */
export async function shareNext(
  context: SharingContext,
  bot: RunningBot,
  { listingId, dueAt }: DueShare,
): Promise<Next> {
  const { clock, sessions } = context;
  if (bot.round === null) return dueAt;
  if (!context.maySend(bot)) return clock.now() + failedMs;
  const linked = bot.account ?? (await sessions.open(bot));
  if (linked === null) return readAgainNow(context, bot);
  const { account } = linked;
  // The token of the last round may be stale by now, and a refused share is a warning sign.
  if (!bot.hasToken || bot.round.needsPage) {
    const next = await renewToken(context, bot, account);
    if (next !== null) return next;
    // The page is loaded ahead of time, and the reservation is requested later.
    if (dueAt - clock.now() > leadMsOf(bot)) return dueAt;
  }

  if (bot.settling !== null) await bot.settling;
  // An answer may have replaced the session. If this process ends, the next one needs the new one.
  await sessions.save(bot);
  // A share that is reserved before midnight could reach the marketplace on the next day. So everything that may take long (a
  // session, a page, a slow database) is done before the clock is read here.
  if (bot.dayEndsAt - Math.max(dueAt, clock.now()) < turnLimitMs + context.inFlightMs) return bot.dayEndsAt;

  const reservation = await context.ledger.reserve({
    userId: bot.userId,
    owner: context.workerId(),
    epoch: bot.epoch,
    roundId: bot.round.id,
    listingId,
    shareDay: bot.day,
    revision: bot.revision,
    closetRevision: bot.closetRevision,
  });
  if (reservation.kind === 'refused') {
    context.measure.notReserved(reservation.why);
    return afterRefusal(context, bot, reservation.why);
  }
  bot.sharedToday = reservation.sharesToday;
  if (bot.shared24h !== null) bot.shared24h += 1;
  if (clock.now() < dueAt) await context.until(dueAt);
  if (!mayStillSend(context, bot, reservation)) return giveBackUnsent(context, bot, reservation);

  const sentAt = clock.now();
  context.measure.late(Math.max(0, sentAt - dueAt));
  const result = await account.share(reservation.marketId, () => mayLeaveNow(context, bot));
  return afterAnswer(context, bot, { account, reservation, sentAt, result });
}

/** The last check before a share is passed to the connector. */
const mayStillSend = (context: SharingContext, bot: RunningBot, { sendBefore }: Reservation): boolean =>
  context.monotonic() < sendBefore && mayLeaveNow(context, bot);

/**
 * Checked again when the first byte would leave, because opening a connection may take seconds. `clock` is behind after the host
 * was asleep, so this also counts how far the wall clock has moved. So no share is sent under yesterday's day.
 */
const mayLeaveNow = ({ clock, maySend, driftMs }: SharingContext, bot: RunningBot): boolean =>
  maySend(bot) && clock.now() + Math.max(0, driftMs()) < bot.dayEndsAt;

async function giveBackUnsent(context: SharingContext, bot: RunningBot, reservation: Reservation): Promise<Next> {
  const { userId, roundId, listingId, reservedAt } = reservation;
  await context.ledger.settle({ userId, roundId, listingId, reservedAt, outcome: 'not_sent', evidence: null });
  uncount(bot);
  return context.clock.now() + failedMs;
}

function afterRefusal(context: SharingContext, bot: RunningBot, why: Refusal | 'failed'): Next {
  const { clock, random } = context;
  switch (why) {
    case 'lost':
      return 'gone';
    case 'already':
    case 'not_available':
      moveOn(bot);
      return clock.now();
    case 'busy':
      bot.isStale = true;
      return clock.now() + failedMs;
    case 'held':
      return clock.now() + lockedMs + Math.floor(random() * lockedMs);
    case 'changed':
      return readAgainNow(context, bot);
    case 'limit':
      // Rules and row have the same numbers after a second read. If they don't, the bot must not spin.
      bot.isStale = true;
      return clock.now() + failedMs;
    case 'failed':
      bot.isStale = true;
      return clock.now() + failedMs + Math.floor(random() * failedMs);
  }
}
