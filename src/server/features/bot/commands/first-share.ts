// After a resume, waits for the first share: only a write shows whether a human check is really done.

import type { BotStatus } from '#contract/schemas/bot.ts';
import { Failure } from '#domain/failure.ts';
import { type Clock, pause } from '#domain/ports/clock.ts';

/** A share may take 10 s. The seller waits no longer than this for the reply, and reads the rest from the status. */
const longestMs = 8_000;
const checkEveryMs = 150;

/**
 * Runs `resume`, and resolves to the status after the first share. Throws `human_check_required` if that share met the check again:
 * the bot is paused once more then.
 */
export async function resumeAndShareOne(
  { readStatus, clock }: { readStatus: (userId: string) => Promise<BotStatus>; clock: Clock },
  userId: string,
  resume: () => Promise<unknown>,
): Promise<BotStatus> {
  const before = countTries(await readStatus(userId));
  await resume();
  const until = clock.now() + longestMs;
  for (;;) {
    const status = await readStatus(userId);
    if (status.state === 'paused' && status.pauseReason === 'human_check')
      throw new Failure('human_check_required', status.pauseMessage ?? 'The check isn’t done yet.');
    const isSettled = status.state !== 'sharing' || countTries(status) !== before;
    if (isSettled || clock.now() >= until) return status;
    await pause(clock, checkEveryMs);
  }
}

/** Today's shares that have an outcome. An outcome and the pause that follows from it are stored together. */
const countTries = ({ today }: BotStatus): number => today.confirmed + today.notConfirmed + today.refused;
