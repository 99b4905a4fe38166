// Says the reasons for stored advice as they are now, or that the advice no longer applies.

import type { Advice } from './advice.ts';
import { keepDays, type Offered, raiseDaysFor, restDays, restOf } from './decide.ts';
import type { Reason } from './reasons.ts';
import { likersFrom } from './steps.ts';

type Given = Pick<Advice, 'direction' | 'reasons'>;

/**
 * The reasons with the age, the likes, and the last price change that the listing has now. null if one of them no longer holds: then
 * the advice would be another one today. Whoever asks has checked that the listing still has the price that was advised on.
 */
export function standingReasons(given: Given, listing: Offered): Reason[] | null {
  // A price that was changed in the meantime, and is the same again, waits as well.
  const position = given.reasons.find(({ kind }) => kind === 'position');
  const isChange = given.direction !== 'maintain' && position?.kind === 'position';
  if (isChange && restOf(listing, given.direction, position.band) !== null) return null;
  const reasons = given.reasons.map((reason) => asOfNow(reason, given, listing));
  return reasons.every((reason) => reason !== null) ? reasons : null;
}

function asOfNow(reason: Reason, given: Given, { ageDays: days, likes, floorPrice, changed }: Offered): Reason | null {
  const isWanted = given.reasons.some((one) => one.kind === 'demand' && one.level === 'high');
  const band = given.reasons.find((one) => one.kind === 'position')?.band ?? 'below';
  switch (reason.kind) {
    case 'listed':
      if (days === null || days < reason.days) return null;
      return given.direction === 'increase' && days > raiseDaysFor(band, isWanted) ? null : { ...reason, days };
    case 'too_new':
      return days === null || days >= keepDays || !isWanted ? null : { ...reason, days };
    case 'unsold':
      return days === null || days < reason.days ? null : { ...reason, days };
    case 'age_unknown':
      return days === null ? reason : null;
    case 'rests':
      return changed === null || changed.way !== reason.step.way || changed.daysAgo >= restDays
        ? null
        : { ...reason, step: changed };
    case 'likers':
      return likes < likersFrom ? null : { ...reason, likes };
    case 'floor':
    case 'below_floor':
      return floorPrice === reason.floor ? reason : null;
    default:
      return reason;
  }
}
