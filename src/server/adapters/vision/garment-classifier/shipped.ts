// Opens the classifier that comes with Hangtag.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type GarmentClassifier, openGarmentClassifier } from './classifier.ts';

// The README.md beside the weights describes them.
const weightsFile = path.join(import.meta.dirname, 'garments.weights');

/** The classifier with the weights that come with Hangtag. Throws if the file is missing or was changed. */
export const shippedGarmentClassifier = (): GarmentClassifier => openGarmentClassifier(readFileSync(weightsFile));
