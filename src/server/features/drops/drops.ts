// The face of the drops feature: prices that drop by plan.

export type { DropsContext } from './drops-context.ts';
/** For maintenance, and the background job. */
export { makeDueDrops, planDueDrops } from './make-drops.ts';
/** For a seller who moves to another time zone. */
export { moveZone } from './plans.ts';
/** For what to do today. */
export { createDropsToday } from './preview.ts';
/** For a demo account. */
export { recordDropHistory } from './record-history.ts';
