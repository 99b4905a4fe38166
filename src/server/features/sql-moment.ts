/**
 * An `Instant` as a parameter of a store's SQL. The cast keeps the milliseconds, which an integer division would cut; one
 * place for all stores, so that no two of them read the same moment differently.
 */
export const at = (parameter: number): string => `to_timestamp($${parameter}::double precision / 1000)`;
