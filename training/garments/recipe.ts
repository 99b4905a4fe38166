import type { Recipe } from './run.ts';
import { outputs } from './run.ts';

/**
 * One network of the classifier. `withoutFold`: senders of that sixth are left out, so that the network can be asked about
 * photos of people it never saw.
 */
export type Member = { readonly name: string; readonly recipe: Recipe; readonly withoutFold?: number };

const common = {
  batch: 32,
  rate: 0.003,
  decay: 0.05,
  smoothing: 0.05,
  join: 0.4,
  sizes: [
    { until: 0.4, size: 64 },
    { until: 1, size: 80 },
  ],
} satisfies Partial<Recipe>;

const shape = {
  stem: 32,
  stages: [
    { channels: 48, blocks: 2 },
    { channels: 96, blocks: 3 },
    { channels: 192, blocks: 2 },
  ],
  head: 384,
  outputs,
};

/** The networks whose answers are averaged. */
export const members: readonly Member[] = [
  { name: 'a', withoutFold: 0, recipe: { ...common, shape, seed: 1, epochs: 80 } },
  { name: 'b', recipe: { ...common, shape, seed: 2, epochs: 120 } },
];
