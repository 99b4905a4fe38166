// Keeps the heap of a busy worker small.

import { setFlagsFromString } from 'node:v8';

/**
 * V8 lets the heap grow to four times what is alive before it collects everything: with 10,000 bots, to 340 MB for 80. With this
 * setting it grows to two and a half times, and everything is collected more often.
 */
export const limitHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=150');
