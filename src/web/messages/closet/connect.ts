// Texts of the marketplace panel and the ways to connect a closet.
import type { AuthStatus } from '#contract/schemas/closet.ts';
import { type MarketplaceName, startWith } from '#domain/closet.ts';

/** The names of the three states, which are fixed (section 2 of the specification). */

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
  reading: 'Loading the connection',
  looksLikeEmail: 'This looks like an email.',
  signInNeeds: (name: MarketplaceName) => `Use your ${label(name)} username (no @).`,
  tested: (ago: string, hasPassed: boolean | null) =>
    hasPassed === null ? ago : `${ago}, ${hasPassed ? 'passed' : 'failed'}`,
  byPassword: 'Username and password',
  practiceLost: 'The practice marketplace doesn’t know this closet. Disconnect it, then start a new practice closet.',
  authenticated: 'Authentication Successful',
  notAuthenticated: 'Authentication Failed',
} as const;

export const credentialMessages = {
  form: (name: MarketplaceName) => `${label(name)} credentials`,
  username: (name: MarketplaceName) => `${label(name)} username`,
  password: (name: MarketplaceName) => `${label(name)} password`,
  done: 'Credentials Updated',
  failed: 'Failed to update credentials',
} as const;

export const sessionImportMessages = {
  cookies: (name: MarketplaceName) => `Paste your ${label(name)} cookies`,
} as const;

export const codeMessages = {
  refused: 'That code wasn’t accepted. Check it and enter it again.',
} as const;

export const testAuthMessages = {
  failed: 'Authentication test failed',
} as const;
