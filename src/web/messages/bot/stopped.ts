// Text of the toast that confirms a stop.
import type { BotStatus } from '#contract/schemas/bot.ts';
import { clockSeconds, zonePlace } from '#web/format/format.ts';

/** Confirms a stop and names the second after which nothing is shared. */
export const stoppedMessages = {
  title: 'Bot stopped successfully',
  text: ({ now, timezone }: Pick<BotStatus, 'now' | 'timezone'>) =>
    `No share after ${clockSeconds(now, timezone)}, ${zonePlace(timezone)} time, until you press Start Bot.`,
} as const;
