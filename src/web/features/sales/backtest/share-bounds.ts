// How far a share of few cases may be from the true one.

/** Of a normal distribution: 95 % are within so many standard errors. */
const z = 1.96;

/** Wilson's interval of 95 %: it stays between 0 and 1, and is wide for few cases. */
export const shareBounds = (hits: number, of: number): { low: number; high: number } => {
  if (of === 0) return { low: 0, high: 1 };
  const share = hits / of;
  const width = 1 + z ** 2 / of;
  const middle = (share + z ** 2 / (2 * of)) / width;
  const half = (z / width) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return { low: Math.max(middle - half, 0), high: Math.min(middle + half, 1) };
};
