// Pauses a running bot, ends its pauses, and stops it at the daily limit.

import type { Backoff } from '#domain/bot/backoff.ts';
import { type PauseReason, waitingPauses } from '#domain/bot/bot.ts';
import { browserLostMessage } from '#domain/bot/pause-messages.ts';
import { type ConnectionReason, connectionReasons } from '#domain/closet.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { settle } from '../../ledger/store.ts';
import type { BotContext } from '../../needs/needs.ts';
import { roundWords } from '../../reports/activity-entries.ts';
import { type PendingPause, type RunningBot, rightLimit } from '../../rounds/running-bot.ts';
import { endRounds } from '../../rounds/store.ts';
import { lockBotRow } from '../../state/bot-row.ts';
import { planRestart } from '../../state/plan-restart.ts';
import { endWithRoom, pauseForAnyOwner } from '../../state/room.ts';
import { lockSeller } from '../../state/seller.ts';
import {
  endPause,
  readWarningCounts,
  saveBrowserLost,
  saveLimitReached,
  saveLimitUpdate,
  savePause,
} from '../../state/worker-store.ts';
import type { Sessions } from './sessions.ts';

export type Pauses = {
  /** Keeps the new backoff, and saves it with the limit that follows. Resolves to false if this worker no longer owns the bot. */
  updateLimit(bot: RunningBot, backoff: Backoff): Promise<boolean>;
  /**
   * Pauses the bot and releases it: stores the backoff, the share's outcome, the pause, and its reason in the closet in one
   * transaction. The pause is in memory first, so if this throws, the next step stores it before anything is sent.
   */
  pause(bot: RunningBot, pending: PendingPause): Promise<void>;
  /** Ends a pause whose time is over. Resolves to false if this worker no longer owns the bot. */
  resume(bot: RunningBot): Promise<boolean>;
  /** A share is due and no paired browser is awake: releases the bot until one is back. Notifies at most once a day. */
  waitForBrowser(bot: RunningBot): Promise<void>;
  /**
   * Stops the bot at the seller's own limit. Resolves to false if there may be room: its day has ended meanwhile, or the seller has
   * changed the settings. Then the bot is read again before it decides again.
   */
  stopAtLimit(bot: RunningBot): Promise<boolean>;
};

type Needs = BotContext & {
  workerId: () => string;
  sessions: Sessions;
  /** Forgets the bot, which is free now and due at the given time. */
  onLetGo: (dueAt: Instant) => void;
};

export function createPauses(needs: Needs): Pauses {
  return {
    updateLimit: (bot, backoff) => updateLimit(needs, bot, backoff),
    pause: (bot, pending) => pause(needs, bot, pending),
    resume: (bot) => resume(needs, bot),
    waitForBrowser: (bot) => waitForBrowser(needs, bot),
    stopAtLimit: (bot) => stopAtLimit(needs, bot),
  };
}

const ownOf = ({ workerId }: Needs, { userId, epoch }: RunningBot) => ({ userId, workerId: workerId(), epoch });

async function updateLimit(needs: Needs, bot: RunningBot, backoff: Backoff): Promise<boolean> {
  const { database, clock, closet } = needs;
  const isCheckPassed = bot.backoff.openChecks > 0 && backoff.openChecks === 0;
  const isSame = !bot.isBackoffUnsaved && JSON.stringify(backoff) === JSON.stringify(bot.backoff);
  bot.backoff = backoff;
  if (isSame && rightLimit(bot, clock.now()).limit === bot.limitInForce) return true;
  bot.isBackoffUnsaved = true;
  const isOwn = await database.transaction(async (tx) => {
    const isOwn = await saveLimit(needs, tx, bot, backoff);
    if (isCheckPassed) await closet.noteCheckPassed(tx, bot.userId);
    return isOwn;
  });
  bot.isBackoffUnsaved = false;
  return isOwn;
}

/** Resolves to false if this worker no longer owns the bot. */
async function saveLimit(needs: Needs, db: Queryable, bot: RunningBot, backoff: Backoff): Promise<boolean> {
  const { limit, reason } = rightLimit({ ...bot, backoff }, needs.clock.now());
  const isOwn = await saveLimitUpdate(db, {
    ...ownOf(needs, bot),
    backoff,
    limitInForce: limit,
    limitReason: reason ?? null,
  });
  if (isOwn) bot.limitInForce = limit;
  else bot.isStale = true;
  return isOwn;
}

async function pause(needs: Needs, bot: RunningBot, pending: PendingPause): Promise<void> {
  const { database, clock, sessions, activity, notifySeller, breaker, closet, onLetGo } = needs;
  bot.pendingPause = pending;
  // A session that can't be saved must not keep the pause from being stored.
  await sessions.save(bot).catch(() => {});
  const at = clock.now();
  const { reason, backoff } = pending;
  const pause = await database.transaction(async (tx) => {
    const written = await savePending(needs, tx, { bot, pending, at });
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
  if (pause !== null && pause.resumesAt !== null) onLetGo(pause.resumesAt);
}

/** Resolves to the stored pause, or to null if the seller has stopped the bot or the pause was already stored. */
async function savePending(
  needs: Needs,
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
  if (backoff !== undefined) await saveLimit(needs, tx, bot, backoff);
  const limit = rightLimit({ ...bot, backoff: backoff ?? bot.backoff }, at);
  const shareDay = { userId, practice, timezone, day, rollingUntil, limit, now: at };
  const pause = await endWithRoom(tx, { reason, message, at, resumesAt }, shareDay);
  if (await savePause(tx, { ...ownOf(needs, bot), ...pause })) return pause;
  // The marketplace's answer applies to the account, even if another worker owns the bot now.
  const seller = backoff === undefined ? null : await lockSeller(tx, userId, at);
  return backoff === undefined || seller === null ? null : pauseForAnyOwner(tx, seller, { pause, backoff });
}

async function resume(needs: Needs, bot: RunningBot): Promise<boolean> {
  const isOwn = await needs.database.transaction(async (tx) => {
    if (!(await endPause(tx, ownOf(needs, bot)))) return false;
    await needs.activity.record(tx, { userId: bot.userId, action: 'BOT_RESUMED' });
    return true;
  });
  bot.state = bot.round === null ? 'waiting' : 'sharing';
  bot.resumesAt = null;
  return isOwn;
}

async function waitForBrowser(needs: Needs, bot: RunningBot): Promise<void> {
  const { database, clock, sessions, activity, notifySeller } = needs;
  await sessions.save(bot).catch(() => {});
  const { userId, day, browserNoticedOn } = bot;
  const at = clock.now();
  await database.transaction(async (tx) => {
    if (!(await saveBrowserLost(tx, { ...ownOf(needs, bot), at, day }))) return;
    await activity.record(tx, { userId, action: 'BROWSER_AWAY' });
    if (browserNoticedOn !== day)
      await notifySeller(tx, userId, { reason: 'browser_lost', message: browserLostMessage, at });
  });
}

async function stopAtLimit(needs: Needs, bot: RunningBot): Promise<boolean> {
  const { database, clock, sessions, activity, notifySeller } = needs;
  await sessions.save(bot);
  const at = clock.now();
  // The new day has room, so no start would be planned.
  if (at >= bot.dayEndsAt) return false;
  const { userId, revision, round } = bot;
  const isStopped = await database.transaction(async (tx) => {
    if (!(await saveLimitReached(tx, { ...ownOf(needs, bot), revision, at }))) return false;
    if (round !== null) {
      const sums = await endRounds(tx, [{ userId: bot.userId, roundId: round.id, state: 'stopped', at }]);
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
