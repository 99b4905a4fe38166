// What the seller reads about a pause: what Hangtag saw, that it paused, and what to do.

import { type MarketplaceName, startWith } from '../closet.ts';
import { counted } from '../text/counted.ts';
import type { PauseReason } from './bot.ts';
import type { LimitReason } from './limit/limit.ts';
import { mostCheckTries } from './limit/warnings.ts';

/** A human check that is still open after the seller said that it is done, or another one, and how often they said so today. */
export type OpenCheck = { isStillOpen: boolean; tries: number };

type PauseDetail = {
  marketplace: MarketplaceName;
  check?: OpenCheck | undefined;
  /** The limit after a warning, why, and the day on which it ends, in words. */
  lowered?: { limit: number; reason: LimitReason; until: string } | undefined;
  isByBrowser?: boolean | undefined;
  /** The companion in that browser refused a request of ours. */
  isRefusedByBrowser?: boolean;
  /** That browser is signed in with another account than the closet's. */
  isOtherAccount?: boolean;
};

/** It names no time: settings move the moment at which sharing resumes, and the screens say when that is. */
export function pauseMessage(reason: PauseReason, detail: PauseDetail): string {
  const { marketplace, lowered, check } = detail;
  const inBrowser = detail.isByBrowser === true ? browserPauseMessage(reason, detail) : null;
  if (inBrowser !== null) return inBrowser;
  const name = startWith(marketplace);
  switch (reason) {
    case 'human_check':
      return humanCheckMessage(
        marketplace,
        `Open ${marketplace} in your own browser, complete the check there, then resume here.`,
        check,
      );
    case 'code_required':
      return `${name} needs a one-time code before sharing can continue. Sharing is paused. The marketplace panel shows how to enter it, and sharing continues on its own after that.`;
    case 'credentials_rejected':
      // Hangtag made the password of a practice closet, so there is nothing for the seller to check.
      if (marketplace !== 'Poshmark')
        return `${name} rejected your username and password. Sharing is paused, and Hangtag won’t try them again. Disconnect this practice closet in the marketplace panel, then start a new one.`;
      return `${name} rejected your username and password. Sharing is paused, and Hangtag won’t try them again. Check them in the marketplace panel and save them again, and sharing continues on its own.`;
    case 'session_expired':
      return `${name} signed you out. Sharing is paused. Reconnect your closet in the marketplace panel, and sharing continues on its own.`;
    case 'rate_limited':
      return `${name} asked Hangtag to slow down. Sharing is paused and resumes automatically, at half the pace for 24 hours. Your daily limit stays the same. No action needed.`;
    case 'share_limit': {
      const what =
        lowered?.reason === 'rate_limited'
          ? `${name} asked Hangtag to slow down for the third time in 24 hours.`
          : `${name} temporarily blocked sharing (share jail).`;
      const limit =
        lowered === undefined
          ? 'Your daily limit stays the same.'
          : `Your limit is lower until ${lowered.until}: ${counted(lowered.limit, 'share')} a day.`;
      return `${what} Sharing is paused and resumes automatically. ${limit} No action needed.`;
    }
    case 'lowered_limit':
      return `You’ve hit today’s reduced limit. It’s below your own limit because of a warning from ${marketplace}. Sharing resumes automatically. No action needed.`;
    case 'marketplace_refused':
      return `${name} refused Hangtag’s requests. Sharing is paused. Open ${marketplace} in your own browser, check for any message there, then resume.`;
    case 'marketplace_unavailable':
      return `${name} is having problems. Sharing is paused, and Hangtag tries again on its own. No action needed.`;
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
  { marketplace, check, isRefusedByBrowser = false, isOtherAccount = false }: PauseDetail,
): string | null {
  const name = startWith(marketplace);
  if (isOtherAccount)
    return `Your browser is signed in to ${marketplace} with another account. Sharing is paused, and nothing was shared with that account. Sign in there with the account of this closet, then resume.`;
  if (reason === 'session_expired')
    return `${name} signed you out. Sharing is paused. Sign in to ${marketplace} in ${sharingBrowser}, and sharing continues on its own.`;
  if (reason === 'human_check')
    return humanCheckMessage(
      marketplace,
      `Complete the check in ${sharingBrowser}, and sharing continues on its own.`,
      check,
    );
  if (reason === 'code_required')
    return `${name} needs a one-time code. Sharing is paused. Sign in to ${marketplace} in ${sharingBrowser} and enter the code there, and sharing continues on its own.`;
  if (reason === 'credentials_rejected')
    return `${name} rejected your sign-in. Sharing is paused. Sign in to ${marketplace} in ${sharingBrowser}, and sharing continues on its own.`;
  if (reason === 'marketplace_refused')
    return `${name} refused Hangtag’s requests. Sharing is paused. Open ${marketplace} in ${sharingBrowser}, check for any message there, then resume.`;
  if (reason === 'marketplace_unavailable')
    return `Your browser can’t get an answer from ${marketplace}. Sharing is paused, and Hangtag tries again on its own. No action needed.`;
  if (reason === 'marketplace_changed' && isRefusedByBrowser) return refusedByBrowserMessage;
  return null;
}

/** The companion's list is older than the marketplace profile of this server, or someone tampers with the server. */
const refusedByBrowserMessage =
  'The companion in your browser refused a request that isn’t on its list. Nothing was sent. Sharing is paused. Install the companion from your Hangtag again, then resume. If that doesn’t help, tell your administrator.';

/** Only a share shows whether a check is done. One that is still open is no other check, and it works at once when it is done. */
function humanCheckMessage(marketplace: MarketplaceName, whatToDo: string, check?: OpenCheck): string {
  const name = startWith(marketplace);
  const { isStillOpen = false, tries = 0 } = check ?? {};
  if (tries === 0) return `${name} wants to verify you’re human. Sharing is paused. ${whatToDo}`;
  const what = isStillOpen
    ? `The check is still open at ${marketplace}.`
    : `${name} asked for another check today. Sharing is paused.`;
  if (tries >= mostCheckTries)
    return `${what} Hangtag has tried ${counted(tries, 'time')} today, so leave it alone for now. You can resume tomorrow.`;
  if (!isStillOpen) return `${what} Wait 24 hours before you resume.`;
  return `${what} ${whatToDo} You can say so ${counted(mostCheckTries - tries, 'more time')} today.`;
}

/** `until`: the day in words. */
export function visitsOffMessage(
  { partySharing, shareBack }: { partySharing: boolean; shareBack: boolean },
  until: string,
): string {
  const both = partySharing && shareBack;
  const what = both ? 'Party shares and share-backs are' : partySharing ? 'Party shares are' : 'Share-backs are';
  return `${what} off until ${until}.`;
}

export const browserLostMessage =
  'Sharing waits for your browser. Open your paired browser, and sharing continues on its own.';
