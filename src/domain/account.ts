/** The least length of a password (specification 5). An installation may ask for more, never for less. */
export const leastPasswordLength = 6;
/** Longer input is refused before any hashing. */
export const mostPasswordLength = 128;

/** The sentence under a password that is too short. */
export const shortPasswordMessage = (least: number): string => `Password must be at least ${least} characters`;

/** How long a password-reset token lives (ASVS 5.0, 6.5.5: at most 10 minutes). */
export const resetTokenLifeMs = 10 * 60_000;

/** A session ends after this long without use, and at the latest after `sessionLongestMs`. */
export const sessionIdleMs = 30 * 86_400_000;
export const sessionLongestMs = 90 * 86_400_000;

/** A guest of the demo and everything of theirs is gone after this long. */
export const guestLifeMs = 24 * 3_600_000;

/** E-mail addresses are compared in this form: trimmed, lower case. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();
