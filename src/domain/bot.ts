import type { Instant } from './ports/clock.ts';

/** Bounds and defaults of specification 9; the form, the wire and the database cite these. */
export const frequencyMinutes = { least: 1, most: 1440, standard: 240 } as const;
export const frequencyPresets = [30, 60, 120, 240, 480, 720, 1440] as const;
export const dailyLimit = { least: 50, most: 50_000, standard: 10_000, step: 50 } as const;
export const dailyLimitPresets = [
  { limit: 1000, name: 'Conservative' },
  { limit: 5000, name: 'Moderate' },
  { limit: 10_000, name: 'Recommended' },
  { limit: 20_000, name: 'Aggressive' },
] as const;
/** Above this many shares a day sellers report "share jail" (one vendor's figure is 10,000): the limit field warns. */
export const riskyDailyLimit = 8000;
export const reportedShareJailRange = { low: 8000, high: 10_000 } as const;
export const offerPercent = { least: 10, most: 50, standard: 10 } as const;

/** Sunday is 0 and Saturday 6. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Wall-clock times of the seller's zone, 'HH:MM'. An end before its start runs over midnight and belongs to the start day. */
export type ScheduledSlot = { startTime: string; endTime: string; enabled: boolean; daysOfWeek: Weekday[] };
export const newSlot: ScheduledSlot = {
  startTime: '09:00',
  endTime: '10:00',
  enabled: true,
  daysOfWeek: [1, 2, 3, 4, 5],
};

export type BotSettings = {
  /** Minutes between the starts of two rounds. */
  shareFrequency: number;
  scheduledSlots: ScheduledSlot[];
  useScheduledSlots: boolean;
  offerShippingDiscount: boolean;
  /** Percent below the price at which an offer to likers is made. */
  offerPercent: number;
  dailyShareLimit: number;
};

export const standardSettings: BotSettings = {
  shareFrequency: frequencyMinutes.standard,
  scheduledSlots: [],
  useScheduledSlots: false,
  offerShippingDiscount: false,
  offerPercent: offerPercent.standard,
  dailyShareLimit: dailyLimit.standard,
};

export const botStates = ['stopped', 'waiting', 'sharing', 'paused'] as const;
export type BotState = (typeof botStates)[number];

export const pauseReasons = [
  'human_check',
  'code_required',
  'credentials_rejected',
  'session_expired',
  'rate_limited',
  'share_limit',
  'lowered_limit',
  'marketplace_refused',
  'marketplace_unavailable',
  'marketplace_changed',
  'account_blocked',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** A pause that ends by itself at a known time; every other needs the seller. */
export const waitingPauses: readonly PauseReason[] = [
  'rate_limited',
  'share_limit',
  'lowered_limit',
  'marketplace_unavailable',
];

/** Why the limit in force is below the seller's own. */
export type LimitReason = 'share_limit' | 'rate_limited' | 'gentle';

/** A planned or past stretch of sharing, for the day rail. */
export type RoundState = 'done' | 'running' | 'planned' | 'cut';
export type RoundSpan = {
  startsAt: Instant;
  endsAt: Instant;
  shares: number;
  planned: number;
  state: RoundState;
  /** Index of the slot it belongs to, in the settings' order. */
  slot?: number;
};
