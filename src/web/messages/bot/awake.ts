// Says when the computer has to be awake, for sellers whose Hangtag runs on their own one.
import type { BotSettings } from '#domain/bot/bot.ts';
import { clockOfMinutes } from '#web/format/format.ts';

/** The server's page says it: Hangtag answers only on the computer that it runs on, or through that computer's Tailscale. */
export const runsOnOwnComputer = (): boolean => document.documentElement.dataset.computer === 'own';

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** From the first slot of a week to the last. A slot over midnight makes it the whole day. */
export function awakeSentence({ useScheduledSlots, scheduledSlots }: BotSettings): string {
  const slots = useScheduledSlots
    ? scheduledSlots.filter(({ enabled, daysOfWeek }) => enabled && daysOfWeek.length > 0)
    : [];
  const isOverNight = slots.some(({ startTime, endTime }) => minutesOf(endTime) <= minutesOf(startTime));
  if (slots.length === 0 || isOverNight)
    return 'Your computer has to be awake whenever a round is due. While it sleeps, nothing is shared.';
  const from = Math.min(...slots.map(({ startTime }) => minutesOf(startTime)));
  const to = Math.max(...slots.map(({ endTime }) => minutesOf(endTime)));
  return `Your computer has to be awake between ${clockOfMinutes(from)} and ${clockOfMinutes(to)}. While it sleeps, nothing is shared.`;
}
