import { z } from 'zod';

/** What is counted on the visitors' pages, where the operator wants it counted. */
export const clicks = [
  'get-started',
  'start-free',
  'watch-demo',
  'learn-sharing',
  'learn-pricing',
  'learn-safety',
] as const;

/** One click, without anything about who clicked. */
export const Click = z.strictObject({ click: z.enum(clicks, 'There is no such button') });
export type Click = z.infer<typeof Click>['click'];
