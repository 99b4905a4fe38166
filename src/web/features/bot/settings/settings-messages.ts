// Texts about settings that depend on their values.
import {
  type BotSettings,
  dailyLimit,
  frequencyPresets,
  reportedShareJailRange,
  riskyDailyLimit,
} from '#domain/bot/bot.ts';
import { count } from '#web/format/format.ts';
import { slotLetter } from '../rail/rail-geometry.ts';

const hour = 60;
const day = 1440;

/** "30 min", "1 hour", "4 hours", "Once daily": a preset's name. */
export const frequencyName = (minutes: number): string => {
  if (minutes === day) return 'Once daily';
  if (minutes < hour || minutes % hour !== 0) return `${minutes} min`;
  return minutes === hour ? '1 hour' : `${minutes / hour} hours`;
};

export const isPreset = (minutes: number): boolean => frequencyPresets.some((preset) => preset === minutes);

/** The number in a text field. Blank gives the default; anything that is no number gives NaN, which shows the error. */
export const numberOr = (blank: number) => (typed: unknown) => {
  const text = String(typed ?? '').trim();
  return text === '' ? blank : Number(text);
};
export const limitFromText = numberOr(dailyLimit.standard);

/** The warning for a limit at which sellers report share jail; null for lower limits. */
export const limitWarning = (limit: number): string | null =>
  limit > riskyDailyLimit
    ? `Sellers report “share jail”, a temporary block on sharing, at about ${count(reportedShareJailRange.low)} to ${count(reportedShareJailRange.high)} shares a day. A lower limit is safer.`
    : null;

const secondsPerShare = 2;
const secondsPerDay = 86_400;

/** The most shares that fit in a day at the bot's pace. */
export const mostSharesADay = secondsPerDay / secondsPerShare;

/** What differs from the saved settings: "Share frequency and slot B changed." Empty where nothing does. */
export const describeChanges = (saved: BotSettings, now: BotSettings): string => {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const changed = [
    saved.shareFrequency === now.shareFrequency ? '' : 'share frequency',
    saved.dailyShareLimit === now.dailyShareLimit ? '' : 'daily limit',
    saved.useScheduledSlots === now.useScheduledSlots ? '' : 'scheduled slots',
    ...now.scheduledSlots.map((slot, index) =>
      same(slot, saved.scheduledSlots[index]) ? '' : `slot ${slotLetter(index)}`,
    ),
    now.scheduledSlots.length < saved.scheduledSlots.length ? 'slots' : '',
    saved.offerShippingDiscount === now.offerShippingDiscount ? '' : 'offers',
    saved.offerPercent === now.offerPercent ? '' : 'offer discount',
  ].filter((part) => part !== '');
  if (changed.length === 0) return '';
  const list = changed.length === 1 ? changed[0] : `${changed.slice(0, -1).join(', ')} and ${changed.at(-1)}`;
  const subject = changed.length > 3 ? `${changed.length} settings` : (list ?? '');
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} changed. Not saved yet.`;
};
