// Texts of the marketplace panel and the ways to connect a closet.
import type { MarketplaceName } from '#domain/closet.ts';

/** The marketplace’s name before "username" and "cookies". */
export const shortName = (name: MarketplaceName): string => (name === 'Poshmark' ? 'Poshmark' : 'Practice');

export const connectMessages = {
  signInNeeds: (name: MarketplaceName) => `Use your ${shortName(name)} username (no @).`,
  tested: (ago: string, hasPassed: boolean | null) =>
    hasPassed === null ? ago : `${ago}, ${hasPassed ? 'passed' : 'failed'}`,
  authenticated: 'Authentication Successful',
  notAuthenticated: 'Authentication Failed',
} as const;

export const browserLinkMessages = {
  install: 'Download the companion, and see what it may do',
  may: 'What the companion may do',
} as const;
