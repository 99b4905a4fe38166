import { expect, it } from 'vitest';
import { pairing, question, state as server } from './memory.fixture.ts';
import type { Remembered } from './memory.ts';
import { type Renewal, renewalOf, type SituationName, situationOf } from './situation.ts';

const contact = { kind: 'connected', at: 0 } as const;
const working: Remembered = { pairing, server, contact };
const attention = { kind: 'signed_out', since: 0 } as const;

it.each<[SituationName, Remembered, boolean?]>([
  ['notPaired', {}],
  ['revoked', { unpaired: { because: 'revoked', server: 'https://hangtag.example' } }],
  ['notPaired', { unpaired: { because: 'by_seller', server: 'https://hangtag.example' } }],
  ['connecting', { pairing }],
  ['sharing', working],
  ['waiting', { ...working, server: { ...server, bot: 'waiting' } }],
  ['waiting', { ...working, server: { ...server, bot: 'waiting_for_browser' } }],
  ['stopped', { ...working, server: { ...server, bot: 'stopped' } }],
  ['botPaused', { ...working, server: { ...server, bot: 'paused' } }],
  ['onHold', { ...working, server: { ...server, isOnHold: true } }],
  ['onHold', { ...working, server: { ...server, bot: 'waiting', isOnHold: true } }],
  ['stopped', { ...working, server: { ...server, bot: 'stopped', isOnHold: true } }],
  ['botPaused', { ...working, server: { ...server, bot: 'paused', isOnHold: true } }],
  ['onHold', { ...working, server: { ...server, isOnHold: true, isStandingBy: true } }],
  ['onHold', { ...working, server: { ...server, isOnHold: true, transport: 'server' } }],
  ['serverWorks', { ...working, server: { ...server, isOnHold: true, transport: 'server', bot: 'stopped' } }],
  ['standingBy', { ...working, server: { ...server, isStandingBy: true } }],
  ['serverWorks', { ...working, server: { ...server, transport: 'server', bot: 'paused' } }],
  ['unreachable', { ...working, contact: { kind: 'unreachable', at: 0 } }],
  ['refused', { ...working, contact: { kind: 'refused', at: 0, message: '' } }],
  ['signedOut', { ...working, attention, contact: { kind: 'unreachable', at: 0 } }],
  ['humanCheck', { ...working, attention: { kind: 'human_check', since: 0 } }],
  ['noPermission', { ...working, attention }, false],
  ['paused', { ...working, attention, isPaused: true }, false],
  ['asks', { ...working, asked: [question], attention }],
  ['paused', { ...working, asked: [question], isPaused: true }],
  ['sharing', { ...working, asked: [{ ...question, answer: 'yes' }] }],
  ['oldServer', { ...working, isPaused: true, contact: { kind: 'other_version', at: 0, older: 'server' } }],
  ['oldCompanion', { ...working, contact: { kind: 'other_version', at: 0, older: 'companion' } }],
])('the popup shows what matters most: %s', (name, known, mayUseMarket = true) => {
  expect(situationOf(known, mayUseMarket, 1)).toBe(name);
});

const renewed = { ...server, transport: 'server', renewsSession: true } as const;

it.each<[Renewal, Pick<Remembered, 'renewsSession' | 'server'>, boolean?]>([
  ['off', { server: renewed }],
  ['on', { renewsSession: true, server: renewed }],
  // Nothing is known yet, or the server is of an earlier version.
  ['on', { renewsSession: true }],
  ['on', { renewsSession: true, server: { ...renewed, renewsSession: undefined } }],
  ['in_hangtag', { renewsSession: true, server: { ...renewed, renewsSession: false } }],
  ['nothing', { renewsSession: true, server: { ...renewed, transport: 'browser', renewsSession: false } }],
  ['no_cookies', { renewsSession: true, server: { ...renewed, renewsSession: false } }, false],
  ['off', { server: { ...renewed, renewsSession: false } }, false],
])('the switch of the renewal says what is true: %s', (renewal, known, mayReadCookies = true) => {
  expect(renewalOf(known, mayReadCookies)).toBe(renewal);
});
