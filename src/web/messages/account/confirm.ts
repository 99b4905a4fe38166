// Texts of confirming who one is.
export const confirmMessages = {
  pending: 'Checking…',
} as const;
