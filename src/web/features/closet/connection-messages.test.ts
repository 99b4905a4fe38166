import { expect, it } from 'vitest';
import type { AuthStatus } from '#contract/closet/closet.ts';
import { needsCode, needsNewLink } from './connection-messages.ts';

const status: AuthStatus = {
  isAuthenticated: false,
  hasCredentials: true,
  isProven: true,
  state: 'connection_issue',
  username: 'jo',
  keepsPassword: false,
  codePending: false,
  lastTestedAt: null,
  lastTestPassed: null,
  offers: { practice: true, real: true },
  transport: 'browser',
  renewsSession: false,
  reason: 'session_expired',
};

it('a closet that the browser shares is connected again by a sign-in there, and one that isn’t linked yet by the forms', () => {
  expect(needsNewLink(status)).toBe(false);
  expect(needsNewLink({ ...status, hasCredentials: false })).toBe(true);
  expect(needsNewLink({ ...status, transport: 'server' })).toBe(true);
});

it('a one-time code that the seller’s browser is asked for is not asked for here', () => {
  expect(needsCode({ ...status, reason: 'code_required' })).toBe(false);
  expect(needsCode({ ...status, reason: 'code_required', transport: 'server', keepsPassword: true })).toBe(true);
});

it('a code for which no sign-in can wait is entered at the marketplace, and the closet is connected again', () => {
  const imported: AuthStatus = { ...status, transport: 'server', reason: 'code_required', message: 'Enter it here.' };
  expect(needsCode(imported)).toBe(false);
  expect(needsNewLink(imported)).toBe(true);
});
