// Builds the network from its layers, and folds a trained one.

import type { Folded, Shape, Tensor } from '../../../src/server/adapters/vision/garment-classifier/weights-file.ts';
import {
  average,
  type Bench,
  dense,
  depthwise,
  gatedSum,
  halve,
  type Layer,
  norm,
  normalEpsilon,
  pointwise,
  stem,
} from './layers.ts';
import type { Weights } from './weights.ts';

const row = (...layers: Layer[]): Layer => ({
  forward: (x) => layers.reduce((value, layer) => layer.forward(value), x),
  backward: (d) => layers.reduceRight((slope, layer) => layer.backward(slope), d),
});

/** Two depthwise separable convolutions with a gate, beside a shortcut. The first block of a stage halves the picture. */
function block(bench: Bench, name: string, from: number, to: number, halves: boolean): Layer {
  const main = row(
    depthwise(bench, `${name}.a.depth`, from, halves ? 2 : 1),
    pointwise(bench, `${name}.a.point`, from, to),
    norm(bench, `${name}.a.norm`, to, true),
    depthwise(bench, `${name}.b.depth`, to, 1),
    pointwise(bench, `${name}.b.point`, to, to),
    norm(bench, `${name}.b.norm`, to, false),
  );
  const shortcut = halves
    ? row(halve(bench), pointwise(bench, `${name}.short`, from, to), norm(bench, `${name}.short.norm`, to, false))
    : undefined;
  const sum = gatedSum(bench, name, to);
  let count = 0;
  return {
    forward(x) {
      count = x.n * x.size * x.size * from;
      return sum.forward(main.forward(x), shortcut?.forward(x) ?? x);
    },
    backward(d) {
      const dx = main.backward(sum.backward(d));
      bench.kernel.add(shortcut?.backward(d) ?? d, dx, count);
      return dx;
    },
  };
}

/** The whole network: from pictures to a row of `outputs` raw values per picture. */
export function network(bench: Bench, shape: Shape): Layer {
  const layers: Layer[] = [stem(bench, shape.stem), norm(bench, 'stem.norm', shape.stem, true)];
  let from = shape.stem;
  shape.stages.forEach(({ channels, blocks }, stage) => {
    for (let index = 0; index < blocks; index++) {
      layers.push(block(bench, `s${stage}.b${index}`, from, channels, index === 0));
      from = channels;
    }
  });
  layers.push(
    pointwise(bench, 'head', from, shape.head),
    norm(bench, 'head.norm', shape.head, true),
    average(bench),
    dense(bench, 'answer', { from: shape.head, to: shape.outputs, curve: 'none', deviation: 0.02 }),
  );
  return row(...layers);
}

/** A trained network ready for use: each normalization is folded into the matrix before it. `read` returns the values of a weight. */
export function folded(shape: Shape, weights: Weights, read: (offset: number, count: number) => Float32Array): Folded {
  const all = new Map(
    weights.list.map(({ name, shape: sides, offset, count }) => [name, { sides, values: read(offset, count) }]),
  );
  const values = (name: string): Float32Array => all.get(name)?.values ?? new Float32Array();
  const tensors = new Map<string, Tensor>();
  for (const [name, { sides, values: own }] of all) {
    if (sides.length !== 2) continue;
    const norm = normAfter(name);
    if (norm !== undefined) {
      const means = values(`${norm}.mean`);
      const shifts = values(`${norm}.shift`);
      const factors = values(`${norm}.scale`).map(
        (scale, index) => scale / Math.sqrt((values(`${norm}.variance`)[index] ?? 0) + normalEpsilon),
      );
      tensors.set(name, { sides, values: own.map((value, index) => value * (factors[index % factors.length] ?? 0)) });
      const bias = shifts.map((shift, index) => shift - (means[index] ?? 0) * (factors[index] ?? 0));
      tensors.set(`${name}.bias`, { sides: [bias.length], values: bias });
    } else {
      tensors.set(name, { sides, values: own.slice() });
      const bias = all.get(`${name}.bias`);
      if (bias !== undefined) tensors.set(`${name}.bias`, { sides: bias.sides, values: bias.values.slice() });
    }
  }
  return { shape, tensors };
}

/** The normalization that follows a matrix, by its name. */
function normAfter(name: string): string | undefined {
  if (name === 'stem' || name === 'head' || name.endsWith('.short')) return `${name}.norm`;
  return name.endsWith('.point') ? name.replace(/point$/, 'norm') : undefined;
}
