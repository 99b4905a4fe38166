// Pauses a running bot when the rules say so after a call, ends its pauses, and stops it at the daily limit.

import { type Operation, reactTo } from '#domain/bot/backoff.ts';
import { type PauseReason, waitingPauses } from '#domain/bot/bot.ts';
import type { Backoff } from '#domain/bot/limit/warnings.ts';
import { browserLostMessage } from '#domain/bot/pause-messages.ts';
import { type ConnectionReason, connectionReasons, marketplaceName } from '#domain/closet.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketFailure, MarketListing } from '#domain/ports/marketplace.ts';
import { settle } from '../../ledger/store.ts';
import { roundWords } from '../../reports/reports.ts';
import { endRounds } from '../../rounds/store.ts';
import { lockBotRow } from '../../state/bot-row.ts';
import { endWithRoom, pauseForAnyOwner, planRestart, withVisitsOff } from '../../state/room.ts';
import { lockSeller } from '../../state/seller.ts';
import { changeOwn, readWarningCounts, type WarningCounts } from '../../state/worker-store.ts';
import type { PendingPause, RunningBot } from './running-bot.ts';
import { saveSession } from './sessions.ts';
import { rightLimit } from './situation.ts';
import { claimOf, claimWhenDue, type WorkerState } from './worker-state.ts';

type Reacted = {
  reaction: ReturnType<typeof reactTo>['reaction'];
  backoff: Backoff;
  /** What is stored if the reaction is a pause. */
  pause: PendingPause | null;
};

/** What the rules say after a call for a bot. Stores nothing. */
export function react(
  { context: { clock, random } }: WorkerState,
  bot: RunningBot,
  result: MarketFailure | { kind: 'ok' },
  given: { operation: Operation; alreadyRetried: boolean; availability?: MarketListing['availability'] },
): Reacted {
  const { operation, ...call } = given;
  const { backoff: before, day, dayEndsAt, isByBrowser } = bot;
  const now = clock.now();
  const marketplace = marketplaceName(bot.practice);
  const hasPassword = bot.account?.hasPassword ?? false;
  const stepFor = (counts: WarningCounts) =>
    reactTo({
      result,
      operation,
      backoff: before,
      facts: { now, day, dayEndsAt, ...counts, marketplace, isByBrowser, hasPassword, random, ...call },
    });
  const { reaction, backoff } = stepFor({ confirmed24h: 0, activeListings: 0 });
  if (reaction.kind !== 'pause') return { reaction, backoff, pause: null };
  const { reason, resumesAt, message } = reaction;
  // The limit after a warning follows from what only the database counts.
  const isWarning = result.kind === 'rate_limited' || result.kind === 'human_check';
  const backoffFor = isWarning ? (counts: WarningCounts) => stepFor(counts).backoff : undefined;
  return { reaction, backoff, pause: { reason, resumesAt, message, backoff, backoffFor } };
}

/** Keeps the new backoff, and saves it with the limit that follows. Resolves to false if this worker no longer owns the bot. */
export async function updateLimit(worker: WorkerState, bot: RunningBot, backoff: Backoff): Promise<boolean> {
  const { clock, closet } = worker.context;
  const isCheckPassed = bot.backoff.openChecks > 0 && backoff.openChecks === 0;
  const isSame = !bot.isBackoffUnsaved && JSON.stringify(backoff) === JSON.stringify(bot.backoff);
  bot.backoff = backoff;
  if (isSame && rightLimit(bot, clock.now()).limit === bot.limitInForce) return true;
  bot.isBackoffUnsaved = true;
  const isOwn = await worker.database.transaction(async (tx) => {
    const isOwn = await saveLimit(worker, tx, bot, backoff);
    if (isCheckPassed) await closet.noteCheckPassed(tx, bot.userId);
    return isOwn;
  });
  bot.isBackoffUnsaved = false;
  return isOwn;
}

/** Resolves to false if this worker no longer owns the bot. */
async function saveLimit(worker: WorkerState, tx: Queryable, bot: RunningBot, backoff: Backoff): Promise<boolean> {
  const limit = rightLimit({ ...bot, backoff }, worker.context.clock.now());
  const isOwn = await changeOwn(tx, claimOf(worker, bot), { kind: 'limit_updated', backoff, limit });
  if (isOwn) bot.limitInForce = limit.limit;
  else bot.isStale = true;
  return isOwn;
}

/**
 * Pauses the bot and releases it: stores the backoff, the share's outcome, the pause, and its reason in the closet in one transaction.
 * The pause is in memory first, so if this throws, the next step stores it before anything is sent.
 */
export async function pauseBot(worker: WorkerState, bot: RunningBot, pending: PendingPause): Promise<'gone'> {
  const { clock, activity, notifySeller, breaker, closet } = worker.context;
  bot.pendingPause = pending;
  // A session that can't be saved must not keep the pause from being stored.
  await saveSession(worker, bot).catch(() => {});
  const at = clock.now();
  const { reason, backoff } = pending;
  const pause = await worker.database.transaction(async (tx) => {
    const written = await savePending(worker, tx, { bot, pending, at });
    const isTrue = written !== null || backoff !== undefined;
    if (isTrue && !waitingPauses.includes(reason) && isConnectionReason(reason))
      await closet.noteConnectionIssue(tx, { userId: bot.userId, reason, message: pending.message });
    if (written === null) return null;
    await activity.record(tx, { userId: bot.userId, action: 'BOT_PAUSED', details: written.message });
    await notifySeller(tx, bot.userId, written);
    await breaker.note(tx, { ...bot, reason });
    return written;
  });
  bot.pendingPause = null;
  if (pause !== null && pause.resumesAt !== null) claimWhenDue(worker, pause.resumesAt);
  return 'gone';
}

/** Resolves to the stored pause, or to null if the seller has stopped the bot or the pause was already stored. */
async function savePending(
  worker: WorkerState,
  tx: Queryable,
  { bot, pending, at }: { bot: RunningBot; pending: PendingPause; at: Instant },
) {
  const { reason, resumesAt, message, settles, backoffFor } = pending;
  const { userId, practice, timezone, day, rollingUntil } = bot;
  // Before the counts, in the order of everybody else: a worker that owns the bot now may reserve, or its seller start it.
  await lockBotRow(tx, userId);
  // Settle even if another worker owns the bot now: only this process knows the outcome.
  if (settles !== undefined) await settle(tx, [settles]);
  const backoff = backoffFor ? backoffFor(await readWarningCounts(tx, userId, at)) : pending.backoff;
  if (backoff !== undefined) await saveLimit(worker, tx, bot, backoff);
  const limit = rightLimit({ ...bot, backoff: backoff ?? bot.backoff }, at);
  const shareDay = { userId, practice, timezone, day, rollingUntil, limit, now: at };
  const ended = await endWithRoom(tx, { reason, message, at, resumesAt }, shareDay);
  const pause = withVisitsOff(ended, { ...bot, before: bot.backoff, after: backoff ?? bot.backoff, now: at });
  if (await changeOwn(tx, claimOf(worker, bot), { kind: 'paused', pause })) return pause;
  // The marketplace's answer applies to the account, even if another worker owns the bot now.
  const seller = backoff === undefined ? null : await lockSeller(tx, userId, at);
  return backoff === undefined || seller === null ? null : pauseForAnyOwner(tx, seller, { pause, backoff });
}

/** Ends a pause whose time is over. Resolves to false if this worker no longer owns the bot. */
export async function endPause(worker: WorkerState, bot: RunningBot): Promise<boolean> {
  const isOwn = await worker.database.transaction(async (tx) => {
    if (!(await changeOwn(tx, claimOf(worker, bot), { kind: 'pause_ended' }))) return false;
    await worker.context.activity.record(tx, { userId: bot.userId, action: 'BOT_RESUMED' });
    return true;
  });
  bot.state = bot.round === null ? 'waiting' : 'sharing';
  bot.resumesAt = null;
  return isOwn;
}

/** A share is due and no paired browser is awake: releases the bot until one is back. Notifies at most once a day. */
export async function waitForBrowser(worker: WorkerState, bot: RunningBot): Promise<'gone'> {
  const { clock, activity, notifySeller } = worker.context;
  await saveSession(worker, bot).catch(() => {});
  const { userId, day, browserNoticedOn } = bot;
  const at = clock.now();
  await worker.database.transaction(async (tx) => {
    if (!(await changeOwn(tx, claimOf(worker, bot), { kind: 'browser_lost', at, day }))) return;
    await activity.record(tx, { userId, action: 'BROWSER_AWAY' });
    if (browserNoticedOn !== day)
      await notifySeller(tx, userId, { reason: 'browser_lost', message: browserLostMessage, at });
  });
  return 'gone';
}

/**
 * Stops the bot at the seller's own limit. Resolves to false if there may be room: its day has ended meanwhile, or the seller has changed
 * the settings. Then the bot is read again before it decides again.
 */
export async function stopAtLimit(worker: WorkerState, bot: RunningBot): Promise<boolean> {
  const { clock, activity, notifySeller } = worker.context;
  await saveSession(worker, bot);
  const at = clock.now();
  // The new day has room, so no start would be planned.
  if (at >= bot.dayEndsAt) return false;
  const { userId, revision, round } = bot;
  const isStopped = await worker.database.transaction(async (tx) => {
    if (!(await changeOwn(tx, claimOf(worker, bot), { kind: 'limit_reached', revision, at }))) return false;
    if (round !== null) {
      const sums = await endRounds(tx, [{ userId, roundId: round.id, state: 'stopped', at }]);
      for (const sum of sums.values())
        await activity.record(tx, { userId, action: 'ROUND_FINISHED', details: roundWords('stopped', sum) });
    }
    const seller = await lockSeller(tx, userId, at);
    const planned = seller && (await planRestart(tx, seller, { now: at, isNew: true }));
    const stopped = `The bot stopped at your daily limit of ${bot.settings.dailyShareLimit.toLocaleString('en-US')} shares`;
    const details = planned?.startsAgainAt == null ? stopped : `${stopped} and starts again automatically the next day`;
    await activity.record(tx, { userId, action: 'LIMIT_REACHED', details });
    await notifySeller(tx, userId, { reason: 'limit_reached', message: `${details}.`, at });
    return true;
  });
  if (!isStopped) bot.isStale = true;
  return isStopped;
}

const isConnectionReason = (reason: PauseReason): reason is PauseReason & ConnectionReason =>
  connectionReasons.some((known) => known === reason);
