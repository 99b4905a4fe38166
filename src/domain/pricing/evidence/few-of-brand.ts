// Says that few comparables have the brand and the type of an item, wherever a price is explained.

/** With fewer comparables of the brand and kind, an estimate rests on other brands and kinds, too. */
export const leastOfBrand = 3;

/** "No comps are the same brand and type". */
export const fewOfBrandMessage = (count: number): string =>
  count === 0
    ? 'No comps are the same brand and type'
    : count === 1
      ? 'Only 1 comp is the same brand and type'
      : `Only ${count} comps are the same brand and type`;

/** The same with what follows from it. `prices`: "this price is" or "these prices are". */
export const borrowedMessage = (count: number, prices: string): string =>
  `${fewOfBrandMessage(count)}, so ${prices} ${count === 0 ? '' : 'also '}estimated from other brands and types.`;
