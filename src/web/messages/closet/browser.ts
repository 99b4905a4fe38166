// Texts of linking a closet through the seller's own browser, and of paired browsers.
import type { CompanionState } from '#domain/companion.ts';

export const browserLinkMessages = {
  tab: 'Your browser',
  install: 'Download the companion, and see what it may do',
  code: 'Pairing code',
} as const;

const presence: Record<CompanionState | 'asleep', string> = {
  ready: 'open',
  asleep: 'closed or asleep',
  paused: 'paused',
  no_permission: 'needs you',
  signed_out: 'needs you',
  human_check: 'needs you',
};

export const sharingBrowserMessages = {
  of: (browser: string, state: CompanionState | 'asleep') => `${browser}, ${presence[state]}`,
} as const;

export const pairedMessages = {
  removed: (name: string) => ({ title: 'Browser Removed', text: `${name} can’t do anything for you anymore.` }),
} as const;
