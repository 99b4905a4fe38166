import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type GarmentClassifier, openGarmentClassifier } from './classifier.ts';

/** The weights that come with the product; README.md beside them says what they are. */
export const shippedWeightsFile = path.join(import.meta.dirname, 'garments.weights');

/** The classifier with the weights that come with the product. Throws where the file is missing or was changed. */
export const shippedGarmentClassifier = (): GarmentClassifier =>
  openGarmentClassifier(readFileSync(shippedWeightsFile));
