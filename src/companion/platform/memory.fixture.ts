// What a companion remembers, for tests: its pairing, what its server last said, a question, and a storage area in memory.
import type { Question } from '../allow/bounds.ts';
import type { Area } from './browser.ts';
import type { Pairing, Remembered } from './memory.ts';

export const newArea = (items: Record<string, unknown> = {}): Area & { items: Record<string, unknown> } => ({
  items,
  get: async (keys) => {
    const wanted = keys === null ? Object.keys(items) : typeof keys === 'string' ? [keys] : keys;
    return Object.fromEntries(wanted.flatMap((key) => (key in items ? [[key, structuredClone(items[key])]] : [])));
  },
  set: async (given) => void Object.assign(items, structuredClone(given)),
  remove: async (keys) => {
    for (const key of typeof keys === 'string' ? [keys] : keys) delete items[key];
  },
});

export const origin = 'https://poshmark.com';
export const pairing: Pairing = {
  server: 'https://hangtag.example',
  token: 'first',
  serverName: 'hangtag.example',
  closet: 'jo',
  marketplace: origin,
  name: 'Chrome',
  pairedAt: 0,
};
export const state: NonNullable<Remembered['server']> = {
  serverName: 'hangtag.example',
  closet: 'jo',
  marketplace: origin,
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
export const question: Question = {
  call: 'update',
  listing: '68a0c1d2e3f405162738495a',
  title: 'Boots',
  price: 2400,
  to: 3,
  currency: 'USD',
  because: 'far_below',
  askedAt: 0,
};
