// Listings without a bot and without devices, for tests and benchmarks.
import type { ListingsNeeds } from './needs.ts';

export const alone = {
  notifyDevices: async () => {},
  onMarketFailure: async () => {},
  meanPauseMs: 2_000,
} satisfies Partial<ListingsNeeds>;
