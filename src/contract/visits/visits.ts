// What is counted about the public pages, if the operator turned that on.
import { z } from 'zod';
import { publicWrites } from '../cost.ts';
import { Message } from '../fields.ts';
import type { RouteTable } from '../route.ts';

const clicks = ['get-started', 'start-free', 'watch-demo', 'learn-sharing', 'learn-pricing', 'learn-safety'] as const;

/** One click. It contains nothing about who clicked. */
export const Click = z.strictObject({ click: z.enum(clicks, 'There is no such button') });
export type Click = z.infer<typeof Click>['click'];

export const visitsRoutes = {
  clicked: {
    method: 'POST',
    path: '/api/visits/clicks',
    summary: 'Count one click on a public page, if the administrator turned that on',
    access: 'public',
    cost: publicWrites,
    body: Click,
    reply: Message,
  },
} as const satisfies RouteTable[string];
