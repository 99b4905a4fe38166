// Rules of Hangtag accounts: passwords, sessions, guests, email addresses.

import { Failure } from './failure.ts';
import type { Instant } from './ports/clock.ts';

/** Minimum password length (specification 5). The operator may require more, never less. */
export const leastPasswordLength = 6;
/** The most that `PASSWORD_MIN_LENGTH` may ask for. A password may be longer: only the largest body of a call limits it. */
export const mostAskedPasswordLength = 128;

/**
 * The form in which passwords are stored and compared (NFKC, and every blank as a plain one, after PRECIS OpaqueString, RFC 8265): one
 * device types "é" as one character, and another as two.
 */
export const normalizePassword = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFKC');

/** The message shown under a password that is too short. */
export const shortPasswordMessage = (least: number): string => `Password must be at least ${least} characters`;

/** How long a password reset token is valid (ASVS 5.0, 6.5.5: at most 10 minutes). */
export const resetTokenLifeMs = 10 * 60_000;

/** How long the QR code that signs a phone in is valid: long enough to take the phone out and scan it. */
export const phoneLinkLifeMs = 2 * 60_000;

/** How long a link that confirms an email address is valid. A seller may read mail once a day. */
export const emailLinkLifeMs = 24 * 3_600_000;
/** A new address that was not confirmed for this long is forgotten, and the old one stays. */
export const unconfirmedLifeMs = 7 * 86_400_000;

/** A session ends after this long without use, and at the latest after `sessionLongestMs`. */
export const sessionIdleMs = 30 * 86_400_000;
export const sessionLongestMs = 90 * 86_400_000;

/** A demo guest is deleted with all their data after this time. */
export const guestLifeMs = 24 * 3_600_000;

/** Email addresses are compared in this form: trimmed, lower case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** How long a session counts as confirmed after its user proved who they are. */
export const confirmationLifeMs = 10 * 60_000;

/**
 * Throws `confirmation_required`. `confirmedAt`: when the user last proved in this session who they are. A demo account has no
 * password to prove anything with.
 */
export function refuseUnconfirmed(
  { isGuest, confirmedAt }: { isGuest?: boolean; confirmedAt?: Instant | null },
  now: Instant,
): void {
  if (isGuest || now - (confirmedAt ?? Number.NEGATIVE_INFINITY) < confirmationLifeMs) return;
  throw new Failure('confirmation_required', 'Confirm it’s you, then try again.');
}

/** How long a question to a passkey is valid. */
export const passkeyQuestionLifeMs = 5 * 60_000;

export const recoveryCodeCount = 10;
export const mostPasskeys = 10;

/** How long an unused browser is remembered, and how long its cookie lasts. Browsers keep no cookie for longer. */
export const knownBrowserLifeMs = 400 * 86_400_000;
/** A sign-in from a new browser is shown to its seller for this long. After that, the browser counts as the seller's. */
export const newBrowserShownMs = 30 * 86_400_000;
