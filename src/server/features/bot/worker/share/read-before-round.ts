// Reads the closet before a round begins, so that the round shares the closet of today. Where that fails, the round goes on with what
// is known.

import { readingNeededSince } from '#domain/bot/schedule/closet-reading.ts';
import { Failure } from '#domain/failure.ts';
import { readOwnBots } from '../../state/worker-store.ts';
import type { Next, RunningBot } from './running-bot.ts';
import { maySend, until, type WorkerState } from './worker-state.ts';

const againMs = 1_000;
/** At two pages a second, the database is asked every two seconds. */
const pagesPerQuestion = 4;

/** Resolves to now, so that everything is decided again: a reading may take a minute, and a slot may have closed. */
export async function readBeforeRound(worker: WorkerState, bot: RunningBot): Promise<Next> {
  const { clock, listings, closetMaxAgeMs: maxAgeMs } = worker.context;
  if (!maySend(worker, bot)) return clock.now() + againMs;
  const { startedAt } = bot;
  let pages = 0;
  try {
    const reading = await listings.read(bot.userId, {
      since: readingNeededSince(bot.closetRead, { now: clock.now(), startedAt, maxAgeMs }),
      wait: (instant) => until(worker, instant),
      async goesOn() {
        pages += 1;
        return maySend(worker, bot) && (pages % pagesPerQuestion !== 0 || (await isOwned(worker, bot)));
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

/** Asks the database. Of a bot that its seller has stopped, another claim may have begun already. */
async function isOwned({ database, lease }: WorkerState, { userId, epoch }: RunningBot): Promise<boolean> {
  const [row] = await readOwnBots(database, lease.workerId, [userId]);
  return row?.epoch === epoch && row.state !== 'stopped';
}
