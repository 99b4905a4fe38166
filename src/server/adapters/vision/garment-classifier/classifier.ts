// Recognizes the garment on a photo.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Garment } from '#domain/pricing/facts/garments.ts';
import { type Network, openNetwork, sigmoid } from './network.ts';
import { unpackWeights, WeightsRefused } from './weights-file.ts';

/** Side in pixels of the square picture that the classifier reads. */
export const pictureSide = 96;

type Likely<Name> = { readonly name: Name; readonly probability: number };

/**
 * What a photo shows. `garments` and `labels` (those of the data set) are sorted by probability. The probabilities of the labels
 * add up to 1. Those of the garments add up to less, because the label "Other" is not a garment. `kids` is the probability that
 * the item is made for a child.
 */
export type GarmentReading = {
  readonly garments: readonly Likely<Garment>[];
  readonly labels: readonly Likely<string>[];
  readonly kids: number;
};

/** Classifies 96 x 96 x 3 bytes: sRGB, rows from the top, stretched from whatever proportions the photo had. Pure. */
export type GarmentClassifier = (rgb: Uint8Array) => GarmentReading;

/** Maps the data set's labels to garments. Long sleeves are a top of unknown kind: knitted, printed, or plain. */
export const garmentOf: Readonly<Record<string, Garment>> = {
  'T-Shirt': 'tee',
  Undershirt: 'tee',
  Longsleeve: 'top',
  Top: 'top',
  Blouse: 'top',
  Body: 'top',
  Shirt: 'shirt',
  Polo: 'shirt',
  Pants: 'pants',
  Shorts: 'shorts',
  Skirt: 'skirt',
  Dress: 'dress',
  Outwear: 'jacket',
  Blazer: 'blazer',
  Hoodie: 'hoodie',
  Shoes: 'shoes',
  Hat: 'hat',
};

/** Opens a weights file. Throws `WeightsRefused` if it is incomplete. */
export function openGarmentClassifier(weights: Uint8Array): GarmentClassifier {
  const { labels, size, temperature, networks } = unpackWeights(weights);
  if (size !== pictureSide || networks.length === 0) throw new WeightsRefused('they are for other pictures');
  const opened = networks.map(openNetwork);
  return (rgb) => {
    if (rgb.length !== size * size * 3) throw new RangeError(`A picture of ${size} x ${size} pixels was expected.`);
    const raw = ask(opened, Float32Array.from(rgb, scaled), size);
    const shares = softmax(raw.subarray(0, labels.length), temperature);
    const byLabel = labels.map((name, index) => ({ name, probability: shares[index] ?? 0 }));
    const byGarment = new Map<Garment, number>();
    for (const { name, probability } of byLabel) {
      const garment = garmentOf[name];
      if (garment !== undefined) byGarment.set(garment, (byGarment.get(garment) ?? 0) + probability);
    }
    return {
      garments: inOrder([...byGarment].map(([name, probability]) => ({ name, probability }))),
      labels: inOrder(byLabel),
      kids: sigmoid(raw[labels.length] ?? 0),
    };
  };
}

/** Scales bytes to the range the networks were trained on: -2 to 2. */
const scaled = (byte: number): number => (byte - 127.5) / 63.75;

/** The mean raw outputs of all networks for the picture and its mirror image, because mirroring does not change a garment. */
function ask(networks: readonly Network[], picture: Float32Array, size: number): Float32Array {
  const mirror = mirrored(picture, size);
  const answers = networks.flatMap((network) => [network(picture, size), network(mirror, size)]);
  const [first = new Float32Array()] = answers;
  return first.map((_, index) => answers.reduce((sum, answer) => sum + (answer[index] ?? 0), 0) / answers.length);
}

function mirrored(picture: Float32Array, size: number): Float32Array {
  const out = new Float32Array(picture.length);
  for (let at = 0; at < picture.length; at += 3) {
    const row = at - (at % (size * 3));
    out.set(picture.subarray(at, at + 3), row + (size - 1) * 3 - (at - row));
  }
  return out;
}

function softmax(raw: Float32Array, temperature: number): number[] {
  const top = Math.max(...raw);
  const parts = Array.from(raw, (value) => Math.exp((value - top) / temperature));
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => part / sum);
}

const inOrder = <Name>(of: readonly Likely<Name>[]): Likely<Name>[] =>
  of.toSorted((a, b) => b.probability - a.probability);

// The README.md beside the weights describes them.
const weightsFile = path.join(import.meta.dirname, 'garments.weights');

/** The classifier with the weights that come with Hangtag. Throws if the file is missing or was changed. */
export const shippedGarmentClassifier = (): GarmentClassifier => openGarmentClassifier(readFileSync(weightsFile));
