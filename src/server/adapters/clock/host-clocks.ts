// Reads the host's clocks.

import type { HostClocks } from '#domain/ports/clock.ts';

/** The host's wall clock and its monotonic clock, as Node reads them. */
export const hostClocks: HostClocks = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
};
