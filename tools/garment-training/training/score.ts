// Measures a network's accuracy, and how sure of itself it is.

import { numbers } from '../network/layers.ts';
import { plain } from '../photos/augment.ts';
import { labels } from '../photos/photos.ts';
import { onMemory, outputs, type Shared } from './run.ts';

/** The ten labels of clothing-dataset-small are the first ten. */
const smallLabels = 10;

/** The network's raw outputs for photos, averaged over each photo and its mirror image. */
export function answersOf(
  shared: Shared,
  photos: { readonly bytes: Uint8Array; readonly size: number },
  use: { readonly gather: readonly number[]; readonly ask: readonly number[] },
): Float32Array[] {
  const { bench, net, weights, begin } = onMemory(shared, shared.recipe.shape, 0, true);
  const each = photos.size ** 2 * 3;
  const pass = (chosen: readonly number[]) => {
    begin();
    const pictures = { at: bench.take(chosen.length * each), n: chosen.length, size: photos.size, channels: 3 };
    chosen.forEach((photo, index) => {
      plain(
        photos.bytes.subarray(photo * each, (photo + 1) * each),
        numbers(bench, pictures.at + index * each * 4, each),
      );
    });
    return numbers(bench, net.forward(pictures).at, chosen.length * outputs);
  };
  // The normalization statistics are computed again for the final weights, on whole photos.
  const kept = weights.list.filter(({ start }) => start === 'kept');
  const moments = (act: (values: Float32Array) => void) => {
    for (const { offset, count } of kept) act(numbers(bench, bench.base + offset, count));
  };
  const batches = split(use.gather, 32);
  moments((values) => values.fill(0));
  bench.normal = 'gathered';
  for (const chosen of batches) pass(chosen);
  moments((values) =>
    values.forEach((value, index) => {
      values[index] = value / batches.length;
    }),
  );
  bench.normal = 'kept';
  return split(use.ask, 32).flatMap((chosen) => {
    const raw = pass(chosen);
    return chosen.map((_, index) => raw.slice(index * outputs, (index + 1) * outputs));
  });
}

const split = (items: readonly number[], length: number): number[][] =>
  Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );

/** Top-1 and top-3 accuracy among the ten labels, and top-1 accuracy among all labels. */
export function hits(raw: readonly Float32Array[], answers: readonly number[]) {
  let [top1, top3, open] = [0, 0, 0];
  raw.forEach((values, index) => {
    const answer = answers[index] ?? 0;
    const own = values[answer] ?? 0;
    const above = (limit: number) => values.subarray(0, limit).reduce((sum, value) => sum + (value > own ? 1 : 0), 0);
    if (above(smallLabels) === 0) top1 += 1;
    if (above(smallLabels) < 3) top3 += 1;
    if (above(labels.length) === 0) open += 1;
  });
  const n = raw.length;
  return { n, top1: top1 / n, top3: top3 / n, open: open / n };
}

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
