import { expect, it } from 'vitest';
import type { BotStatus } from '#contract/bot/bot.ts';
import { resumeAndShareOne } from './http.ts';

type Read = { state: BotStatus['state']; refused: number };

/** A paused bot that is resumed, and whose status is read while others write it. The last read repeats, and each wait takes no time. */
async function resumeWith(...later: Read[]) {
  const reads: Read[] = [{ state: 'paused', refused: 1 }, { state: 'sharing', refused: 1 }, ...later];
  let now = 0;
  const bot = {
    async status() {
      const { state, refused } = (reads.length > 1 ? reads.shift() : reads[0]) as Read;
      const why = state === 'paused' ? { pauseReason: 'human_check', pauseMessage: 'The check isn’t done.' } : {};
      return { state, ...why, today: { confirmed: 0, notConfirmed: 0, refused } } as BotStatus;
    },
    resume: async () => {},
  };
  const clock = {
    now: () => now,
    at(moment: number, call: () => void) {
      now = moment;
      setImmediate(call);
      return () => {};
    },
  };
  const end = await resumeAndShareOne({ bot, clock }, '1').catch((error: unknown) => error);
  return { end, now };
}

it('a check that the first share met is reported, also if the outcome is read a moment before the pause', async () => {
  const { end } = await resumeWith({ state: 'sharing', refused: 2 }, { state: 'paused', refused: 2 });
  expect(end).toMatchObject({ code: 'human_check_required', message: 'The check isn’t done.' });
});

it('a bot that goes on sharing is reported as it is, and a first share that takes long is not waited for', async () => {
  expect((await resumeWith({ state: 'sharing', refused: 2 })).end).toMatchObject({ state: 'sharing' });
  const { end, now } = await resumeWith();
  expect(end).toMatchObject({ state: 'sharing' });
  expect(now).toBeGreaterThanOrEqual(8_000);
});
