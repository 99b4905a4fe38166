// Texts of linking a closet through the seller's own browser, and of paired browsers.

export const browserLinkMessages = {
  install: 'Download the companion, and see what it may do',
} as const;
