import { expect, it } from 'vitest';
import type { BotStatus } from '#contract/bot/bot.ts';
import type { Failure } from '#domain/failure.ts';
import { resumeAndShareOne } from './http.ts';

/** A bot whose status is read while others write it: each read has the next of these, and the last one repeats. */
const botWith = (...reads: { state: BotStatus['state']; refused: number }[]) => {
  let next = 0;
  return {
    async status() {
      const { state, refused } = reads[Math.min(next, reads.length - 1)] ?? { state: 'stopped', refused: 0 };
      next += 1;
      const why = state === 'paused' ? { pauseReason: 'human_check', pauseMessage: 'The check isn’t done.' } : {};
      return { state, ...why, today: { confirmed: 0, notConfirmed: 0, refused } } as BotStatus;
    },
    resume: async () => {},
  };
};
/** Each wait takes no time and moves the clock. */
const movingClock = () => {
  let now = 0;
  return {
    now: () => now,
    at: (moment: number, call: () => void) => {
      now = moment;
      setImmediate(call);
      return () => {};
    },
  };
};

it('a check that the first share met is reported, also if the outcome is read a moment before the pause', async () => {
  const bot = botWith(
    { state: 'paused', refused: 1 },
    { state: 'sharing', refused: 1 },
    { state: 'sharing', refused: 2 },
    { state: 'paused', refused: 2 },
  );
  const refusal = await resumeAndShareOne({ bot, clock: movingClock() }, '1').catch((error: Failure) => error);
  expect(refusal).toMatchObject({ code: 'human_check_required', message: 'The check isn’t done.' });
});

it('a bot that goes on sharing is reported as it is', async () => {
  const bot = botWith(
    { state: 'paused', refused: 1 },
    { state: 'sharing', refused: 1 },
    { state: 'sharing', refused: 2 },
  );
  expect(await resumeAndShareOne({ bot, clock: movingClock() }, '1')).toMatchObject({ state: 'sharing' });
});

it('a first share that takes long is not waited for', async () => {
  const clock = movingClock();
  const bot = botWith({ state: 'paused', refused: 1 }, { state: 'sharing', refused: 1 });
  expect(await resumeAndShareOne({ bot, clock }, '1')).toMatchObject({ state: 'sharing' });
  expect(clock.now()).toBeGreaterThanOrEqual(8_000);
});
