import type { BotStatus } from '#contract/schemas/bot.ts';
import { canOpen } from '#domain/bot/schedule.ts';
import { count } from '#web/lib/format/format.ts';
import { ClockSquare, CrossedTriangle, HandWash, Tub } from '#web/ui/care-symbols.tsx';
import { slotLetter } from '../rail/rail-geometry.ts';
import './care-strip.css';
import { careStripWords as words } from '#web/messages/bot/bot.ts';

/** What keeps the account safe, with this seller's own numbers. */
export const CareStrip = ({ status }: { status: BotStatus }) => {
  const { settings, effectiveLimit } = status;
  const letters = settings.scheduledSlots.flatMap((slot, index) => (canOpen(slot) ? [slotLetter(index)] : []));
  return (
    <ul className="care" aria-label={words.list}>
      <li>
        <HandWash />
        <div>
          <b>{words.pace}</b>
          <span>{words.paceText}</span>
        </div>
      </li>
      <li>
        <Tub>{count(effectiveLimit)}</Tub>
        <div>
          <b>{words.limit(effectiveLimit)}</b>
          <span>{words.limitText}</span>
        </div>
      </li>
      <li>
        <ClockSquare />
        <div>
          <b>{settings.useScheduledSlots ? words.inSlots : words.anyHour}</b>
          <span>{settings.useScheduledSlots ? words.slots(letters) : words.slotsOff}</span>
        </div>
      </li>
      <li>
        <CrossedTriangle />
        <div>
          <b>{words.check}</b>
          <span>{words.checkText}</span>
        </div>
      </li>
    </ul>
  );
};
