// Trains a network on several threads.

import type { Shape } from '../../../src/server/adapters/vision/garment-classifier/weights-file.ts';
import { type Kernel, startKernel } from '../network/kernel.ts';
import { type Bench, numbers, type Pictures } from '../network/layers.ts';
import { network } from '../network/network.ts';
import { Weights } from '../network/weights.ts';
import { changed, joined, nothing } from '../photos/augment.ts';
import { labels, other } from '../photos/photos.ts';
import { between, mixSeed, seeded, shuffled } from '../random.ts';

/** How a network is trained. Sizes are in pixels, and `until` is the fraction of the epochs at which a size ends. */
export type Recipe = {
  readonly shape: Shape;
  readonly seed: number;
  readonly epochs: number;
  readonly batch: number;
  readonly rate: number;
  readonly decay: number;
  readonly smoothing: number;
  /** How often a picture is blended with another one, and how often it is replaced by a picture of nothing, labeled "Other". */
  readonly join: number;
  readonly nothing: number;
  readonly sizes: readonly { readonly until: number; readonly size: number }[];
};

/** What the threads of a run share. `kids` and `answers` are by photo, and `train` lists the photos to learn from. */
export type Shared = {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly signals: SharedArrayBuffer;
  readonly photos: SharedArrayBuffer;
  readonly photoSide: number;
  readonly answers: readonly number[];
  readonly kids: readonly boolean[];
  readonly train: readonly number[];
  readonly recipe: Recipe;
  readonly threads: number;
  readonly epochsDone: number;
};

const kidsOutput = labels.length;
/** The outputs of the network: the labels, "for kids", and padding to a multiple of 8. */
export const outputs = 24;

const arenaBytes = 420 * 2 ** 20;

/** The layout of the shared memory, computed from the network's weights. */
export function layout(weightBytes: number, threads: number) {
  const block = Math.ceil(weightBytes / 64) * 64;
  const place = (index: number) => 4096 + index * block;
  return {
    weights: place(0),
    first: place(1),
    second: place(2),
    running: place(3),
    slopes: (thread: number) => place(4 + thread),
    arena: (thread: number) => place(4 + threads) + thread * arenaBytes,
    bytes: place(4 + threads) + threads * arenaBytes,
    state: { at: place(0), bytes: 4 * block },
  };
}

/** The bytes that a network's weights take. */
export function weightsOf(shape: Shape): Weights {
  const weights = new Weights();
  network(layoutBench(weights), shape);
  return weights;
}

// Layers only allocate their weights while they are created, so resources without memory are enough to list them.
const layoutBench = (weights: Weights): Bench => ({
  kernel: {} as Kernel,
  memory: {} as WebAssembly.Memory,
  weights,
  take: () => 0,
  base: 0,
  slopesAt: 0,
  normal: 'batch',
});

/** A network of one thread in the shared memory. `base` is the address of its weights. */
export function onMemory(
  shared: Pick<Shared, 'module' | 'memory' | 'threads'>,
  shape: Shape,
  thread: number,
  running: boolean,
) {
  const weights = new Weights();
  const places = layout(weightsOf(shape).bytes, shared.threads);
  const kernel = startKernel(shared.module, shared.memory);
  let used = 0;
  const arena = places.arena(thread);
  const bench: Bench = {
    kernel,
    memory: shared.memory,
    weights,
    take(count) {
      const at = arena + used;
      used += Math.ceil(count / 16) * 64;
      if (used > arenaBytes) throw new Error('A step takes more room than there is.');
      return at;
    },
    base: running ? places.running : places.weights,
    slopesAt: places.slopes(thread),
    normal: 'batch',
  };
  const net = network(bench, shape);
  return {
    bench,
    net,
    kernel,
    places,
    weights,
    begin: () => {
      used = 0;
    },
  };
}

/** Waits until every thread has arrived. Uses two counters in `signals`. */
function meet(signals: Int32Array, threads: number): void {
  const round = Atomics.load(signals, 1);
  if (Atomics.add(signals, 0, 1) + 1 === threads) {
    Atomics.store(signals, 0, 0);
    Atomics.add(signals, 1, 1);
    Atomics.notify(signals, 1);
  } else {
    while (Atomics.load(signals, 1) === round) Atomics.wait(signals, 1, round);
  }
}

/**
 * One thread's part of a training run. All threads do the same steps, each on its part of every batch. The first thread calls
 * `afterEpoch` while the others wait. The loss it passes is the mean over its own pictures.
 */
export function takePart(shared: Shared, thread: number, afterEpoch: (epoch: number, loss: number) => void): void {
  const { recipe, threads } = shared;
  const { bench, net, kernel, places, weights, begin } = onMemory(shared, recipe.shape, thread, false);
  const signals = new Int32Array(shared.signals);
  const each = shared.photoSide ** 2 * 3;
  const photos = new Uint8Array(shared.photos);
  const share = recipe.batch / threads;
  const steps = Math.floor(shared.train.length / recipe.batch);
  const total = steps * recipe.epochs;
  const mine = weights.list
    .filter((weight) => weight.start !== 'kept')
    .filter((_, index) => index % threads === thread);
  for (let epoch = shared.epochsDone; epoch < recipe.epochs; epoch++) {
    const order = shuffled(shared.train, seeded(mixSeed(recipe.seed, epoch)));
    const size = recipe.sizes.find(({ until }) => epoch < until * recipe.epochs)?.size ?? 96;
    let lossSum = 0;
    for (let step = 0; step < steps; step++) {
      begin();
      const chosen = order.slice(step * recipe.batch + thread * share, step * recipe.batch + (thread + 1) * share);
      const pictures: Pictures = { at: bench.take(share * size * size * 3), n: share, size, channels: 3 };
      const targets = new Float32Array(share * outputs);
      const one = (index: number) => numbers(bench, pictures.at + index * size * size * 12, size * size * 3);
      const random = seeded(mixSeed(recipe.seed, epoch, step, thread, 7));
      chosen.forEach((photo, index) => {
        if (recipe.nothing > 0 && random() < recipe.nothing) {
          nothing(size, random, one(index));
          targets[index * outputs + other] = 1;
          return;
        }
        changed(photos.subarray(photo * each, (photo + 1) * each), shared.photoSide, size, random, one(index));
        targets[index * outputs + (shared.answers[photo] ?? 0)] = 1;
        targets[index * outputs + kidsOutput] = shared.kids[photo] === true ? 1 : 0;
      });
      joinPairs(share, recipe.join, random, (first, second) => {
        const left = joined(one(first), one(second), size, random);
        for (let o = 0; o < outputs; o++) {
          const mixedTarget =
            left * (targets[first * outputs + o] ?? 0) + (1 - left) * (targets[second * outputs + o] ?? 0);
          targets[first * outputs + o] = mixedTarget;
        }
      });
      kernel.clear(bench.slopesAt, weights.bytes / 4);
      const answer = net.forward(pictures);
      const d = bench.take(share * outputs);
      lossSum += loss(
        numbers(bench, answer.at, share * outputs),
        targets,
        recipe.smoothing,
        numbers(bench, d, share * outputs),
        recipe.batch,
      );
      net.backward(d);
      meet(signals, threads);
      const now = epoch * steps + step;
      const rate = recipe.rate * pace(now, total, 3 * steps);
      for (const { offset, count, shape } of mine) {
        const room = Math.ceil(count / 8) * 8;
        for (let t = 1; t < threads; t++) kernel.add(places.slopes(t) + offset, places.slopes(0) + offset, room);
        kernel.adam(
          places.weights + offset,
          places.slopes(0) + offset,
          places.first + offset,
          places.second + offset,
          places.running + offset,
          room,
          rate,
          shape.length > 1 ? recipe.decay : 0,
          1 / (1 - 0.9 ** (now + 1)),
          1 / (1 - 0.99 ** (now + 1)),
          Math.max(0.0015, 1 / (now + 2)),
        );
      }
      meet(signals, threads);
    }
    if (thread === 0) afterEpoch(epoch + 1, lossSum / steps / share);
    meet(signals, threads);
  }
}

/** The learning rate as a fraction of its peak: a linear rise, then a cosine down to a hundredth. */
const pace = (step: number, total: number, warmUp: number): number =>
  step < warmUp
    ? (step + 1) / warmUp
    : 0.01 + (0.99 * (1 + Math.cos((Math.PI * (step - warmUp)) / Math.max(1, total - warmUp)))) / 2;

/**
 * With the given probability, blends each picture with the next one, which is still unchanged then. The last one is not blended.
 */
function joinPairs(
  count: number,
  chance: number,
  random: () => number,
  join: (first: number, second: number) => void,
): void {
  for (let index = 0; index + 1 < count; index++) if (between(random, 0, 1) < chance) join(index, index + 1);
}

/**
 * The cross-entropy of the labels plus a fifth of that of "for kids", summed over pictures. `slopes` gets its gradient by raw
 * value, divided by the number of pictures in the whole batch.
 */
function loss(
  raw: Float32Array,
  targets: Float32Array,
  smoothing: number,
  slopes: Float32Array,
  batch: number,
): number {
  let sum = 0;
  const even = smoothing / labels.length;
  for (let row = 0; row < raw.length; row += outputs) {
    const values = raw.subarray(row, row + outputs);
    const top = Math.max(...values.subarray(0, labels.length));
    let total = 0;
    for (let o = 0; o < labels.length; o++) total += Math.exp((values[o] ?? 0) - top);
    for (let o = 0; o < labels.length; o++) {
      const share = Math.exp((values[o] ?? 0) - top) / total;
      const target = (1 - smoothing) * (targets[row + o] ?? 0) + even;
      sum -= target * Math.log(Math.max(share, 1e-9));
      slopes[row + o] = (share - target) / batch;
    }
    const kids = 1 / (1 + Math.exp(-(values[kidsOutput] ?? 0)));
    const target = targets[row + kidsOutput] ?? 0;
    sum -= 0.2 * (target * Math.log(Math.max(kids, 1e-9)) + (1 - target) * Math.log(Math.max(1 - kids, 1e-9)));
    slopes[row + kidsOutput] = (0.2 * (kids - target)) / batch;
    slopes.fill(0, row + kidsOutput + 1, row + outputs);
  }
  return sum;
}
