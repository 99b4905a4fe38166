// Texts of confirming who one is.
export const confirmMessages = {
  text: 'This protects your account on a device that was left open. Hangtag won’t ask again for 10 minutes.',
  password: 'Your password',
  code: 'Code from your app',
  verb: 'Confirm',
  pending: 'Checking…',
  useCode: 'Use a code from your app',
  usePassword: 'Use your password',
  cancel: 'Cancel',
  failed: 'Couldn’t check that. Try again in a moment.',
} as const;
