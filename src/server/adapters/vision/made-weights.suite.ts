import { type Folded, packWeights, type Tensor } from './garment-classifier/weights-file.ts';

const labels = ['T-Shirt', 'Pants', 'Dress', 'Shoes', 'Other'] as const;

/** Weights of a network that looks at nothing: it calls every picture the first label, with a probability of some 0.9. */
export function makeSameAnswerWeights(): Uint8Array {
  const tensors = new Map<string, Tensor>();
  const add = (name: string, ...sides: number[]) =>
    tensors.set(name, { sides, values: new Float32Array(sides.reduce((product, side) => product * side, 1)) });
  const dense = (name: string, from: number, to: number) => {
    add(name, from, to);
    add(`${name}.bias`, to);
  };
  dense('stem', 27, 8);
  add('s0.b0.a.depth', 9, 8);
  add('s0.b0.b.depth', 9, 8);
  for (const name of ['a.point', 'b.point', 'squeeze', 'excite', 'short']) dense(`s0.b0.${name}`, 8, 8);
  dense('head', 8, 8);
  dense('answer', 8, labels.length + 1);
  tensors.set('answer.bias', { sides: [labels.length + 1], values: Float32Array.of(3.6, 0, 0, 0, 0, -6) });
  const network: Folded = {
    shape: { stem: 8, stages: [{ channels: 8, blocks: 1 }], head: 8, outputs: labels.length + 1 },
    tensors,
  };
  return packWeights({ labels, size: 96, temperature: 1, networks: [network] });
}
