// The bot's state as a shape and a word.
import type { BotStatus } from '#contract/bot/bot.ts';
import { isOnHold } from '#web/messages/bot/bot-sentence.ts';
import { isAtLimit } from '#web/messages/bot/stopped-sentence.ts';
import { Stamp, type StampKind } from '#web/ui/stamp.tsx';

const kinds: Record<BotStatus['state'], StampKind> = {
  stopped: 'off',
  waiting: 'run',
  sharing: 'run',
  paused: 'mind',
  waiting_for_browser: 'mind',
};

export const stateNames: Record<BotStatus['state'], string> = {
  stopped: 'Stopped',
  waiting: 'Waiting',
  sharing: 'Running',
  paused: 'Paused',
  waiting_for_browser: 'Waiting for browser',
};

/** `isShort`: one word, for places where little else fits. */
export const StateStamp = ({ status, isShort = false }: { status: BotStatus; isShort?: boolean }) => {
  if (isOnHold(status)) return <Stamp kind="mind">On hold</Stamp>;
  const isLong = isAtLimit(status) && status.limitReachedAt !== undefined && !isShort;
  return <Stamp kind={kinds[status.state]}>{isLong ? 'Stopped at the limit' : stateNames[status.state]}</Stamp>;
};
