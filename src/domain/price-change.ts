// Rules for writing prices to the marketplace.

import type { MarketFailure } from './ports/marketplace.ts';

/** Larger changes, up or down, need the seller's confirmation. In percent. */
export const largeChangePercent = 60;

/** Whole dollars. Whatever follows a price of nothing is large: no percentage says how much. */
export const isLargeChange = (from: number, to: number): boolean =>
  Math.abs(to - from) * 100 > largeChangePercent * from;

/**
 * What the end of a price write means for it and for those that wait behind it. `again`: nothing was sent, so it may be
 * tried again after a while. `look`: it may have been done, and only reading tells. `refused`: it was not done, for this
 * listing's sake; the next may go on. `stop`: it was not done, and neither will the rest be.
 */
export type WriteEnd = 'again' | 'look' | 'refused' | 'stop';

/** Wire protocol 14.4 for a price. `wasSent`: the write itself may have left us. */
export function endOfWrite({ kind }: MarketFailure, { wasSent }: { wasSent: boolean }): WriteEnd {
  switch (kind) {
    case 'network':
    case 'unavailable':
    case 'bad_answer':
    case 'uncertain':
      return wasSent ? 'look' : 'again';
    case 'protocol_changed':
    case 'unknown_failure':
      return wasSent ? 'look' : 'refused';
    case 'listing_gone':
    case 'listing_not_available':
    case 'not_found':
    case 'validation':
    case 'write_not_applied':
      return 'refused';
    case 'session_expired':
    case 'token_rejected':
    case 'invalid_credentials':
    case 'otp_required':
    case 'otp_invalid':
    case 'otp_expired':
    case 'human_check':
    case 'rate_limited':
    case 'blocked':
    case 'forbidden':
    case 'account_blocked':
      return 'stop';
  }
}
