// Runs one of the classifier’s neural networks, with the arithmetic of its layers below.

import { type Folded, WeightsRefused } from './weights-file.ts';

/** Computes the raw outputs for a picture of size x size x 3 numbers from -2 to 2. */
export type Network = (picture: Float32Array, size: number) => Float32Array;

type Pass = (x: Float32Array, size: number) => Float32Array;

/** Prepares a folded network. Throws `WeightsRefused` if a tensor is missing or has the wrong shape. */
export function openNetwork({ shape, tensors }: Folded): Network {
  const tensor = (name: string, ...sides: number[]): Float32Array => {
    const found = tensors.get(name);
    if (found === undefined || found.sides.join() !== sides.join()) throw new WeightsRefused(`${name} does not fit`);
    return found.values;
  };
  const dense = (name: string, from: number, to: number) => ({
    from,
    to,
    weights: turned(tensor(name, from, to), from, to),
    bias: tensor(`${name}.bias`, to),
  });

  const block = (name: string, from: number, to: number, halves: boolean): Pass => {
    const [depthA, depthB] = [tensor(`${name}.a.depth`, 9, from), tensor(`${name}.b.depth`, 9, to)];
    const [pointA, pointB] = [dense(`${name}.a.point`, from, to), dense(`${name}.b.point`, to, to)];
    const hidden = tensors.get(`${name}.squeeze`)?.sides[1] ?? 0;
    const [squeeze, excite] = [dense(`${name}.squeeze`, to, hidden), dense(`${name}.excite`, hidden, to)];
    const short = halves ? dense(`${name}.short`, from, to) : undefined;
    return (x, size) => {
      const less = halves ? size / 2 : size;
      const middle = pointwise(depthwise(x, size, from, halves ? 2 : 1, depthA), pointA, true);
      const main = pointwise(depthwise(middle, less, to, 1, depthB), pointB, false);
      const raw = pointwise(pointwise(average(main, to), squeeze, true), excite, false);
      gate(main, raw.map(sigmoid), short === undefined ? x : pointwise(halve(x, size, from), short, false));
      return main;
    };
  };

  const stem = dense('stem', 27, shape.stem);
  let from = shape.stem;
  const blocks = shape.stages.flatMap(({ channels, blocks }, stage) =>
    Array.from({ length: blocks }, (_, index) => {
      const pass = block(`s${stage}.b${index}`, from, channels, index === 0);
      from = channels;
      return { pass, halves: index === 0 };
    }),
  );
  const head = dense('head', from, shape.head);
  const answer = dense('answer', shape.head, shape.outputs);

  return (picture, size) => {
    let x: Float32Array = pointwise(surroundings(picture, size), stem, true);
    let side = size / 2;
    for (const { pass, halves } of blocks) {
      x = pass(x, side);
      if (halves) side /= 2;
    }
    return pointwise(average(pointwise(x, head, true), shape.head), answer, false);
  };
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

function turned(values: Float32Array, from: number, to: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let k = 0; k < from; k++) for (let c = 0; c < to; c++) out[c * from + k] = values[k * to + c] ?? 0;
  return out;
}

/**
 * out [rows x to] = x [rows x from] * weights + bias, with negative values set to 0 if `cut`. `weights` are by output channel:
 * [to][from]. It handles four rows and four channels at a time, so that their sums stay in registers: about six times as fast
 * as the plain loop.
 */
function pointwise(
  x: Float32Array,
  layer: { readonly from: number; readonly to: number; readonly weights: Float32Array; readonly bias: Float32Array },
  cut: boolean,
): Float32Array<ArrayBuffer> {
  const { from, to, weights, bias } = layer;
  const rows = x.length / from;
  const out = new Float32Array(rows * to);
  const fullRows = rows - (rows % 4);
  const fullTo = to - (to % 4);
  for (let row = 0; row < fullRows; row += 4) {
    for (let channel = 0; channel < fullTo; channel += 4) tile(x, row, from, weights, channel, out, to);
  }
  for (let row = 0; row < rows; row++) {
    for (let channel = row < fullRows ? fullTo : 0; channel < to; channel++) {
      let sum = 0;
      for (let k = 0; k < from; k++) sum += (x[row * from + k] ?? 0) * (weights[channel * from + k] ?? 0);
      out[row * to + channel] = sum;
    }
  }
  for (let at = 0; at < out.length; at += to) {
    for (let channel = 0; channel < to; channel++) {
      const value = (out[at + channel] ?? 0) + (bias[channel] ?? 0);
      out[at + channel] = cut && value < 0 ? 0 : value;
    }
  }
  return out;
}

function tile(
  x: Float32Array,
  row: number,
  from: number,
  weights: Float32Array,
  channel: number,
  out: Float32Array,
  to: number,
): void {
  let [a0, a1, a2, a3, b0, b1, b2, b3] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [c0, c1, c2, c3, d0, d1, d2, d3] = [0, 0, 0, 0, 0, 0, 0, 0];
  const end = (row + 1) * from;
  for (let i = row * from, j = channel * from; i < end; i++, j++) {
    const w0 = weights[j] ?? 0;
    const w1 = weights[j + from] ?? 0;
    const w2 = weights[j + 2 * from] ?? 0;
    const w3 = weights[j + 3 * from] ?? 0;
    const a = x[i] ?? 0;
    a0 += a * w0;
    a1 += a * w1;
    a2 += a * w2;
    a3 += a * w3;
    const b = x[i + from] ?? 0;
    b0 += b * w0;
    b1 += b * w1;
    b2 += b * w2;
    b3 += b * w3;
    const c = x[i + 2 * from] ?? 0;
    c0 += c * w0;
    c1 += c * w1;
    c2 += c * w2;
    c3 += c * w3;
    const d = x[i + 3 * from] ?? 0;
    d0 += d * w0;
    d1 += d * w1;
    d2 += d * w2;
    d3 += d * w3;
  }
  let at = row * to + channel;
  out[at] = a0;
  out[at + 1] = a1;
  out[at + 2] = a2;
  out[at + 3] = a3;
  at += to;
  out[at] = b0;
  out[at + 1] = b1;
  out[at + 2] = b2;
  out[at + 3] = b3;
  at += to;
  out[at] = c0;
  out[at + 1] = c1;
  out[at + 2] = c2;
  out[at + 3] = c3;
  at += to;
  out[at] = d0;
  out[at + 1] = d1;
  out[at + 2] = d2;
  out[at + 3] = d3;
}

/** Collects the 3 x 3 x 3 neighborhood of every second pixel into one row, with zeros outside the picture. */
function surroundings(x: Float32Array, size: number): Float32Array {
  const half = size / 2;
  const out = new Float32Array(half * half * 27);
  let to = 0;
  for (let y = 0; y < size; y += 2) {
    for (let column = 0; column < size; column += 2) {
      for (let yy = y - 1; yy <= y + 1; yy++) {
        for (let xx = column - 1; xx <= column + 1; xx++) {
          if (yy >= 0 && yy < size && xx >= 0 && xx < size) {
            const at = (yy * size + xx) * 3;
            out[to] = x[at] ?? 0;
            out[to + 1] = x[at + 1] ?? 0;
            out[to + 2] = x[at + 2] ?? 0;
          }
          to += 3;
        }
      }
    }
  }
  return out;
}

/** A 3 x 3 convolution of each channel by itself, with zeros outside the picture. `weights` are [9][channels]. */
function depthwise(
  x: Float32Array,
  size: number,
  channels: number,
  stride: number,
  weights: Float32Array,
): Float32Array {
  const out = new Float32Array(Math.ceil(size / stride) ** 2 * channels);
  let to = 0;
  for (let y = 0; y < size; y += stride) {
    for (let column = 0; column < size; column += stride) {
      for (let dy = -1; dy <= 1; dy++) {
        if (y + dy < 0 || y + dy >= size) continue;
        for (let dx = -1; dx <= 1; dx++) {
          if (column + dx < 0 || column + dx >= size) continue;
          const from = ((y + dy) * size + column + dx) * channels;
          const at = (3 * dy + dx + 4) * channels;
          for (let c = 0; c < channels; c++)
            out[to + c] = (out[to + c] ?? 0) + (x[from + c] ?? 0) * (weights[at + c] ?? 0);
        }
      }
      to += channels;
    }
  }
  return out;
}

/** The mean of each 2 x 2 block of pixels. */
function halve(x: Float32Array, size: number, channels: number): Float32Array {
  const out = new Float32Array((size / 2) ** 2 * channels);
  const next = size * channels;
  let to = 0;
  for (let y = 0; y < size; y += 2) {
    for (let column = 0; column < size; column += 2) {
      const at = (y * size + column) * channels;
      for (let c = at; c < at + channels; c++) {
        out[to++] = ((x[c] ?? 0) + (x[c + channels] ?? 0) + (x[c + next] ?? 0) + (x[c + next + channels] ?? 0)) / 4;
      }
    }
  }
  return out;
}

/** The mean of each channel. */
function average(x: Float32Array, channels: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(channels);
  for (let at = 0; at < x.length; at += channels) {
    for (let c = 0; c < channels; c++) out[c] = (out[c] ?? 0) + (x[at + c] ?? 0);
  }
  return out.map((sum) => (sum * channels) / x.length);
}

/** max(0, x * the channel's gate + more), in place. */
function gate(x: Float32Array, gates: Float32Array, more: Float32Array): void {
  for (let at = 0; at < x.length; at += gates.length) {
    for (let c = 0; c < gates.length; c++) {
      x[at + c] = Math.max(0, (x[at + c] ?? 0) * (gates[c] ?? 0) + (more[at + c] ?? 0));
    }
  }
}
