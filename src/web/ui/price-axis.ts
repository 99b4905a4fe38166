// The arithmetic of plots with prices: axis, rows of dots, bars.

/** A line of round dollars. `marks` are its labelled places, the first and the last at its ends. */
export type PriceAxis = { low: number; high: number; marks: readonly number[] };

const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 20_000, 50_000];
const mostMarks = 6;
/** Others may stretch the axis this many times beyond what it is about; what lies further is drawn at its edge. */
const stretch = 1.5;

/**
 * The axis for what a plot is about (suggestion, interval, present price: all of them stand on it), stretched for the
 * comparables within reason: one that costs ten times as much must not press the rest into a corner.
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

/** Where a price stands on the axis, in percent; beyond its ends at its ends. */
export const placeOn = ({ low, high }: PriceAxis, price: number): number =>
  Math.min(Math.max(((price - low) / (high - low)) * 100, 0), 100);

/** Dots that would touch stand in different rows. Percent along the axis, row counted from 0. */
export const stackDots = (
  axis: PriceAxis,
  prices: readonly number[],
  { gap = 4.5, rows = 5 }: { gap?: number; rows?: number } = {},
): { x: number; row: number }[] => {
  const lastIn: number[] = Array.from({ length: rows }, () => Number.NEGATIVE_INFINITY);
  return [...prices]
    .sort((one, other) => one - other)
    .map((price) => {
      const x = placeOn(axis, price);
      const free = lastIn.findIndex((last) => x - last >= gap);
      // Where all rows are full, the one whose last dot is farthest away.
      const row = free >= 0 ? free : lastIn.indexOf(Math.min(...lastIn));
      lastIn[row] = x;
      return { x, row };
    });
};

/** Too few comparables make no band: it would look like knowledge. */
export const leastForBand = 3;

const shiftReach = 30;

/** The change bar: half of it is 30 %. What goes beyond is cut there, with a notch. Percent of the bar's length. */
export const changeBar = (percent: number): { left: number; width: number; isCut: boolean } => {
  const half = (Math.min(Math.abs(percent), shiftReach) / shiftReach) * 50;
  return { left: percent < 0 ? 50 - half : 50, width: half, isCut: Math.abs(percent) > shiftReach };
};
