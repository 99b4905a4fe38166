import type { ActivityAction } from '#domain/activity.ts';

/** The action's own word with its underscores as spaces (specification 2). */
export const actionWords = (action: ActivityAction): string => action.replaceAll('_', ' ');

/** What an entry without details is about. */
export const plainDetails: Partial<Record<ActivityAction, string>> = {
  SHARE_UNKNOWN: 'No clear answer. It counts, and is not sent twice.',
  BOT_STARTED: 'You pressed Start Bot',
  BOT_STOPPED: 'You pressed Stop Bot',
  LIMIT_REACHED: 'The bot stopped itself at the daily limit',
};
