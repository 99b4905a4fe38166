// Texts of the marketplace panel and the ways to connect a closet.
import type { AuthStatus } from '#contract/schemas/closet.ts';
import type { ConnectionState } from '#domain/closet.ts';

/** The names of the three states, which are fixed (section 2 of the specification). */
export const connectionStates: Record<ConnectionState, string> = {
  setup_required: 'Setup Required',
  connection_issue: 'Connection Issue',
  ready: 'Ready for Sharing',
};

export const connectionReasons: Record<NonNullable<AuthStatus['reason']>, string> = {
  credentials_rejected: 'The marketplace did not accept the user name and password. Check them and save once more.',
  session_expired: 'The marketplace has signed you out. Connect your closet again.',
  code_required: 'The marketplace asks for a one-time code. Have it sent, then type it here.',
  human_check: 'The marketplace wants to see a person. Answer its check in your own browser, then test the connection.',
  account_blocked: 'The marketplace says this account is suspended. Its support can tell you why.',
  marketplace_refused:
    'The marketplace refused our requests. Look there with your own browser, then test the connection.',
  marketplace_unavailable: 'The marketplace did not answer properly. Test again in a few minutes.',
  marketplace_changed:
    'The marketplace answered in a way we do not know. Whoever runs this installation can look into it.',
};

/** The marketplace panel: which closet is connected, and the ways to connect one. */
export const connectMessages = {
  panel: 'Marketplace',
  reading: 'Reading the connection',
  unknownTrouble: 'The last sign-in did not succeed. Test the connection, or connect again.',
  notConnected: 'Not Connected. Add your closet to start sharing.',
  looksLikeEmail: 'This looks like an e-mail.',
  signInNeeds: 'Sign-in here needs the username on your closet page, without an @.',
  nextSignInNeeds: 'The next sign-in needs the username on your closet page, without an @.',
  use: (username: string) => `Use “${username}”`,
  change: 'Change credentials',
  leave: 'Leave it as it is',
  closet: 'Closet',
  connected: 'Connected',
  kind: 'Kind',
  practice: 'Practice, nothing in it is real',
  lastTest: 'Last test',
  notYet: 'Not yet',
  tested: (ago: string, isGood: boolean) => `${ago}, ${isGood ? 'passed' : 'failed'}`,
  password: 'Password',
  passwordKept: 'Saved, never shown',
  passwordNotKept: 'Not kept, only the session',
  ways: 'Ways to connect',
  bySession: 'Browser session',
  recommended: 'Recommended',
  byPassword: 'Username and password',
  onlyPractice:
    'This installation has a practice marketplace. A closet there behaves like a real one, and nothing in it is real.',
  practiceAgain: 'Disconnect this practice closet, then start a new one.',
  alsoPractice: 'Not yet? A practice closet behaves like the marketplace, and nothing in it is real.',
  authenticated: 'Authentication Successful',
  notAuthenticated: 'Authentication Failed',
} as const;

export const credentialMessages = {
  form: 'Marketplace credentials',
  username: 'Marketplace username',
  usernameHint: 'Use your marketplace username, not your e-mail.',
  password: 'Marketplace password',
  passwordSaved: 'Saved. Type a new one to replace it.',
  passwordHint: 'Stored encrypted, never shown back to you.',
  keep: 'Keep my password, encrypted, so that an expired session is renewed by itself. Without it only the session is kept.',
  verb: 'Save credentials',
  pending: 'Saving…',
  done: 'Credentials Updated',
  failed: 'Failed to update credentials',
  missing: { title: 'Missing Information', text: 'Please provide both username and password' },
} as const;

export const sessionImportMessages = {
  form: 'Connect with your browser’s session',
  steps: [
    'Sign in to the marketplace in this browser.',
    'Export its cookies: a cookie exporter’s JSON, or the Cookie header from the developer tools.',
    'Paste them here. No password is needed or kept.',
  ],
  cookies: 'Cookies of your signed-in browser',
  hint: 'Stored encrypted, sent to the marketplace only, erased when you disconnect.',
  verb: 'Connect closet',
  pending: 'Connecting…',
} as const;

export const codeMessages = {
  form: 'One-time code',
  step: 'One more step.',
  text: 'The marketplace sends a one-time code to the phone or e-mail it knows. A new code voids the one before.',
  ask: 'Send me a code',
  asking: 'Asking…',
  sent: 'Code sent',
  notSent: 'The code could not be requested.',
  code: 'One-time code',
  verb: 'Confirm code',
  pending: 'Checking…',
  refused: 'That code was not accepted.',
} as const;

export const practiceMessages = {
  verb: 'Use a practice closet',
  pending: 'Linking…',
  failed: 'The practice closet could not be linked.',
} as const;

export const testAuthMessages = {
  verb: 'Test authentication',
  pending: 'Testing…',
  rejected: 'Please check your credentials',
  failed: 'Authentication test failed',
} as const;
