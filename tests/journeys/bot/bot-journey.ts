// One world for a test file. Each test finds the stand-in without faults and no job waiting, and a worker, unless the test opens its own.
// After it, no bot runs or starts on its own, and its workers are closed.

import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { BotSettings } from '#domain/bot/bot.ts';
import type { Clock } from '#domain/ports/clock.ts';
import { opened } from '#tests/opened.ts';
import { type BotWorld, openBotWorld, settings } from './bot-world.ts';

const hour = 3_600_000;
const day = 24 * hour;

export function botJourney({ hasWorker = true } = {}) {
  const world: BotWorld = opened(
    () => openBotWorld(),
    ({ close }) => close(),
  );
  beforeAll(async () => {
    if (hasWorker) await world.openWorker();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await world.bot.stopAll();
    await world.idle();
    if (!hasWorker) await world.closeWorkers();
  });
  beforeEach(async () => {
    await world.command('DELETE', 'faults');
    world.waiting.splice(0);
  });

  const start = (userId: string, change: Partial<BotSettings> = {}) =>
    world.bot.start(userId, { ...settings, ...change });

  return {
    world,
    start,
    /** A seller with that many listings, whose first round starts with `begin`. */
    async inRound(listings = 6, change: Partial<BotSettings> = {}) {
      const seller = await world.addSeller(listings);
      return { ...seller, begin: () => start(seller.userId, change) };
    },
    /** Resolves to the status once the bot is paused. */
    paused: (userId: string) => world.passUntil(userId, ({ state }) => state === 'paused'),
    /**
     * What a seller is answered who waits for the first share. The clock moves on only while the answer waits for it. Otherwise the bot
     * shares more in the meantime on a busy machine, or the wait is over before the share was looked at.
     */
    async answerOf<T>(ask: (clock: Clock) => Promise<T>): Promise<T> {
      const { clock, pass } = world;
      let asleep = Promise.withResolvers<null>();
      const watched: Clock = {
        now: clock.now,
        at(instant, run) {
          asleep.resolve(null);
          return clock.at(instant, run);
        },
      };
      const answer = ask(watched).then((value) => ({ value }));
      for (;;) {
        const answered = await Promise.race([answer, asleep.promise]);
        if (answered !== null) return answered.value;
        asleep = Promise.withResolvers();
        await pass(150);
      }
    },
    /** The shares that the marketplace accepted. */
    accepted: async (account: string) => (await world.journalOf(account)).filter((share) => share.case === 'ok'),
    /** Moves to the morning, so that the whole test stays within one share day. */
    untilMorning: () => world.pass(day - ((world.clock.now() - 9 * hour) % day)),
    /** The closet as the marketplace shows it, first listing first. */
    closetOf: (userId: string): Promise<string[]> =>
      world.closet.withAccount(userId, async (account) => {
        const read = await account.closet('available');
        if (read.kind !== 'ok') throw new Error(read.message);
        return read.value.map(({ id }) => id);
      }),
    noticesTo: (userId: string) => world.notices.filter((notice) => notice.userId === userId),
  };
}
