// What a paired companion last heard from its server, for tests.
import type { Remembered } from './memory.ts';

export const knownServer: NonNullable<Remembered['server']> = {
  serverName: 'hangtag.example',
  closet: 'jo',
  marketplace: 'https://poshmark.com',
  transport: 'browser',
  isStandingBy: false,
  bot: 'sharing',
  pauseReason: null,
  isOnHold: false,
  nextShareAt: null,
  sharesToday: 1,
  dailyShareLimit: 100,
  wantsSession: false,
};
