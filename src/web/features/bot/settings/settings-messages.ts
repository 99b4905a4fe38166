// Texts about settings that depend on their values.
import type { BotStatus } from '#contract/bot/bot.ts';
import { type BotSettings, dailyLimit, frequencyPresets, settingNames } from '#domain/bot/bot.ts';
import { type LimitAdvice, recommendedLimit, reportedShareJailRange } from '#domain/bot/limit/share-jail.ts';
import { plainText } from '#domain/text/visible-text.ts';
import { count, counted } from '#web/format/format.ts';
import { slotLetter } from '../rail/timeline.ts';

const hour = 60;
const day = 1440;

export const frequencyName = (minutes: number): string => {
  if (minutes === day) return 'Once daily';
  if (minutes < hour || minutes % hour !== 0) return `${minutes} min`;
  return minutes === hour ? '1 hour' : `${minutes / hour} hours`;
};

export const frequencyText = (minutes: number): string => {
  if (minutes === day) return 'once a day';
  if (minutes === hour) return 'every hour';
  if (minutes === 1) return 'every minute';
  return minutes % hour === 0 ? `every ${minutes / hour} hours` : `every ${counted(minutes, 'minute')}`;
};

export const isPreset = (minutes: number): boolean => frequencyPresets.some((preset) => preset === minutes);

/** The standard limit for a blank field. Anything that is not a number gives NaN, which shows the error. */
export const limitFromText = (typed: string): number => {
  const text = plainText(typed);
  return text === '' ? dailyLimit.standard : Number(text);
};

/** What to say about a limit, with the most shares that limit and schedule allow in a day; null: nothing. */
export const limitNote = (
  { kind, sharesADay }: LimitAdvice,
  listings: number,
): { text: string; isWarning: boolean } | null => {
  const range = `${count(reportedShareJailRange.low)} to ${count(reportedShareJailRange.high)} shares a day`;
  switch (kind) {
    case 'none':
      return null;
    case 'out_of_reach':
      // Nothing to share yet says nothing about the limit.
      if (sharesADay === 0) return null;
      return {
        text: `Your schedule makes at most ${counted(sharesADay, 'share')} a day, so the bot won’t reach this limit.`,
        isWarning: false,
      };
    case 'warning':
    case 'strong_warning': {
      const [risk, advice] =
        kind === 'warning' ? ['', ''] : [', which is risky', ' Lower your limit to protect your account.'];
      return {
        text: `These settings allow up to ${count(sharesADay)} shares a day${risk}. Sellers report “share jail”, a temporary block on sharing, at about ${range}.${advice} ${forThisCloset(listings, recommendedLimit(listings))}`,
        isWarning: true,
      };
    }
  }
};

/** When saved settings take effect: a limit below the day's shares ends the sharing at once. */
export const savedText = ({ isRunning, sharesToday, settings, effectiveLimit: limit }: SavedFacts): string => {
  if (!isRunning) return 'Takes effect at the next start.';
  if (sharesToday >= settings.dailyShareLimit)
    return `You’ve already shared ${count(sharesToday)} today, so the bot stops now${settings.resumeDaily ? ' and starts again when your next day begins' : ''}.`;
  return sharesToday >= limit
    ? `You’ve already shared ${count(sharesToday)} today, and a warning lowered your limit to ${count(limit)}. Sharing pauses until your next day.`
    : 'Takes effect from the next share.';
};
type SavedFacts = Pick<BotStatus, 'isRunning' | 'sharesToday' | 'settings' | 'effectiveLimit'>;

const listOf = (names: readonly string[]): string => {
  if (names.length < 3) return names.join(' and ');
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;
};

/** What the line about unsaved changes calls each setting. Slots are named one by one. */
const called: Record<Exclude<keyof BotSettings, 'scheduledSlots'>, string> = {
  shareFrequency: 'share frequency',
  dailyShareLimit: 'daily limit',
  resumeDaily: 'daily start',
  useScheduledSlots: 'scheduled slots',
  offerShippingDiscount: 'offers',
  offerPercent: 'offer discount',
  partySharing: 'party shares',
  partySharesPerDay: 'party shares a day',
  shareBack: 'share-backs',
  shareBackPerDay: 'share-backs a day',
};

export const describeChanges = (saved: BotSettings, now: BotSettings): string => {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const changed = settingNames.flatMap((name) => {
    if (name !== 'scheduledSlots') return saved[name] === now[name] ? [] : [called[name]];
    const [before, after] = [saved.scheduledSlots, now.scheduledSlots];
    const slots = after.flatMap((slot, index) => (same(slot, before[index]) ? [] : [`slot ${slotLetter(index)}`]));
    return after.length < before.length ? [...slots, 'slots'] : slots;
  });
  if (changed.length === 0) return '';
  const subject = changed.length > 3 ? `${changed.length} settings` : listOf(changed);
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} changed. Not saved yet.`;
};

export const forThisCloset = (listings: number, limit: number): string =>
  `For a closet of ${counted(listings, 'listing')} we recommend ${count(limit)} shares a day at most.`;
