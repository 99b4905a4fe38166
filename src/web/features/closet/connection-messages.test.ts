import { expect, it } from 'vitest';
import type { AuthStatus } from '#contract/closet.ts';
import { connectionTrouble, needsCode, needsNewLink } from './connection-messages.ts';

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

it('the panel says what the server found, even if another account is signed in, which is no sign-out', () => {
  const message = 'Your browser is signed in to Poshmark with another account.';
  expect(connectionTrouble({ ...status, message })).toBe(message);
  expect(connectionTrouble(status)).toMatch(/signed you out/);
});

it('a practice closet that the practice marketplace lost is replaced by a new one', () => {
  const lost: AuthStatus = { ...status, practice: true, transport: 'server', reason: 'credentials_rejected' };
  expect(connectionTrouble({ ...lost, message: 'Check both and save them again.' })).toBe(
    'The practice marketplace doesn’t know this closet. Disconnect it, then start a new practice closet.',
  );
});

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
  expect(connectionTrouble(imported)).toMatch(/enter the code there\. Then connect your closet again/);
});
