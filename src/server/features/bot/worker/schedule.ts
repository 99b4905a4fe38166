// Runs each bot's steps when they are due, one at a time, and releases bots.

import type { Instant } from '#domain/ports/clock.ts';
import { leadMsOf, type RunningBot } from '../rounds/running-bot.ts';
import { recountRounds } from '../rounds/store.ts';
import { leaveWork, type WorkerState } from './worker-state.ts';

/**
 * The clock has reached the bot's next step. Its share would wait for the outcome of the last one anyway, so the step begins only
 * after that. The wait is work, as the step would be.
 */
function whenDue(state: WorkerState, bot: RunningBot): void {
  if (bot.settling === null) {
    state.backlog.add(bot);
    return;
  }
  state.working += 1;
  void bot.settling.then(() => {
    whenDue(state, bot);
    leaveWork(state);
  });
}

/** Runs one step of the bot. Steps of one bot never overlap. */
export function takeStep(state: WorkerState, bot: RunningBot): void {
  if (bot.isStepping || state.isClosing || isDone(bot)) return;
  bot.isStepping = true;
  bot.step = runStep(state, bot);
}

/** A plain function and not a callback of `atWork`, because whatever a share keeps in memory is kept 5,000 times a second. */
async function runStep(state: WorkerState, bot: RunningBot): Promise<void> {
  state.working += 1;
  try {
    const next = await state.step(bot);
    bot.isStepping = false;
    if (next !== 'gone' && !isDone(bot)) return arm(state, bot, next);
    forget(state, bot);
    // Waits for a share that was in flight when the round was ended by someone else.
    await bot.settling;
    if (bot.round !== null)
      await recountRounds(state.context.database, [{ userId: bot.userId, roundId: bot.round.id }]).catch(() => {});
  } finally {
    leaveWork(state);
  }
}

/** This worker no longer owns the bot. A pause that isn't stored yet is still tried. */
export function forget(state: WorkerState, bot: RunningBot): void {
  const { bots, pausing } = state;
  bot.isGone = true;
  if (bots.get(bot.userId) === bot) bots.delete(bot.userId);
  if (bot.pendingPause !== null) {
    pausing.set(bot.userId, bot);
    return;
  }
  if (pausing.get(bot.userId) === bot) pausing.delete(bot.userId);
  bot.disarm();
}

/** This worker owns the bot now, so its first step stores what is left of an earlier ownership. */
export function takeIn(state: WorkerState, bot: RunningBot): void {
  const { bots, pausing } = state;
  const before = bots.get(bot.userId);
  if (before) forget(state, before);
  const pausingBefore = pausing.get(bot.userId);
  if (pausingBefore) {
    bot.pendingPause = pausingBefore.pendingPause;
    pausingBefore.pendingPause = null;
    forget(state, pausingBefore);
  }
  bots.set(bot.userId, bot);
  takeStep(state, bot);
}

const isDone = (bot: RunningBot): boolean => bot.isGone && bot.pendingPause === null;

function arm(state: WorkerState, bot: RunningBot, next: Instant): void {
  const ahead = bot.round !== null && next === bot.nextShareAt ? leadMsOf(bot) : 0;
  bot.disarm = state.context.clock.at(next - ahead, () => whenDue(state, bot));
}
