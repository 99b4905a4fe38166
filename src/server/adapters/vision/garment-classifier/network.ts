// Runs one of the classifier's neural networks.

import { average, depthwise, gate, halve, pointwise, surroundings } from './passes.ts';
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
