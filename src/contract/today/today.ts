// What a seller has to do today.
import { z } from 'zod';
import { setupSteps } from '#domain/today/first-steps.ts';
import { snoozeDays, todayKinds } from '#domain/today/today.ts';
import { reads, writes } from '../cost.ts';
import type { RouteTable } from '../route.ts';

const TodayTask = z.object({
  kind: z.enum(todayKinds),
  title: z.string(),
  detail: z.string(),
  /** How many there are of what the title counts. */
  count: z.number().int(),
  /** What it is worth, in cents, as far as that is known; null: it isn't. Lower prices are negative. */
  amountCents: z.number().int().nullable(),
  /** `href`: the screen where the seller does it. */
  action: z.object({ label: z.string(), href: z.string() }),
  /** At most 500. Empty for a task about something else. */
  listingIds: z.array(z.string()),
});

export const Today = z.object({
  /** At most seven, the most pressing first. */
  tasks: z.array(TodayTask),
  /** What the seller may set up besides the first round, without what they put off. */
  setup: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() })),
});
export type Today = z.output<typeof Today>;

const daysMessage = `Enter whole days, from ${snoozeDays.least} to ${snoozeDays.most}`;
const Snooze = z.strictObject({
  days: z
    .number({ error: daysMessage })
    .int(daysMessage)
    .min(snoozeDays.least, daysMessage)
    .max(snoozeDays.most, daysMessage),
});

export const todayRoutes = {
  read: {
    method: 'GET',
    path: '/api/today',
    summary: 'What to do today, the most pressing first',
    access: 'user',
    cost: reads,
    reply: Today,
  },
  snooze: {
    method: 'POST',
    path: '/api/today/{kind}/snooze',
    summary: 'Put a kind of task off for some days. Day 1 ends with the next midnight',
    access: 'user',
    cost: writes,
    body: Snooze,
    reply: Today,
  },
  wake: {
    method: 'DELETE',
    path: '/api/today/{kind}/snooze',
    summary: 'Take back that a kind of task was put off',
    access: 'user',
    cost: writes,
    reply: Today,
  },
  putOff: {
    method: 'POST',
    path: '/api/today/setup/{step}',
    summary: 'Put a step of the setup off for good',
    access: 'user',
    cost: writes,
    reply: Today,
  },
  putBack: {
    method: 'DELETE',
    path: '/api/today/setup/{step}',
    summary: 'Take back that a step of the setup was put off',
    access: 'user',
    cost: writes,
    reply: Today,
  },
} as const satisfies RouteTable[string];
