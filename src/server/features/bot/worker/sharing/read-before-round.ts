// Reads the closet before a round begins, so that the round shares the closet of today. Where that fails, the round goes on with what
// is known.

import { readingNeededSince } from '#domain/bot/schedule/closet-reading.ts';
import { Failure } from '#domain/failure.ts';
import type { Next, RunningBot } from '../../rounds/running-bot.ts';
import type { SharingContext } from './context.ts';

type ReadingContext = SharingContext & {
  /** Whether this worker still owns the bot and its seller hasn't stopped it. Asks the database. */
  isOwned: (bot: RunningBot) => Promise<boolean>;
};

const againMs = 1_000;
/** At two pages a second, the database is asked every two seconds. */
const pagesPerQuestion = 4;

/** Resolves to now, so that everything is decided again: a reading may take a minute, and a slot may have closed. */
export async function readBeforeRound(context: ReadingContext, bot: RunningBot): Promise<Next> {
  const { clock, listings, maySend, isOwned, until, closetMaxAgeMs: maxAgeMs } = context;
  if (!maySend(bot)) return clock.now() + againMs;
  const { startedAt } = bot;
  let pages = 0;
  try {
    const reading = await listings.read(bot.userId, {
      since: readingNeededSince(bot.closetRead, { now: clock.now(), startedAt, maxAgeMs }),
      wait: until,
      async goesOn() {
        pages += 1;
        return maySend(bot) && (pages % pagesPerQuestion !== 0 || (await isOwned(bot)));
      },
    });
    // A reading that failed may have paused the bot.
    if (reading.kind === 'ended' || reading.kind === 'unread') bot.isStale = true;
    if (reading.kind === 'ended') return clock.now();
    if (reading.kind === 'read') bot.closetRead = { readAt: clock.now(), shown: reading.shown };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The hold began meanwhile, or the browser was closed. The next step knows what to do.
    if (error.code === 'on_hold' || error.code === 'browser_away') return clock.now() + againMs;
  }
  bot.isReadForRound = true;
  return clock.now();
}
