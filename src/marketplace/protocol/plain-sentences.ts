/** The sentence for each kind of failure. */

import type { MarketFailure } from '#domain/ports/marketplace.ts';

/** Shown to the seller if the marketplace sent no message. */
export const plainSentences: Record<MarketFailure['kind'], string> = {
  network: 'The marketplace could not be reached.',
  uncertain: 'The marketplace did not confirm it. It may or may not have happened.',
  unavailable: 'The marketplace is not available right now.',
  bad_answer: 'The marketplace sent an answer that could not be read.',
  session_expired: 'The marketplace has signed you out. Connect your closet again.',
  token_rejected: 'The marketplace asked to confirm this session again.',
  invalid_credentials: 'The marketplace did not accept this user name and password.',
  otp_required: 'The marketplace asks for a one-time code.',
  otp_invalid: 'That code is not right.',
  otp_expired: 'That code is no longer valid. Ask for a new one.',
  human_check:
    'The marketplace wants to see that you are a person. Open it in your own browser and complete its check.',
  rate_limited: 'The marketplace says that this was too much for now.',
  blocked: 'The marketplace does not answer us here.',
  forbidden: 'The marketplace does not allow this.',
  account_blocked: 'The marketplace has suspended this account.',
  listing_gone: 'This listing is no longer on the marketplace.',
  listing_not_available: 'This listing is not for sale at the moment.',
  not_found: 'The marketplace does not know this.',
  validation: 'The marketplace did not accept this.',
  write_not_applied: 'The marketplace answered, but did not make the change.',
  protocol_changed: 'The marketplace answered in a way that Hangtag does not know.',
  unknown_failure: 'The marketplace refused without saying why.',
};
