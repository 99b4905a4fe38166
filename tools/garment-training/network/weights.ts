// Lists a network's weights and gives them their initial values.

import { normal, type Random } from '../random.ts';

/**
 * The initial value of a weight: the standard deviation of a normal draw, ones, zeros, or "kept" (not a weight but stored
 * statistics).
 */
type Start = number | 'ones' | 'zeros' | 'kept';

/** One array of weights. `offset` is in bytes from the start of the weights. */
export type Weight = {
  readonly name: string;
  readonly shape: readonly number[];
  readonly offset: number;
  readonly count: number;
  readonly start: Start;
};

/** The list of a network's weights, in the order its layers requested them. Each starts at a multiple of 32 bytes. */
export class Weights {
  readonly list: Weight[] = [];
  bytes = 0;

  add(name: string, shape: readonly number[], start: Start): Weight {
    const count = shape.reduce((product, side) => product * side, 1);
    const weight = { name, shape, offset: this.bytes, count, start };
    this.bytes += Math.ceil(count / 8) * 32;
    this.list.push(weight);
    return weight;
  }

  /** Sets another standard deviation for a weight that was added. */
  tune(name: string, deviation: number): void {
    const index = this.list.findIndex((weight) => weight.name === name);
    const weight = this.list[index];
    if (weight !== undefined) this.list[index] = { ...weight, start: deviation };
  }

  /** Fills memory from `base` with initial values. */
  begin(memory: WebAssembly.Memory, base: number, random: Random): void {
    for (const weight of this.list) {
      const values = new Float32Array(memory.buffer, base + weight.offset, weight.count);
      const { start } = weight;
      const bias = weight.shape.length === 1 && typeof start === 'number';
      for (let i = 0; i < values.length; i++) {
        if (start === 'ones') values[i] = 1;
        else if (start === 'zeros' || start === 'kept') values[i] = 0;
        else values[i] = bias ? start : start * normal(random);
      }
    }
  }
}
