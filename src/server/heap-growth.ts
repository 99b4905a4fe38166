// Keeps the heap of a busy worker small. The other settings of the heap are flags in package.json, the Dockerfile, and the systemd unit,
// because V8 reads them before any program runs. They keep three promises of the benchmarks:
// - --max-semi-space-size=32: shares of 10,000 bots are at most 100 ms late, in 450 MB. V8 would choose a young generation by the
//   machine's memory: with 24 GB it grows to 128 MB, with this to 64 MB, on every machine.
// - --v8-pool-size=1: a status call of one of 10,000 open dashboards takes at most 50 ms (decision 36).
// - --expose-gc: 200 MB at rest. Five seconds after a start, and after prices were learned, what that took is given back at once.

import { setFlagsFromString } from 'node:v8';

/**
 * V8 lets the heap grow to four times what is alive before it collects everything: with 10,000 bots, to 340 MB for 80. With this
 * setting it grows to two and a half times, and everything is collected more often.
 */
export const limitHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=150');
