// Text of the toast that confirms a stop.
import type { BotStatus } from '#contract/schemas/bot.ts';
import { placedTime } from '#web/format/format.ts';

/** Confirms a stop and names the time after which nothing is shared. */
export const stoppedMessages = {
  text: ({ now, timezone }: Pick<BotStatus, 'now' | 'timezone'>) =>
    `Nothing will be shared after ${placedTime(now, timezone)}.`,
} as const;
