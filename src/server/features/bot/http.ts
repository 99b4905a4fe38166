// Answers the bot's rows of the route table. After a resume, waits for the first share: only a write shows whether a human check is
// really done.

import type { BotStatus } from '#contract/bot/bot.ts';
import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import { type Clock, sleep } from '#domain/ports/clock.ts';
import { afterCommit } from '#domain/ports/database.ts';
import type { Closet } from '../closet/closet.ts';
import type { Bot } from './bot.ts';

export function botHttp({ bot, clock }: { bot: Bot; clock: Clock }): Handlers<typeof routes.bot, { id: string }> {
  return {
    status: ({ user }) => bot.status(user.id),
    timeline: ({ user, query }) => bot.timeline(user.id, query.days),
    start: ({ user, body }) => bot.start(user.id, body),
    resume: ({ user }) => resumeAndShareOne({ bot, clock }, user.id),
    stop: ({ user, query: { startedBefore } }) =>
      bot.stop(user.id, startedBefore === undefined ? {} : { startedBefore: Date.parse(startedBefore) }),
    restoreLimit: ({ user }) => bot.restoreLimit(user.id),
    changeSettings: ({ user, body }) => bot.changeSettings(user.id, body),
  };
}

/** A share may take 10 s. The seller waits no longer than this for the reply, and reads the rest from the status. */
const longestMs = 8_000;
const checkEveryMs = 150;

type BotFace = { status(userId: string): Promise<BotStatus>; resume(userId: string): Promise<unknown> };

/**
 * Resumes, and resolves to the status after the first share. Throws `human_check_required` if that share met the check again: the
 * bot is paused once more then. It only uses the bot's face, because in a web process a worker makes the call that resumes.
 */
export async function resumeAndShareOne(
  { bot, clock }: { bot: BotFace; clock: Clock },
  userId: string,
): Promise<BotStatus> {
  const before = countTries(await bot.status(userId));
  await bot.resume(userId);
  const until = clock.now() + longestMs;
  let hasOutcome = false;
  for (;;) {
    const status = await afterCommit(bot.status(userId));
    if (status.state === 'paused' && status.pauseReason === 'human_check')
      throw new Failure('human_check_required', status.pauseMessage ?? 'The check isn’t done yet.');
    if (status.state !== 'sharing' || hasOutcome || clock.now() >= until) return status;
    // A status reads the bot before its shares, so this one may lack the pause. The next one has it.
    hasOutcome = countTries(status) !== before;
    if (!hasOutcome) await sleep(clock, checkEveryMs);
  }
}

/** Today's shares that have an outcome. An outcome and the pause that follows from it are stored together. */
const countTries = ({ today }: BotStatus): number => today.confirmed + today.notConfirmed + today.refused;

/**
 * After a test of the connection, which only reads: a bot that is paused for a human check shares one listing. Any other seller's next
 * share or price change shows whether the check is done. Throws `human_check_required` unless this share has shown it.
 */
export async function tryAfterCheck(
  given: {
    bot: BotFace & { sayCheckDone(userId: string): Promise<Failure> };
    closet: Pick<Closet, 'authStatus'>;
    clock: Clock;
  },
  userId: string,
): Promise<void> {
  const { bot, closet, clock } = given;
  const { state, pauseReason } = await bot.status(userId);
  const isPaused = state === 'paused' && pauseReason === 'human_check';
  if (isPaused) await resumeAndShareOne({ bot, clock }, userId);
  const { reason, message } = await afterCommit(closet.authStatus(userId));
  if (reason !== 'human_check') return;
  throw isPaused ? new Failure('human_check_required', message ?? '') : await bot.sayCheckDone(userId);
}
