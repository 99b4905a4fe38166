// Computes price plots: the axis, the rows of dots, and the bars.

/** An axis with round dollar amounts. `marks` are its labels; the first and the last are at its ends. */
export type PriceAxis = { low: number; high: number; marks: readonly number[] };

const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 20_000, 50_000];
const mostMarks = 6;
/** Comparables may stretch the axis by this factor. Those farther away are drawn at its edge. */
const stretch = 1.5;

/**
 * The axis always includes the suggestion, the interval, and the current price. Comparables stretch it only up to a limit:
 * one that costs ten times as much must not squeeze the rest into a corner.
 */
export const axisFor = ({ about, others }: { about: readonly number[]; others: readonly number[] }): PriceAxis => {
  const own = about.length > 0 ? about : others;
  const [least, most] = [Math.min(...own), Math.max(...own)];
  if (!Number.isFinite(least)) return { low: 0, high: 100, marks: [0, 20, 40, 60, 80, 100] };
  const span = Math.max(most - least, most * 0.4, 4);
  const room = Math.max(span * 0.08, (span - (most - least)) / 2);
  const near = others.filter((price) => price >= least - span * stretch && price <= most + span * stretch);
  const low = Math.max(Math.min(least - room, ...near.map((price) => price - span * 0.08)), 0);
  const high = Math.max(most + room, ...near.map((price) => price + span * 0.08));
  const step = steps.find((size) => (high - low) / size <= mostMarks - 1.2) ?? 100_000;
  const first = Math.floor(low / step) * step;
  const last = Math.ceil(high / step) * step;
  const marks = Array.from({ length: Math.round((last - first) / step) + 1 }, (_, at) => first + at * step);
  return { low: first, high: last, marks };
};

export const placeOn = ({ low, high }: PriceAxis, price: number): number =>
  Math.min(Math.max(((price - low) / (high - low)) * 100, 0), 100);

/** Dots that are nearer than this would touch, in percent of the axis. */
const dotGap = 4.5;
const dotRows = 5;

/** Dots that would touch get different rows, counted from 0. `x` is percent of the axis. */
export const stackDots = (axis: PriceAxis, prices: readonly number[]): { x: number; row: number }[] => {
  const lastIn: number[] = Array.from({ length: dotRows }, () => Number.NEGATIVE_INFINITY);
  const inOrder = prices.map((price) => placeOn(axis, price)).sort((one, other) => one - other);
  return inOrder.map((x) => {
    const free = lastIn.findIndex((last) => x - last >= dotGap);
    // If all rows are full, use the row whose last dot is farthest away.
    const row = free >= 0 ? free : lastIn.indexOf(Math.min(...lastIn));
    lastIn[row] = x;
    return { x, row };
  });
};

/** With fewer comparables no band is drawn, because it would look too certain. */
export const leastForBand = 3;

const shiftReach = 30;

/** In percent of the bar's length. Each half stands for 30 %. A larger change is cut off there and gets a notch. */
export const changeBar = (percent: number): { left: number; width: number; isCut: boolean } => {
  const half = (Math.min(Math.abs(percent), shiftReach) / shiftReach) * 50;
  return { left: percent < 0 ? 50 - half : 50, width: half, isCut: Math.abs(percent) > shiftReach };
};
