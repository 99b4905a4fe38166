import { expect, it, vi } from 'vitest';
import { manualClock } from '#server/adapters/clock/manual-clock.ts';
import { takeIn, takeWaiting } from './schedule.ts';
import type { RunningBot } from './share/running-bot.ts';
import { stepBot } from './share/step.ts';
import type { WorkerState } from './share/worker-state.ts';

vi.mock('./share/step.ts');

const noon = Date.UTC(2026, 3, 28, 12);

/** A worker with one bot whose steps are each due a second after the last one. */
function openSchedule() {
  const clock = manualClock(noon);
  let isFull = false;
  const taken: string[] = [];
  const context: Partial<WorkerState['context']> = { clock };
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
  const state = partial as WorkerState;
  vi.mocked(stepBot).mockImplementation(async (_, { userId }) => {
    taken.push(userId);
    return clock.now() + 1_000;
  });
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
    taken,
    steps: () => taken.length,
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
  takeWaiting(state);
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
  takeWaiting(state);
  expect(steps()).toBe(1);
});

it('bots that wait are taken in their order while there is room, and nobody before them', async () => {
  const { state, taken } = openSchedule();
  for (const userId of ['2', '3', '4']) state.backlog.push({ userId } as RunningBot);
  let free = 2;
  Object.defineProperty(state.reservations, 'isFull', { get: () => taken.length > free });
  takeWaiting(state);
  expect(taken).toEqual(['1', '2', '3']);
  free = 5;
  takeWaiting(state);
  expect(taken).toEqual(['1', '2', '3', '4']);
});
