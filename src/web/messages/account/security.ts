// Texts of the second step at sign-in, of confirming the user and an email address, and of new sign-ins.
export const secondStepMessages = {
  text: {
    app: 'Enter the code from your authenticator app.',
    recovery: 'Enter one of your recovery codes. Each works once.',
    passkey: 'Use your passkey to finish signing in.',
  },
  appHint: 'Six digits. A new code comes every 30 seconds.',
  recoveryHint: '12 letters and digits. Dashes don’t matter.',
  lost: 'Lost everything? Your administrator can turn the second step off.',
} as const;

export const passkeyMessages = {
  pending: 'Waiting for your passkey…',
} as const;

export const securityMessages = {
  failed: { text: 'That couldn’t be changed. Try again in a moment.' },
  passkeys: {
    added: {},
    remove: 'Remove',
    removed: { title: 'Passkey removed', text: 'It no longer signs you in. You can delete it on your device, too.' },
    no: {
      no_domain: 'Passkeys need an address with a domain name. Ask your administrator to set one up.',
      not_secure: 'Passkeys need a site with https. Ask your administrator to set it up.',
      nearby:
        'Passkeys work only on the computer that Hangtag runs on. Here, an authenticator app protects your account.',
      elsewhere: (origin: string) => `Passkeys work at ${origin} only. Open Hangtag there to add one.`,
      unsupported: 'This browser can’t use passkeys. Try another browser on this device.',
    },
  },
  app: {
    remove: 'Turn off',
    removed: { title: 'Authenticator app turned off', text: 'Hangtag no longer asks for its codes.' },
  },
  codes: {
    notCopied: { text: 'Your browser didn’t allow it. Select the codes and copy them.' },
  },
  removal: {
    passkey: { title: 'Remove this passkey?', text: 'It will no longer sign you in.' },
    app: { title: 'Turn off the authenticator app?', text: 'Hangtag will no longer ask for its codes.' },
  },
} as const;

export const newBrowserMessages = {
  ended: { text: 'That browser has to sign in again. Change your password now.' },
  failed: { text: 'That couldn’t be done. Try again in a moment.' },
} as const;
