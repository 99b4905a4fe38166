/**
 * Finds the temperature with the lowest mean log-loss of softmax(raw / temperature), by golden section search. `raw` are rows of
 * raw outputs, only for the labels.
 */
export function fitTemperature(raw: readonly ArrayLike<number>[], answers: readonly number[]): number {
  const surprise = (temperature: number): number =>
    raw.reduce((sum, values, index) => {
      const scaled = Array.from(values, (value) => value / temperature);
      const top = Math.max(...scaled);
      const total = scaled.reduce((all, value) => all + Math.exp(value - top), 0);
      return sum + Math.log(total) + top - (scaled[answers[index] ?? 0] ?? 0);
    }, 0);
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [0.2, 5];
  while (high - low > 1e-4) {
    const step = ratio * (high - low);
    if (surprise(high - step) < surprise(low + step)) high = low + step;
    else low = high - step;
  }
  return (low + high) / 2;
}
