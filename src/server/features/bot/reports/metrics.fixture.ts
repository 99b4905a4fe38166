// A measure for tests that look at no metrics.
import type { Measure } from './metrics.ts';

export const noMeasure: Measure = { shareSettled() {}, late() {}, notReserved() {} };
