// The axis of a chart of money: round amounts from a loss, if there is one, to the highest bar.

/** In cents. `marks` include 0 and both ends. */
type MoneyScale = { least: number; most: number; marks: readonly number[] };

const mostSteps = 5;

export const moneyScale = (least: number, most: number): MoneyScale => {
  const [low, high] = [Math.min(least, 0), Math.max(most, 0)];
  // No mark is less than a dollar from the next: they are written in whole dollars.
  const span = Math.max(high - low, 100 * mostSteps);
  const power = 10 ** Math.floor(Math.log10(span / mostSteps));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => span / size <= mostSteps) ?? 10 * power;
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), 1)];
  const marks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
  return { least: first * step, most: last * step, marks };
};
