// Moves a test's clock from one moment to the next, and waits at each until the workers have done what it caused.
import type { BotStatus } from '#contract/bot/bot.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Bot, Worker } from '#server/features/bot/bot.ts';

export type Time = {
  moving: { now(): Instant; advanceTo(instant: Instant): Promise<void> };
  /** The next moment that something waits for. */
  next: () => Instant;
  bot: Bot;
  workers: Set<Worker>;
};

/** A clock that tells its next moment, so that a test can go from one to the next and wait for what happens there. */
export function watched(clock: Clock) {
  const moments = new Map<symbol, Instant>();
  const watching: Clock = {
    now: () => clock.now(),
    at(instant, run) {
      const key = Symbol();
      moments.set(key, instant);
      const cancel = clock.at(instant, () => {
        moments.delete(key);
        run();
      });
      return () => {
        moments.delete(key);
        cancel();
      };
    },
  };
  return { clock: watching, next: () => Math.min(...moments.values()) };
}

export async function idle({ workers }: Time): Promise<void> {
  for (const worker of workers) {
    worker.poke();
    await worker.idle();
  }
}

/** Lets `ms` pass, and waits at every moment on the way until everything it caused is done. */
export async function pass(time: Time, ms: number): Promise<void> {
  const { moving, next } = time;
  const end = moving.now() + ms;
  await idle(time);
  for (let moment = next(); moment <= end; moment = next()) {
    await moving.advanceTo(moment);
    await idle(time);
  }
  await moving.advanceTo(end);
  await idle(time);
}

/** Lets time pass until the status is as given, at most `limitMs`. */
export async function passUntil(
  time: Time,
  userId: string,
  isSo: (status: BotStatus) => boolean,
  limitMs = 3_600_000,
): Promise<BotStatus> {
  const { moving, next, bot } = time;
  const end = moving.now() + limitMs;
  await idle(time);
  for (;;) {
    const status = await bot.status(userId);
    if (isSo(status)) return status;
    const moment = Math.min(next(), end);
    if (moment >= end) throw new Error(`Never came to that; the last status was ${JSON.stringify(status)}`);
    await moving.advanceTo(moment);
    await idle(time);
  }
}
