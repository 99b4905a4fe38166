// Makes one share: gets ready, reserves it, and sends it once. `answer.ts` handles the marketplace's answer.

import type { Instant } from '#domain/ports/clock.ts';
import { inFlightMs, type Reservation, turnLimitMs } from '../../ledger/ledger.ts';
import type { Refusal } from '../../ledger/store.ts';
import { afterAnswer } from './answer.ts';
import { loadPage } from './page.ts';
import { count, moveOn, type Next, type RunningBot, uncount } from './running-bot.ts';
import { openSession, saveSession } from './sessions.ts';
import { leadMsOf, mostOfKind } from './situation.ts';
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
  const { userId, roundId, listingId, reservedAt } = given;
  await ledger.settle({ userId, roundId, listingId, reservedAt, outcome: 'not_sent', evidence: null });
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
