// The bot's settings: their bounds, what Start and Update Settings send, and how many offers to likers would go out with them now.

import { z } from 'zod';
import {
  dailyLimit,
  frequencyMinutes,
  offerPercent,
  partyShares,
  shareBacks,
  standardSettings,
} from '#domain/bot/bot.ts';
import { heavyReads } from '../cost.ts';
import { clockTime, whole } from '../fields.ts';
import type { RouteTable } from '../route.ts';

const dayMessage = 'Pick days from Sunday (0) to Saturday (6)';
const Day = z.union(
  [z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6)],
  { error: dayMessage },
);

const ScheduledSlot = z.strictObject({
  startTime: clockTime(),
  endTime: clockTime(),
  enabled: z.boolean({ error: 'A slot is either on or off' }),
  daysOfWeek: z.array(Day).max(7, dayMessage),
});

const minutes = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
};

const within = (bounds: { least: number; most: number }, unit = '') =>
  whole(bounds, `Enter ${bounds.least} to ${bounds.most.toLocaleString('en-US')}${unit}`);

const offerMessage = `Enter ${offerPercent.least} to ${offerPercent.most} percent`;
const OfferPercent = whole(offerPercent, offerMessage);

const fields = {
  shareFrequency: within(frequencyMinutes, ' minutes'),
  scheduledSlots: z.array(ScheduledSlot).max(50, 'Use at most 50 slots'),
  useScheduledSlots: z.boolean({ error: 'Scheduled slots are either on or off' }),
  offerShippingDiscount: z.boolean({ error: 'Offer shipping discount is required' }),
  offerPercent: OfferPercent,
  dailyShareLimit: within(dailyLimit),
  resumeDaily: z.boolean({ error: 'Resume daily is either on or off' }),
  partySharing: z.boolean({ error: 'Party shares are either on or off' }),
  partySharesPerDay: within(partyShares, ' shares'),
  shareBack: z.boolean({ error: 'Share-backs are either on or off' }),
  shareBackPerDay: within(shareBacks, ' shares'),
} satisfies Record<keyof typeof standardSettings, z.ZodType>;

type Slots = {
  scheduledSlots?: { startTime: string; endTime: string; enabled: boolean; daysOfWeek: number[] }[];
  useScheduledSlots?: boolean;
};

const slotsMakeSense = <S extends z.ZodType<Slots>>(schema: S) =>
  schema
    .superRefine((body, context) => {
      for (const [index, slot] of (body.scheduledSlots ?? []).entries())
        if (minutes(slot.startTime) === minutes(slot.endTime))
          context.addIssue({
            code: 'custom',
            path: ['scheduledSlots', index, 'endTime'],
            message: 'Start and end can’t be the same',
          });
    })
    .refine(
      (body) =>
        body.useScheduledSlots !== true ||
        body.scheduledSlots === undefined ||
        body.scheduledSlots.some((slot) => slot.enabled && slot.daysOfWeek.length > 0),
      { path: ['scheduledSlots'], message: 'Turn on at least one slot and pick a day for it' },
    );

/** What Start sends. Settings that are left out stay as they were, or are the default. */
export const BotStart = slotsMakeSense(
  z
    .strictObject(fields)
    .partial()
    .extend({
      scheduledSlots: fields.scheduledSlots.default([]),
      useScheduledSlots: fields.useScheduledSlots.default(standardSettings.useScheduledSlots),
      offerShippingDiscount: fields.offerShippingDiscount,
      offerPercent: fields.offerPercent.default(standardSettings.offerPercent),
      dailyShareLimit: fields.dailyShareLimit.default(standardSettings.dailyShareLimit),
      /** The seller read that Poshmark does not allow automation. Stored with its date; asked once, never for practice. */
      acceptAutomationRisk: z.boolean({ error: 'Agree, or leave this out' }).optional(),
    }),
);

/** What Update Settings sends. Fields that are left out keep their value. */
export const BotSettingsChange = slotsMakeSense(z.strictObject(fields).partial());

export const BotSettings = z.object(fields);

const OfferCountQuery = z.strictObject({
  percent: z.coerce.number({ error: offerMessage }).pipe(OfferPercent).default(standardSettings.offerPercent),
});

const OfferCount = z.object({
  /** Listings that would get an offer now, as of the last reading of the closet. */
  listings: z.number().int(),
  /** How many of a day's offers are left. */
  leftToday: z.number().int(),
  /** How many rules the seller has. With any, the percentage doesn’t matter. */
  rules: z.number().int(),
});

export type OfferCount = z.output<typeof OfferCount>;

export const offerCountRoutes = {
  count: {
    method: 'GET',
    path: '/api/bot/offers',
    summary: 'How many listings would get an offer to likers now. Sends nothing',
    access: 'user',
    cost: heavyReads,
    query: OfferCountQuery,
    reply: OfferCount,
  },
} as const satisfies RouteTable[string];
