// What the seller reads about a pause: what Hangtag saw, that it paused, and what to do.

import type { PauseReason } from './bot.ts';

/** Details that only some messages need. */
type PauseDetail = {
  /** How long a pause that ends on its own lasts. */
  pauseMs?: number;
  /** How often the seller has said today that the human check is done. */
  checkTries?: number;
};

/** Times are given as durations, because the server doesn't know how the seller's screen shows clock times. */
export function pauseMessage(reason: PauseReason, { pauseMs = 0, checkTries = 0 }: PauseDetail = {}): string {
  switch (reason) {
    case 'human_check':
      return humanCheckMessage(checkTries);
    case 'code_required':
      return 'The marketplace asks for a one-time code before it lets us go on. Sharing has stopped. Have the code sent to you in the marketplace panel and type it there.';
    case 'credentials_rejected':
      return 'The marketplace did not accept your user name and password. Sharing has stopped, and we will not try them again. Check them in the marketplace panel and save them once more.';
    case 'session_expired':
      return 'The marketplace has signed you out. Sharing has stopped. Connect your closet again in the marketplace panel, then resume.';
    case 'rate_limited':
      return `The marketplace says these are too many requests for now. Sharing has stopped and goes on by itself, at the earliest in ${duration(pauseMs)}, with a lower limit for the next 7 days. Nothing needs you.`;
    case 'share_limit':
      return `The marketplace says you have shared too much for now. Sharing has stopped and goes on by itself, at the earliest in ${duration(pauseMs)}, with a lower limit for the next 7 days. Nothing needs you.`;
    case 'lowered_limit':
      return 'Today’s limit is used up; it is lower than your own because the marketplace warned us. Sharing goes on by itself when your next day begins. Nothing needs you.';
    case 'marketplace_refused':
      return 'The marketplace refused our requests. Sharing has stopped. Open the marketplace in your own browser, see whether it tells you something, then resume.';
    case 'marketplace_unavailable':
      return `The marketplace does not answer properly right now. Sharing has stopped and is tried again in ${duration(pauseMs)}. Nothing needs you.`;
    case 'marketplace_changed':
      return 'The marketplace answered several times in a way we do not know; it may have changed. Sharing has stopped. Whoever runs this installation can look into it. You can resume to try once more.';
    case 'account_blocked':
      return 'The marketplace says this account is suspended. Sharing has stopped, and we send nothing more. Please ask the marketplace’s support what happened.';
  }
}

function humanCheckMessage(checkTries: number): string {
  const seen = 'The marketplace wants to see that you are a person. Sharing has stopped.';
  if (checkTries === 0)
    return `${seen} Open the marketplace in your own browser, complete its check there, then resume here.`;
  if (checkTries < 3)
    return `${seen} It asked again after your check today. We advise to wait 24 hours before you resume.`;
  return `${seen} It asked again after three checks today. Please leave it alone for now; you can resume tomorrow.`;
}

/** A duration in words, rounded up to the minute: "15 minutes", "1 hour", "24 hours", "1 hour 5 minutes". */
export function duration(ms: number): string {
  const all = Math.max(Math.ceil(ms / 60_000), 1);
  const hours = Math.floor(all / 60);
  const minutes = all % 60;
  const parts = [hours > 0 ? counted(hours, 'hour') : '', minutes > 0 ? counted(minutes, 'minute') : ''];
  return parts.filter((part) => part !== '').join(' ');
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
