// Texts about settings that depend on their values.
import {
  type BotSettings,
  dailyLimit,
  frequencyPresets,
  reportedShareJailRange,
  riskyDailyLimit,
} from '#domain/bot/bot.ts';
import { count } from '#web/lib/format/format.ts';
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

/** The number of a text field; blank gives what is used then, anything else that is no number gives NaN, for the error. */
export const numberOr = (blank: number) => (typed: unknown) => {
  const text = String(typed ?? '').trim();
  return text === '' ? blank : Number(text);
};
export const limitFromText = numberOr(dailyLimit.standard);

/** The warning under a limit at which sellers report trouble; null below it. */
export const limitWarning = (limit: number): string | null =>
  limit > riskyDailyLimit
    ? `Sellers report “share jail”, a block on sharing, from about ${count(reportedShareJailRange.low)} to ${count(reportedShareJailRange.high)} shares a day. Up to ${count(riskyDailyLimit)} is calmer.`
    : null;

const secondsPerShare = 2;
const secondsPerDay = 86_400;

/** What a day can hold at the bot's pace, so that no limit promises more. */
export const mostSharesADay = secondsPerDay / secondsPerShare;

/** What differs from the saved settings, in words: "Share frequency and slot B changed." Empty: nothing. */
export const changeMessages = (saved: BotSettings, now: BotSettings): string => {
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
  const messages = changed.length > 3 ? `${changed.length} settings` : (list ?? '');
  return `${messages.charAt(0).toUpperCase()}${messages.slice(1)} changed. Not saved yet.`;
};
