// A trained network ready for use: each normalization is folded into the matrix before it. `read` returns the values of a weight.

import type { Folded, Shape, Tensor } from '../../../src/server/adapters/vision/garment-classifier/weights-file.ts';
import { normalEpsilon } from './layers.ts';
import type { Weights } from './weights.ts';

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

/** The normalization that follows a matrix, by the names in network.ts. */
function normAfter(name: string): string | undefined {
  if (name === 'stem' || name === 'head' || name.endsWith('.short')) return `${name}.norm`;
  return name.endsWith('.point') ? name.replace(/point$/, 'norm') : undefined;
}
