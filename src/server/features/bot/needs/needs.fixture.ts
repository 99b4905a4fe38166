// A bot without an operator, companions, mail, or metrics, for tests and benchmarks.
import type { BotNeeds } from './needs.ts';

export const alone = {
  processes: undefined,
  onceADay: async () => [],
  parties: { store: async () => {}, known: async () => [], eligible: async () => new Map() },
  mails: false,
  notifyDevices: async () => {},
  findHold: () => null,
  closetMaxAgeMs: 3_600_000,
  isDiskFull: () => false,
  offSince: async () => null,
  browserSeenAt: async () => null,
  whyBrowserAway: async () => 'asleep',
  needsWorkers: false,
  measure: { shareSettled() {}, late() {}, notReserved() {} },
} satisfies Partial<BotNeeds>;
