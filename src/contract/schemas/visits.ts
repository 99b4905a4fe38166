// What is counted about the public pages, if the operator turned that on.
import { z } from 'zod';

/** The buttons whose clicks are counted. */
const clicks = ['get-started', 'start-free', 'watch-demo', 'learn-sharing', 'learn-pricing', 'learn-safety'] as const;

/** One click. It contains nothing about who clicked. */
export const Click = z.strictObject({ click: z.enum(clicks, 'There is no such button') });
export type Click = z.infer<typeof Click>['click'];
