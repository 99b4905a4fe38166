import { expect, it } from 'vitest';
import type { Remembered } from '../platform/memory.ts';
import { knownServer } from './known-server.fixture.ts';
import { type Renewal, renewalOf } from './renewal.ts';

const server = { ...knownServer, transport: 'server', renewsSession: true } as const;

it.each<[Renewal, Pick<Remembered, 'renewsSession' | 'server'>, boolean?]>([
  ['off', { server }],
  ['on', { renewsSession: true, server }],
  // Nothing is known yet, or the server is of an earlier version.
  ['on', { renewsSession: true }],
  ['on', { renewsSession: true, server: { ...server, renewsSession: undefined } }],
  ['in_hangtag', { renewsSession: true, server: { ...server, renewsSession: false } }],
  ['nothing', { renewsSession: true, server: { ...server, transport: 'browser', renewsSession: false } }],
  ['no_cookies', { renewsSession: true, server: { ...server, renewsSession: false } }, false],
  ['off', { server: { ...server, renewsSession: false } }, false],
])('the switch of the renewal says what is true: %s', (renewal, known, mayReadCookies = true) => {
  expect(renewalOf(known, mayReadCookies)).toBe(renewal);
});
