import { expect, it } from 'vitest';
import type { Remembered } from '../platform/memory.ts';
import { situationOf } from './situation.ts';

const pairing = {
  server: 'https://hangtag.example',
  token: 'a token',
  serverName: 'hangtag.example',
  closet: 'jo',
  marketplace: 'https://poshmark.com',
  name: 'Chrome',
  pairedAt: 0,
};
const server = {
  serverName: 'hangtag.example',
  closet: 'jo',
  marketplace: 'https://poshmark.com',
  transport: 'browser',
  isStandingBy: false,
  bot: 'waiting',
  pauseReason: null,
  isOnHold: false,
  nextShareAt: null,
  sharesToday: 0,
  dailyShareLimit: 100,
  wantsSession: false,
} as const;

it.each([
  ['a bot between rounds', {}, 'waiting'],
  ['a bot that shares', { bot: 'sharing' }, 'sharing'],
  ['a bot on hold between rounds', { isOnHold: true }, 'onHold'],
  ['a bot on hold in a round', { bot: 'sharing', isOnHold: true }, 'onHold'],
  ['a bot that the seller stopped, during a hold', { bot: 'stopped', isOnHold: true }, 'stopped'],
  ['a paused bot, whose seller has something to do, during a hold', { bot: 'paused', isOnHold: true }, 'botPaused'],
] as const)('the popup tells of %s', (_, change, expected) => {
  const known: Remembered = { pairing, contact: { kind: 'connected', at: 0 }, server: { ...server, ...change } };
  expect(situationOf(known, true)).toBe(expected);
});
