// Decides which advice is worth showing as a price change.

/** In dollars. A price difference up to this is not worth showing (specification 9). */
const leastDifference = 0.5;

export const isWorthShowing = ({ priceDifference }: { priceDifference: number }): boolean =>
  Math.abs(priceDifference) > leastDifference;
