// A basis for piecewise linear curves, so that a linear model can bend with a quantity.

/**
 * Writes a quantity in the basis of linear B-splines ("hat functions") with knots at the multiples of `step`: the two nearest
 * knots, each with a strength from 0 to 1 by how near it is. On a knot there is one entry.
 */
export function splineBasis(value: number, step: number, put: (knot: number, strength: number) => void): void {
  const position = value / step;
  const below = Math.floor(position);
  if (position > below) put(below + 1, position - below);
  put(below, 1 - (position - below));
}
