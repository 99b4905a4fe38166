// Texts of the auth screen.

export const authMessages = {
  heads: {
    login: { title: 'Back to the rail', text: 'Your bot keeps going while you are away.' },
    register: { title: 'Open your closet', text: 'Free forever. No card required.' },
  },
  page: (tab: 'login' | 'register') => `${authMessages.tabs[tab]} · Hangtag`,
  tabList: 'Login or register',
  tabs: { login: 'Login', register: 'Register' },
  forgot: 'Forgot your password',
  howItWorks: 'How it Works',
  curious: 'No account yet, or just curious? See it work on a practice closet.',
  independent: 'Independent. Not affiliated with Poshmark.',
  email: 'E-mail',
  password: 'Password',
  cancel: 'Cancel',
} as const;

export const loginMessages = {
  form: 'Login',
  verb: 'Login',
  pending: 'Logging in…',
  done: { title: 'Welcome back!', text: 'Successfully logged in.' },
  failed: { title: 'Login Failed', text: 'Invalid credentials. Please try again.' },
} as const;

export const registerMessages = {
  form: 'Register',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone number',
  phoneHint: 'May be used for account security notifications.',
  poshmarkUsername: 'Poshmark username',
  poshmarkUsernameHint: 'Your marketplace username, not the e-mail. You can connect later.',
  poshmarkPassword: 'Poshmark password',
  poshmarkPasswordHint: 'Stored encrypted, never shown back to you.',
  accept:
    'I accept the terms and conditions: Hangtag acts for me on my own closet, and I keep to the marketplace’s rules.',
  mustAccept: 'You must accept the terms and conditions to register',
  verb: 'Create account',
  pending: 'Creating your account…',
  done: { title: 'Welcome!', text: 'Your account has been created successfully.' },
  failed: { title: 'Registration Failed', text: 'Failed to create account. Please try again.' },
} as const;

export const forgotMessages = {
  title: 'Send a reset link',
  text: 'It works once, for ten minutes.',
  verb: 'Send reset link',
  pending: 'Sending…',
  done: 'Reset Link Sent',
  failed: { title: 'Error', text: 'The reset link could not be requested.' },
} as const;

export const newPasswordMessages = {
  title: 'Set a new password',
  token: 'Reset token',
  password: 'New password',
  confirm: 'Confirm password',
  verb: 'Save password',
  pending: 'Saving…',
  done: 'Password Reset',
  failed: { title: 'Error', text: 'The password could not be changed.' },
  strength: (strength: string) => `Password: ${strength}`,
} as const;

export const demoMessages = {
  verb: 'Try with a demo closet',
  pending: 'Opening a demo closet…',
  done: { title: 'Welcome!', text: 'This is a practice closet, yours for 24 hours. Nothing here is real.' },
  failed: { title: 'Login Failed', text: 'The demo could not be opened.' },
} as const;

export const benefitMessages = {
  brand: 'Hangtag',
  size: 'One size',
  title: 'What this account does for you',
  sharing: { title: 'Automated listing sharing', text: 'At a human pace, inside your hours' },
  pricing: { title: 'AI price suggestions', text: 'From a photo or for a whole closet' },
  offers: { title: 'Smart offer management', text: 'Shipping discounts when you allow them' },
  analysis: { title: 'Real-time market analysis', text: 'What similar pieces ask right now' },
  origin: 'Stops at your daily limit. Pauses at a human check. Keeps your password to itself.',
} as const;
