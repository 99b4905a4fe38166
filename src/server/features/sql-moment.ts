/**
 * An `Instant` as a parameter of a store's SQL. The cast keeps the milliseconds, which an integer division would cut. All stores
 * use it, so that no two of them write the same moment differently.
 */
export const at = (parameter: number): string => `to_timestamp($${parameter}::double precision / 1000)`;
