// What keeps the account safe, on a care label: it belongs to the panel about account health.
import type { BotStatus } from '#contract/bot/bot.ts';
import { canOpen } from '#domain/bot/schedule/schedule.ts';
import { count, shortDay } from '#web/format/format.ts';
import { ClockSquare, CrossedTriangle, HandWash, Tub } from '#web/ui/care-symbols.tsx';
import { slotLetter } from '../rail/timeline.ts';
import './figures.css';

const slotsText = (letters: readonly string[]) => {
  if (letters.length === 0) return 'No slot is on';
  if (letters.length === 1) return `Slot ${letters[0]} is on`;
  if (letters.length > 4) return `${letters.length} slots are on`;
  return `${letters.slice(0, -1).join(', ')}${letters.length > 2 ? ',' : ''} and ${letters.at(-1)} are on`;
};

export const CareRules = ({ status }: { status: BotStatus }) => {
  const { settings, effectiveLimit, loweredUntil, timezone } = status;
  const letters = settings.scheduledSlots.flatMap((slot, index) => (canOpen(slot) ? [slotLetter(index)] : []));
  const rules = [
    { symbol: <HandWash />, title: 'Human pace', text: 'Uneven gaps, never a burst' },
    {
      symbol: <Tub>{count(effectiveLimit)}</Tub>,
      title: `${loweredUntil === undefined ? 'Stops at' : 'At most'} ${count(effectiveLimit)} a day`,
      text:
        loweredUntil === undefined
          ? 'Your daily limit'
          : `Lowered after a warning, until ${shortDay(loweredUntil, timezone)}`,
    },
    {
      symbol: <ClockSquare />,
      title: settings.useScheduledSlots ? 'Only in your slots' : 'Around the clock',
      text: settings.useScheduledSlots ? slotsText(letters) : 'Scheduled slots are off',
    },
    { symbol: <CrossedTriangle />, title: 'Stops when challenged', text: 'A human check pauses sharing' },
  ];
  return (
    <div className="cloth care-cloth">
      <ul className="woven sewn-list" aria-label="What keeps your account safe">
        {rules.map(({ symbol, title, text }) => (
          <li key={title}>
            {symbol}
            <div>
              <b>{title}</b>
              <span>{text}</span>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
};
