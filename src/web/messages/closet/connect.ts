// Texts of the marketplace panel and the ways to connect a closet.
import type { AuthStatus } from '#contract/schemas/closet.ts';
import { type ConnectionState, type MarketplaceName, startWith } from '#domain/closet.ts';

/** The names of the three states, which are fixed (section 2 of the specification). */
export const connectionStates: Record<ConnectionState, string> = {
  setup_required: 'Setup Required',
  connection_issue: 'Connection Issue',
  ready: 'Ready for Sharing',
};

export const connectionReason = (reason: NonNullable<AuthStatus['reason']>, marketplace: MarketplaceName): string => {
  const name = startWith(marketplace);
  switch (reason) {
    case 'credentials_rejected':
      if (marketplace !== 'Poshmark') return connectMessages.practiceLost;
      return `${name} rejected your username and password. Check them and save them again.`;
    case 'session_expired':
      return `${name} signed you out. Connect your closet again.`;
    case 'code_required':
      return `${name} needs a one-time code. Sign in to ${marketplace} in your own browser and enter the code there. Then connect your closet again here.`;
    case 'human_check':
      return `${name} wants to verify you’re human. Complete the check in your own browser. The next share shows whether it’s done.`;
    case 'account_blocked':
      return `${name} suspended your account. Only ${marketplace} support can explain it and lift it.`;
    case 'marketplace_refused':
      return `${name} refused Hangtag’s requests. Open ${marketplace} in your own browser, then test the connection.`;
    case 'marketplace_unavailable':
      return `${name} is having problems. Test the connection again in a few minutes.`;
    case 'marketplace_changed':
      return `Hangtag doesn’t recognize the answers from ${marketplace}. Your administrator can look into it.`;
  }
};

const label = (name: MarketplaceName): string => (name === 'Poshmark' ? 'Poshmark' : 'Practice');

/** The marketplace panel: which closet is connected, and the ways to connect one. */
export const connectMessages = {
  panel: 'Marketplace',
  reading: 'Loading the connection',
  unknownTrouble: 'The last sign-in didn’t succeed. Test the connection, or connect again.',
  notConnected: 'Not Connected. Connect your closet to start sharing.',
  looksLikeEmail: 'This looks like an email.',
  signInNeeds: (name: MarketplaceName) => `Use your ${label(name)} username (no @).`,
  use: (username: string) => `Use “${username}”`,
  change: 'Change credentials',
  leave: 'Cancel',
  closet: 'Closet',
  connected: 'Connected',
  kind: 'Kind',
  practice: 'Practice closet (not real)',
  lastTest: 'Last test',
  notYet: 'Not yet',
  tested: (ago: string, hasPassed: boolean | null) =>
    hasPassed === null ? ago : `${ago}, ${hasPassed ? 'passed' : 'failed'}`,
  password: 'Password',
  passwordKept: 'Saved, never shown',
  passwordRejected: 'Saved, but rejected',
  passwordNotKept: 'Not saved, only the session',
  ways: 'Ways to connect',
  bySession: 'Browser session',
  recommended: 'Recommended',
  onPhones: 'Easiest on a phone',
  byPassword: 'Username and password',
  onlyPractice:
    'This site has a practice marketplace. A practice closet behaves like a real closet, with made-up listings.',
  practiceAgain: 'Disconnect this practice closet, then start a new one.',
  practiceLost: 'The practice marketplace doesn’t know this closet. Disconnect it, then start a new practice closet.',
  alsoPractice: 'Not ready yet? A practice closet behaves like a real closet, with made-up listings.',
  authenticated: 'Authentication Successful',
  notAuthenticated: 'Authentication Failed',
} as const;

export const credentialMessages = {
  form: (name: MarketplaceName) => `${label(name)} credentials`,
  username: (name: MarketplaceName) => `${label(name)} username`,
  usernameHint: 'Use your closet name, not your email.',
  password: (name: MarketplaceName) => `${label(name)} password`,
  passwordSaved: 'Saved. Enter a new one to replace it.',
  passwordRejected: (name: MarketplaceName) => `${startWith(name)} rejected the saved password. Enter the right one.`,
  passwordHint: 'Stored encrypted. Never shown again.',
  keep: 'Keep my password (encrypted) so Hangtag can sign in again when the session expires.',
  verb: 'Save credentials',
  pending: 'Saving…',
  done: 'Credentials Updated',
  failed: 'Failed to update credentials',
  missing: { title: 'Missing Information', text: 'Please provide both username and password' },
} as const;

export const sessionImportMessages = {
  form: 'Connect with your browser’s session',
  byCompanion:
    'The companion in your paired browser does this in one click: open its settings there and choose “Use my session on the server”. Or copy the session by hand:',
  cookies: (name: MarketplaceName) => `Paste your ${label(name)} cookies`,
  hint: (name: MarketplaceName) =>
    `Paste everything you copied. Stored encrypted, sent only to ${name}, and erased when you disconnect.`,
  verb: 'Connect closet',
  pending: 'Connecting…',
} as const;

export const codeMessages = {
  form: 'One-time code',
  step: 'One more step.',
  text: (name: MarketplaceName) =>
    `${startWith(name)} sends a one-time code to your phone or email. Requesting a new code cancels the old one.`,
  ask: 'Send me a code',
  asking: 'Requesting…',
  sent: 'Code sent',
  notSent: 'The code couldn’t be requested. Try again in a moment.',
  code: 'One-time code',
  verb: 'Confirm code',
  pending: 'Checking…',
  refused: 'That code wasn’t accepted. Check it and enter it again.',
} as const;

export const practiceMessages = {
  verb: 'Use a practice closet',
  pending: 'Connecting…',
  failed: 'Couldn’t connect the practice closet. Try again in a moment.',
} as const;

export const testAuthMessages = {
  verb: 'Test authentication',
  pending: 'Testing…',
  rejected: 'Please check your credentials',
  failed: 'Authentication test failed',
} as const;
