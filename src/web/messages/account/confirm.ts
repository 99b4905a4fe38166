// Texts of confirming who one is.
export const confirmMessages = {
  text: 'This protects your account on a device that was left open. Hangtag won’t ask again for 10 minutes.',
  password: 'Your Hangtag password',
  verb: 'Confirm',
  pending: 'Checking…',
  cancel: 'Cancel',
  failed: 'Couldn’t check that. Try again in a moment.',
} as const;
