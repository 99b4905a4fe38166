import { expect, it } from 'vitest';
import { standardSettings } from '#domain/bot/bot.ts';
import { noBackoff } from '#domain/bot/limit/warnings.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { takeIn, takeWaiting } from './run-steps.ts';
import type { RunningBot } from './share/running-bot.ts';
import type { WorkerState } from './share/worker-state.ts';

const noon = Date.UTC(2026, 3, 28, 12);
/** A held bot looks again after this time. */
const holdMs = 4_000;

/** A worker with one bot. All bots are held, so that each step only looks at the hold. */
function openSchedule() {
  const clock = manualClock(noon);
  let isFull = false;
  let steps = 0;
  const context: Partial<WorkerState['context']> = {
    clock,
    random: () => 0,
    findHold() {
      steps += 1;
      return { until: null, reason: null };
    },
  };
  const partial: Partial<WorkerState> = {
    context: context as WorkerState['context'],
    backlog: [],
    reservations: {
      get isFull() {
        return isFull;
      },
    } as WorkerState['reservations'],
    bots: new Map(),
    pausing: new Map(),
    onceIdle: [],
    working: 0,
    isClosing: false,
  };
  const worker = partial as WorkerState;
  const botOf = (userId: string): RunningBot => {
    const part: Partial<RunningBot> = {
      userId,
      round: null,
      settling: null,
      pendingPause: null,
      isGone: false,
      open: [],
      dayEndsAt: Number.POSITIVE_INFINITY,
      settings: standardSettings,
      visits: null,
      backoff: noBackoff,
      limitInForce: standardSettings.dailyShareLimit,
      disarm() {},
    };
    return part as RunningBot;
  };
  const bot = botOf('1');
  takeIn(worker, bot);
  return {
    bot,
    botOf,
    worker,
    clock,
    fill(full: boolean) {
      isFull = full;
    },
    steps: () => steps,
  };
}

it('a bot that is due begins its step only after the outcome of its last share is stored', async () => {
  const { bot, worker, clock, steps } = openSchedule();
  await bot.step;
  const { promise, resolve } = Promise.withResolvers<void>();
  bot.settling = promise.then(() => {
    bot.settling = null;
  });
  await clock.advance(holdMs);
  expect(steps()).toBe(1);
  expect(worker.working).toBe(1);
  resolve();
  await bot.settling;
  await bot.step;
  expect(steps()).toBe(2);
  expect(worker.working).toBe(0);
});

it('a bot that is due waits while enough reservations do, no longer, and not if it was lost meanwhile', async () => {
  const { bot, worker, clock, fill, steps } = openSchedule();
  await bot.step;
  fill(true);
  await clock.advance(holdMs);
  expect(steps()).toBe(1);
  fill(false);
  takeWaiting(worker);
  await bot.step;
  expect(steps()).toBe(2);
  fill(true);
  await clock.advance(holdMs);
  bot.isGone = true;
  fill(false);
  takeWaiting(worker);
  expect(steps()).toBe(2);
});

it('bots that wait are taken in their order while there is room, and nobody before them', async () => {
  const { botOf, worker, steps } = openSchedule();
  const [second, third, fourth] = ['2', '3', '4'].map(botOf) as [RunningBot, RunningBot, RunningBot];
  worker.backlog.push(second, third, fourth);
  let most = 3;
  Object.defineProperty(worker.reservations, 'isFull', { get: () => steps() >= most });
  takeWaiting(worker);
  expect([second, third, fourth].map(({ isStepping }) => isStepping !== undefined)).toEqual([true, true, false]);
  most = 9;
  takeWaiting(worker);
  expect(steps()).toBe(4);
});
