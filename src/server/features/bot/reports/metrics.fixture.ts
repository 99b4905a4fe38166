// A measure that does nothing, for tests that check no metrics.
import type { Measure } from './metrics.ts';

export const noMeasure: Measure = { shareSettled() {}, late() {}, notReserved() {} };
