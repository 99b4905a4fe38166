import type { BotStatus } from '#contract/bot.ts';
import { canOpen } from '#domain/schedule.ts';
import { count } from '#web/lib/format.ts';
import { ClockSquare, CrossedTriangle, HandWash, Tub } from '#web/ui/care-symbols.tsx';
import { slotLetter } from './rail-geometry.ts';
import './care-strip.css';

/** What keeps the account safe, with this seller's own numbers. */
export const CareStrip = ({ status }: { status: BotStatus }) => {
  const { settings, effectiveLimit } = status;
  const letters = settings.scheduledSlots.flatMap((slot, index) => (canOpen(slot) ? [slotLetter(index)] : []));
  return (
    <ul className="care" aria-label="What keeps your account safe">
      <li>
        <HandWash />
        <div>
          <b>Human pace</b>
          <span>Uneven gaps, never a burst</span>
        </div>
      </li>
      <li>
        <Tub>{count(effectiveLimit)}</Tub>
        <div>
          <b>Stops at {count(effectiveLimit)} a day</b>
          <span>The bot stops itself</span>
        </div>
      </li>
      <li>
        <ClockSquare />
        <div>
          <b>{settings.useScheduledSlots ? 'Only in your slots' : 'At any hour'}</b>
          <span>{settings.useScheduledSlots ? slotWords(letters) : 'Scheduled slots are off'}</span>
        </div>
      </li>
      <li>
        <CrossedTriangle />
        <div>
          <b>Never past a check</b>
          <span>A human check pauses everything</span>
        </div>
      </li>
    </ul>
  );
};

const slotWords = (letters: string[]): string => {
  if (letters.length === 0) return 'No slot is on';
  if (letters.length === 1) return `Slot ${letters[0]} is on`;
  if (letters.length > 4) return `${letters.length} slots are on`;
  return `${letters.slice(0, -1).join(', ')} and ${letters.at(-1)} are on`;
};
