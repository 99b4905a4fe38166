// What keeps the account safe, on a care label: it belongs to the panel about account health.
import type { BotStatus } from '#contract/bot/bot.ts';
import { canOpen } from '#domain/bot/schedule/schedule.ts';
import { count, shortDay } from '#web/format/format.ts';
import { ClockSquare, CrossedTriangle, HandWash, Tub } from '#web/ui/care-symbols.tsx';
import { slotLetter } from '../rail/rail-geometry.ts';
import './care-rules.css';

const limitText = (limit: number) => `Stops at ${count(limit)} a day`;
const loweredText = (limit: number) => `At most ${count(limit)} a day`;
const slotsText = (letters: readonly string[]) => {
  if (letters.length === 0) return 'No slot is on';
  if (letters.length === 1) return `Slot ${letters[0]} is on`;
  if (letters.length > 4) return `${letters.length} slots are on`;
  return `${letters.slice(0, -1).join(', ')}${letters.length > 2 ? ',' : ''} and ${letters.at(-1)} are on`;
};

/** With this seller's own numbers. */
export const CareRules = ({ status }: { status: BotStatus }) => {
  const { settings, effectiveLimit, loweredUntil, timezone } = status;
  const letters = settings.scheduledSlots.flatMap((slot, index) => (canOpen(slot) ? [slotLetter(index)] : []));
  return (
    <div className="cloth care-cloth">
      <ul className="woven sewn-list" aria-label="What keeps your account safe">
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
            <b>{(loweredUntil === undefined ? limitText : loweredText)(effectiveLimit)}</b>
            <span>
              {loweredUntil === undefined
                ? 'Your daily limit'
                : `Lowered after a warning, until ${shortDay(loweredUntil, timezone)}`}
            </span>
          </div>
        </li>
        <li>
          <ClockSquare />
          <div>
            <b>{settings.useScheduledSlots ? 'Only in your slots' : 'Around the clock'}</b>
            <span>{settings.useScheduledSlots ? slotsText(letters) : 'Scheduled slots are off'}</span>
          </div>
        </li>
        <li>
          <CrossedTriangle />
          <div>
            <b>Stops when challenged</b>
            <span>A human check pauses sharing</span>
          </div>
        </li>
      </ul>
    </div>
  );
};
