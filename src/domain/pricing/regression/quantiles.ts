// Quantiles of sorted values, with the finite-sample correction of conformal prediction.

/**
 * The value below which a new, exchangeable value lies with probability `share`, interpolated. The rank is corrected for the
 * finite sample as in split conformal prediction (Vovk, Gammerman, and Shafer 2005), outward on both sides of the median.
 * `sorted` is ascending.
 */
export function quantile(sorted: Float64Array, share: number): number {
  const corrected = share < 0.5 ? share * (sorted.length + 1) - 1 : share * (sorted.length + 1);
  const place = Math.min(Math.max(share < 0.5 ? corrected : corrected - 1, 0), sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  return low + (place - below) * ((sorted[below + 1] ?? low) - low);
}

/** The inverse: the share of `sorted` (ascending) below a value, from 0 to 1, interpolated between two of them. */
export function shareBelow(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  const below = sorted[low - 1];
  const above = sorted[low];
  const within = below === undefined || above === undefined || above === below ? 0 : (value - below) / (above - below);
  return Math.min(1, Math.max(0, (low + within) / (sorted.length + 1)));
}
