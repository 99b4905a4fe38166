// Which networks are trained, and how.

import type { Recipe } from './run.ts';
import { outputs } from './run.ts';

/**
 * A network to train. `withoutFold` leaves out the senders of that sixth, so that the network can be tested on people it never
 * saw.
 */
export type Member = { readonly name: string; readonly recipe: Recipe; readonly withoutFold?: number };

const common = {
  batch: 32,
  rate: 0.003,
  decay: 0.05,
  smoothing: 0.05,
  join: 0.4,
  nothing: 0.02,
  sizes: [
    { until: 0.4, size: 64 },
    { until: 1, size: 80 },
  ],
} satisfies Partial<Recipe>;

/** Three stages of two, three, and two blocks. `channels` is for the first stage, and each later stage has twice as many. */
const shape = (channels: number, head: number) => ({
  stem: 32,
  stages: [2, 3, 2].map((blocks, stage) => ({ channels: channels * 2 ** stage, blocks })),
  head,
  outputs,
});

/** The networks that Hangtag uses. Their answers are averaged. */
export const members: readonly Member[] = [
  { name: 'a', recipe: { ...common, shape: shape(56, 448), seed: 2, epochs: 80 } },
];

/** A narrower network that measures the accuracy on photos of unknown senders. Hangtag does not use it. */
export const senderCheck: Member = {
  name: 'sender-check',
  withoutFold: 0,
  recipe: { ...common, shape: shape(48, 384), nothing: 0, seed: 1, epochs: 80 },
};
