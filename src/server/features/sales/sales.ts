// The face of the sales feature: what a seller has sold, from reports, from the closet, and by hand.

/** For a demo. */
export { recordCosts } from './by-hand.ts';
export type { SalesContext } from './context.ts';
/** For changes of listings: what sales take over from them. */
export { takeListingFacts } from './context.ts';
/** What sales of some days brought: for summaries. And what is missing in the numbers. */
export { readGaps, sumProfit } from './numbers-store.ts';
export { createSaleReadings, type SaleReadings } from './readings.ts';
