// What the seller reads about a pause: what Hangtag saw, that it paused, and what to do.

import { type MarketplaceName, startWith } from '../closet.ts';
import { duration } from '../text/duration.ts';
import type { PauseReason } from './bot.ts';

type PauseDetail = {
  marketplace: MarketplaceName;
  /** How long a pause that ends on its own lasts. */
  pauseMs?: number;
  /** How often the seller has said today that the human check is done. */
  checkTries?: number;
  /** The closet is shared through the seller's paired browser. */
  isByBrowser?: boolean;
  /** The companion in that browser refused a request of ours. */
  isRefusedByBrowser?: boolean;
  /** That browser is signed in with another account than the closet's. */
  isOtherAccount?: boolean;
};

/** Times are given as durations, because the server doesn't know how the seller's screen shows clock times. */
export function pauseMessage(reason: PauseReason, detail: PauseDetail): string {
  const { marketplace, pauseMs = 0, checkTries = 0 } = detail;
  const inBrowser = detail.isByBrowser === true ? browserPauseMessage(reason, detail) : null;
  if (inBrowser !== null) return inBrowser;
  const name = startWith(marketplace);
  switch (reason) {
    case 'human_check':
      return humanCheckMessage(marketplace, checkTries);
    case 'code_required':
      return `${name} needs a one-time code before sharing can continue. Sharing is paused. The marketplace panel shows how to enter it.`;
    case 'credentials_rejected':
      // Hangtag made the password of a practice closet, so there is nothing for the seller to check.
      if (marketplace !== 'Poshmark')
        return `${name} rejected your username and password. Sharing is paused, and Hangtag won’t try them again. Disconnect this practice closet in the marketplace panel, then start a new one.`;
      return `${name} rejected your username and password. Sharing is paused, and Hangtag won’t try them again. Check them in the marketplace panel and save them again.`;
    case 'session_expired':
      return `${name} signed you out. Sharing is paused. Reconnect your closet in the marketplace panel, then resume.`;
    case 'rate_limited':
      return `${name} is getting too many requests from you. Sharing is paused for at least ${duration(pauseMs)} and resumes automatically, with a lower limit for the next 7 days. No action needed.`;
    case 'share_limit':
      return `${name} temporarily blocked sharing (share jail). Sharing is paused for at least ${duration(pauseMs)} and resumes automatically, with a lower limit for the next 7 days. No action needed.`;
    case 'lowered_limit':
      return `You’ve hit today’s reduced limit. It’s below your own limit because of a warning from ${marketplace}. Sharing resumes automatically when your next day begins. No action needed.`;
    case 'marketplace_refused':
      return `${name} refused Hangtag’s requests. Sharing is paused. Open ${marketplace} in your own browser, check for any message there, then resume.`;
    case 'marketplace_unavailable':
      return `${name} is having problems. Sharing is paused, and Hangtag will try again in ${duration(pauseMs)}. No action needed.`;
    case 'marketplace_changed':
      return `${name} gave several answers that Hangtag doesn’t recognize, so it may have changed. Sharing is paused. Tell your administrator, or resume to try again.`;
    case 'account_blocked':
      return `${name} says your account is suspended. Sharing is paused, and Hangtag sends nothing more. Contact ${marketplace} support to find out why.`;
  }
}

const sharingBrowser = 'the browser that shares for you';

/** The text if the seller acts in the paired browser, and not in the marketplace panel. null if the usual text is true. */
function browserPauseMessage(
  reason: PauseReason,
  { marketplace, pauseMs = 0, checkTries = 0, isRefusedByBrowser = false, isOtherAccount = false }: PauseDetail,
): string | null {
  const name = startWith(marketplace);
  if (isOtherAccount)
    return `Your browser is signed in to ${marketplace} with another account. Sharing is paused, and nothing was shared with that account. Sign in there with the account of this closet, then resume.`;
  if (reason === 'session_expired')
    return `${name} signed you out. Sharing is paused. Sign in to ${marketplace} in ${sharingBrowser}, and sharing continues on its own.`;
  if (reason === 'human_check' && checkTries === 0)
    return `${name} wants to verify you’re human. Sharing is paused. Complete the check in ${sharingBrowser}, and sharing continues on its own.`;
  if (reason === 'code_required')
    return `${name} needs a one-time code. Sharing is paused. Sign in to ${marketplace} in ${sharingBrowser}, enter the code there, then resume.`;
  if (reason === 'credentials_rejected')
    return `${name} rejected your sign-in. Sharing is paused. Sign in to ${marketplace} in ${sharingBrowser}, then resume.`;
  if (reason === 'marketplace_refused')
    return `${name} refused Hangtag’s requests. Sharing is paused. Open ${marketplace} in ${sharingBrowser}, check for any message there, then resume.`;
  if (reason === 'marketplace_unavailable')
    return `Your browser can’t get an answer from ${marketplace}. Sharing is paused, and Hangtag will try again in ${duration(pauseMs)}. No action needed.`;
  if (reason === 'marketplace_changed' && isRefusedByBrowser) return refusedByBrowserMessage;
  return null;
}

/** The companion's list is older than the marketplace profile of this server, or someone tampers with the server. */
const refusedByBrowserMessage =
  'The companion in your browser refused a request that isn’t on its list. Nothing was sent. Sharing is paused. Install the companion from your Hangtag again, then resume. If that doesn’t help, tell your administrator.';

function humanCheckMessage(marketplace: MarketplaceName, checkTries: number): string {
  const seen = `${startWith(marketplace)} wants to verify you’re human. Sharing is paused.`;
  if (checkTries === 0)
    return `${seen} Open ${marketplace} in your own browser, complete the check there, then resume here.`;
  const again = `${startWith(marketplace)} asked for another check today.`;
  if (checkTries < 3) return `${again} Sharing is paused. Wait 24 hours before you resume.`;
  return `${again} You’ve completed three checks already, so leave it alone for now. You can resume tomorrow.`;
}

/** For a bot whose shares travel through the seller's browser. */
export const browserLostMessage =
  'Sharing waits for your browser. Open your paired browser, and sharing continues on its own.';
