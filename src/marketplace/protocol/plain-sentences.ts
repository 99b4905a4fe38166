// The sentence for each kind of failure.

import type { MarketFailure } from '#domain/ports/marketplace.ts';

/** Shown to the seller if the marketplace sent no message. The same sentences serve every marketplace. */
export const plainSentences: Record<MarketFailure['kind'], string> = {
  network: 'Couldn’t reach the marketplace.',
  browser_refused: 'The companion in your browser refused this request, because it isn’t on its list.',
  uncertain: 'Not confirmed. It may or may not have gone through.',
  unavailable: 'The marketplace is having problems.',
  bad_answer: 'The marketplace sent an unreadable answer.',
  session_expired: 'You’ve been signed out. Connect your closet again.',
  other_account: 'The browser that shares for you is signed in with another account.',
  token_rejected: 'The session has to be confirmed again.',
  invalid_credentials: 'The username and password were rejected.',
  otp_required: 'A one-time code is needed.',
  otp_invalid: 'That code isn’t right.',
  otp_expired: 'That code has expired. Request a new one.',
  human_check: 'A check wants to verify you’re human. Complete it in your own browser.',
  rate_limited: 'Too many requests for now.',
  blocked: 'Hangtag’s requests are blocked.',
  forbidden: 'This isn’t allowed.',
  account_blocked: 'Your account is suspended.',
  listing_gone: 'This listing no longer exists.',
  listing_not_available: 'This listing isn’t for sale right now.',
  not_found: 'The marketplace couldn’t find this.',
  validation: 'The marketplace gave no reason.',
  write_not_applied: 'The marketplace answered, but didn’t make the change.',
  protocol_changed: 'Hangtag doesn’t recognize the marketplace’s answer.',
  unknown_failure: 'The marketplace gave no reason.',
};
