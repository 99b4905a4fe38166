import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type GarmentClassifier, openGarmentClassifier } from './classifier.ts';

// README.md beside them says what they are.
const weightsFile = path.join(import.meta.dirname, 'garments.weights');

/** The classifier with the weights that come with the product. Throws where the file is missing or was changed. */
export const shippedGarmentClassifier = (): GarmentClassifier => openGarmentClassifier(readFileSync(weightsFile));
