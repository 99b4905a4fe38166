import { expect, it } from 'vitest';
import { manualClock } from '#server/adapters/clock/manual-clock.ts';
import type { RunningBot } from '../rounds/running-bot.ts';
import { createBacklog } from './backlog.ts';
import { takeIn, takeStep } from './schedule.ts';
import type { WorkerState } from './worker-state.ts';

const noon = Date.UTC(2026, 3, 28, 12);

/** A worker with one bot whose steps are each due a second after the last one. */
function openSchedule() {
  const clock = manualClock(noon);
  let isFull = false;
  let steps = 0;
  const context: Partial<WorkerState['context']> = { clock };
  const partial: Partial<WorkerState> = {
    context: context as WorkerState['context'],
    step: async () => {
      steps += 1;
      return clock.now() + 1_000;
    },
    backlog: createBacklog<RunningBot>({ isFull: () => isFull, take: (bot) => takeStep(state, bot) }),
    bots: new Map(),
    pausing: new Map(),
    onceIdle: [],
    working: 0,
    isClosing: false,
  };
  const state = partial as WorkerState;
  const part: Partial<RunningBot> = { userId: '1', round: null, settling: null, pendingPause: null, isGone: false };
  const bot = part as RunningBot;
  takeIn(state, bot);
  return {
    bot,
    state,
    clock,
    fill(full: boolean) {
      isFull = full;
    },
    steps: () => steps,
  };
}

it('a bot that is due begins its step only after the outcome of its last share is stored', async () => {
  const { bot, state, clock, steps } = openSchedule();
  await bot.step;
  const { promise, resolve } = Promise.withResolvers<void>();
  bot.settling = promise.then(() => {
    bot.settling = null;
  });
  await clock.advance(1_000);
  expect(steps()).toBe(1);
  expect(state.working).toBe(1);
  resolve();
  await bot.settling;
  await bot.step;
  expect(steps()).toBe(2);
  expect(state.working).toBe(0);
});

it('a bot that is due waits while enough reservations do, and no longer', async () => {
  const { bot, state, clock, fill, steps } = openSchedule();
  await bot.step;
  fill(true);
  await clock.advance(1_000);
  expect(steps()).toBe(1);
  fill(false);
  state.backlog.resume();
  await bot.step;
  expect(steps()).toBe(2);
});

it('a bot that was lost while it waited takes no step', async () => {
  const { bot, state, clock, fill, steps } = openSchedule();
  await bot.step;
  fill(true);
  await clock.advance(1_000);
  bot.isGone = true;
  fill(false);
  state.backlog.resume();
  expect(steps()).toBe(1);
});
