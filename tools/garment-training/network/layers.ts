// The layers of the network.

import type { Kernel } from './kernel.ts';
import type { Weight, Weights } from './weights.ts';

/** Pictures or feature maps in the shared memory: n times size times size rows of channels, f32. */
export type Pictures = { at: number; n: number; size: number; channels: number };

/**
 * The resources of a layer. `take` allocates memory until the end of a step. `slopesAt` is where this thread sums its gradients.
 * `normal` says whether batches are normalized by their own statistics or by the stored ones.
 */
export type Bench = {
  readonly kernel: Kernel;
  readonly weights: Weights;
  readonly memory: WebAssembly.Memory;
  readonly take: (count: number) => number;
  readonly base: number;
  readonly slopesAt: number;
  normal: 'batch' | 'gathered' | 'kept';
};

/** One layer. `forward` stores what `backward` needs. `backward` adds to the gradients of its weights and returns where dx is. */
export type Layer = { forward: (x: Pictures) => Pictures; backward: (d: number) => number };

const rows = (x: Pictures) => x.n * x.size * x.size;
const count = (x: Pictures) => rows(x) * x.channels;
const none: Pictures = { at: 0, n: 0, size: 0, channels: 0 };

const place = (bench: Bench, weight: Weight) => bench.base + weight.offset;
const slope = (bench: Bench, weight: Weight) => bench.slopesAt + weight.offset;

/** A view of numbers in the shared memory. */
export const numbers = (bench: Bench, at: number, length: number) => new Float32Array(bench.memory.buffer, at, length);

/** A 3 x 3 convolution with stride 2 from colors to channels. It is the first layer, so it needs no gradient of its input. */
export function stem(bench: Bench, channels: number): Layer {
  const { kernel, weights } = bench;
  const w = weights.add('stem', [27, channels], Math.sqrt(2 / 27));
  let laid = 0;
  let out = none;
  return {
    forward(x) {
      out = { at: 0, n: x.n, size: x.size / 2, channels };
      laid = bench.take(rows(out) * 27);
      kernel.surroundings(x.at, x.n, x.size, laid);
      const packed = bench.take(27 * channels);
      kernel.pack(place(bench, w), 27, channels, false, packed);
      out.at = bench.take(count(out));
      kernel.multiply(rows(out), channels, 27, laid, packed, out.at, false);
      return out;
    },
    backward(d) {
      kernel.multiplyTransposed(rows(out), 27, channels, laid, d, slope(bench, w));
      return 0;
    },
  };
}

/** Convolution 1 x 1. */
export function pointwise(bench: Bench, name: string, from: number, to: number): Layer {
  const { kernel, weights } = bench;
  const w = weights.add(name, [from, to], Math.sqrt(2 / from));
  let kept = none;
  return {
    forward(x) {
      kept = x;
      const packed = bench.take(from * to);
      kernel.pack(place(bench, w), from, to, false, packed);
      const at = bench.take(rows(x) * to);
      kernel.multiply(rows(x), to, from, x.at, packed, at, false);
      return { ...x, at, channels: to };
    },
    backward(d) {
      kernel.multiplyTransposed(rows(kept), from, to, kept.at, d, slope(bench, w));
      const packed = bench.take(from * to);
      kernel.pack(place(bench, w), to, from, true, packed);
      const dx = bench.take(count(kept));
      kernel.multiply(rows(kept), from, to, d, packed, dx, false);
      return dx;
    },
  };
}

/** Convolution 3 x 3 of each channel by itself. */
export function depthwise(bench: Bench, name: string, channels: number, stride: 1 | 2): Layer {
  const { kernel, weights } = bench;
  const w = weights.add(name, [9, channels], Math.sqrt(2 / 9));
  let kept = none;
  return {
    forward(x) {
      kept = x;
      const size = Math.ceil(x.size / stride);
      const at = bench.take(x.n * size * size * channels);
      kernel.depthwise(x.at, x.n, x.size, x.size, channels, stride, place(bench, w), at);
      return { ...x, at, size };
    },
    backward(d) {
      const { at, n, size } = kept;
      const dx = bench.take(count(kept));
      kernel.depthwiseBack(at, n, size, size, channels, stride, place(bench, w), d, dx, slope(bench, w));
      return dx;
    },
  };
}

export const normalEpsilon = 1e-3;

/** Batch normalization by channel, with negative values set to 0 if `cut` (ReLU). */
export function norm(bench: Bench, name: string, channels: number, cut: boolean): Layer {
  const { kernel, weights } = bench;
  const scale = weights.add(`${name}.scale`, [channels], 'ones');
  const shift = weights.add(`${name}.shift`, [channels], 'zeros');
  const keptMean = weights.add(`${name}.mean`, [channels], 'kept');
  const keptVariance = weights.add(`${name}.variance`, [channels], 'kept');
  let kept = none;
  let out = 0;
  let mean = 0;
  let inverse = 0;
  return {
    forward(x) {
      kept = x;
      mean = bench.take(channels);
      inverse = bench.take(channels);
      const factor = bench.take(channels);
      const offset = bench.take(channels);
      const means = numbers(bench, mean, channels);
      const variances = numbers(bench, inverse, channels);
      const sumOfMeans = numbers(bench, place(bench, keptMean), channels);
      const sumOfVariances = numbers(bench, place(bench, keptVariance), channels);
      if (bench.normal === 'kept') {
        means.set(sumOfMeans);
        variances.set(sumOfVariances);
      } else {
        kernel.moments(x.at, rows(x), channels, mean, inverse);
      }
      const factors = numbers(bench, factor, channels);
      const offsets = numbers(bench, offset, channels);
      const scales = numbers(bench, place(bench, scale), channels);
      const shifts = numbers(bench, place(bench, shift), channels);
      for (let c = 0; c < channels; c++) {
        if (bench.normal === 'gathered') {
          sumOfMeans[c] = at(sumOfMeans, c) + at(means, c);
          sumOfVariances[c] = at(sumOfVariances, c) + at(variances, c);
        }
        variances[c] = 1 / Math.sqrt(at(variances, c) + normalEpsilon);
        factors[c] = at(scales, c) * at(variances, c);
        offsets[c] = at(shifts, c) - at(means, c) * at(factors, c);
      }
      out = bench.take(count(x));
      kernel.scaleShift(x.at, rows(x), channels, factor, offset, 0, cut, out);
      return { ...x, at: out };
    },
    backward(d) {
      if (cut) kernel.cutBack(out, d, count(kept));
      const dScale = bench.take(channels);
      const dShift = bench.take(channels);
      kernel.normBack(kept.at, d, rows(kept), channels, mean, inverse, place(bench, scale), dScale, dShift);
      kernel.add(dScale, slope(bench, scale), channels);
      kernel.add(dShift, slope(bench, shift), channels);
      return d;
    },
  };
}

const at = (of: Float32Array, index: number): number => of[index] ?? 0;

/** The mean of each 2 x 2 block of pixels. */
export function halve(bench: Bench): Layer {
  let kept = none;
  return {
    forward(x) {
      kept = x;
      const size = x.size / 2;
      const out = bench.take(x.n * size * size * x.channels);
      bench.kernel.halve(x.at, x.n, x.size, x.channels, out);
      return { ...x, at: out, size };
    },
    backward(d) {
      const dx = bench.take(count(kept));
      bench.kernel.clear(dx, count(kept));
      bench.kernel.halveBack(d, kept.n, kept.size, kept.channels, dx);
      return dx;
    },
  };
}

/** The mean of each channel over the picture. */
export function average(bench: Bench): Layer {
  let kept = none;
  return {
    forward(x) {
      kept = x;
      const out = bench.take(x.n * x.channels);
      bench.kernel.average(x.at, x.n, x.size * x.size, x.channels, out);
      return { ...x, at: out, size: 1 };
    },
    backward(d) {
      const dx = bench.take(count(kept));
      bench.kernel.averageBack(d, kept.n, kept.size * kept.size, kept.channels, dx);
      return dx;
    },
  };
}

const curves = {
  none: { of: (v: number) => v, slope: () => 1 },
  cut: { of: (v: number) => Math.max(0, v), slope: (out: number) => (out > 0 ? 1 : 0) },
  sigmoid: { of: (v: number) => 1 / (1 + Math.exp(-v)), slope: (out: number) => out * (1 - out) },
} as const;

/** A fully connected layer on one row per picture, with a bias and an activation function. */
export function dense(
  bench: Bench,
  name: string,
  shape: { from: number; to: number; curve: keyof typeof curves; bias?: number; deviation?: number },
): Layer {
  const { from, to } = shape;
  const curve = curves[shape.curve];
  const deviation = shape.deviation ?? Math.sqrt(1 / from);
  const inner = pointwise(bench, name, from, to);
  bench.weights.tune(name, deviation);
  const bias = bench.weights.add(`${name}.bias`, [to], shape.bias ?? 'zeros');
  let out = none;
  return {
    forward(x) {
      out = inner.forward(x);
      const values = numbers(bench, out.at, out.n * to);
      const biases = numbers(bench, place(bench, bias), to);
      for (let i = 0; i < values.length; i++) values[i] = curve.of(at(values, i) + at(biases, i % to));
      return out;
    },
    backward(d) {
      const slopes = numbers(bench, d, out.n * to);
      const values = numbers(bench, out.at, out.n * to);
      const biasSlopes = numbers(bench, slope(bench, bias), to);
      for (let i = 0; i < slopes.length; i++) {
        slopes[i] = at(slopes, i) * curve.slope(at(values, i));
        biasSlopes[i % to] = at(biasSlopes, i % to) + at(slopes, i);
      }
      return inner.backward(d);
    },
  };
}

/** Squeeze and excitation, then the shortcut and ReLU: max(0, x * gates(x) + shortcut). */
export function gatedSum(bench: Bench, name: string, channels: number) {
  const { kernel } = bench;
  const hidden = Math.max(8, 8 * Math.round(channels / 32));
  const mean = average(bench);
  const squeeze = dense(bench, `${name}.squeeze`, { from: channels, to: hidden, curve: 'cut' });
  const excite = dense(bench, `${name}.excite`, { from: hidden, to: channels, curve: 'sigmoid', bias: 1 });
  let kept = none;
  let gates = none;
  let out = 0;
  return {
    forward(x: Pictures, shortcut: Pictures): Pictures {
      kept = x;
      gates = excite.forward(squeeze.forward(mean.forward(x)));
      out = bench.take(count(x));
      kernel.gate(x.at, x.n, x.size * x.size, channels, gates.at, shortcut.at, out);
      return { ...x, at: out };
    },
    /** `d` becomes the gradient of the shortcut. */
    backward(d: number): number {
      const pixels = kept.size * kept.size;
      kernel.cutBack(out, d, count(kept));
      const dGates = bench.take(kept.n * channels);
      const dx = bench.take(count(kept));
      kernel.gateBack(kept.at, d, kept.n, pixels, channels, gates.at, dGates, dx);
      kernel.spread(squeeze.backward(excite.backward(dGates)), kept.n, pixels, channels, dx);
      return dx;
    },
  };
}
