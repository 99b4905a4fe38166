// The face of the drops feature: prices that drop by plan.

export type { DropsContext } from './context.ts';
/** For maintenance, and the background job. */
/** For a demo account. */
export { makeDueDrops, planDueDrops, recordDropHistory } from './make-drops.ts';
/** For a seller who moves to another time zone. */
export { moveZone } from './plans.ts';
/** For what to do today. */
export { createDropsToday } from './preview.ts';
