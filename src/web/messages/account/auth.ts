// Texts of the auth screen.

export const authMessages = {
  heads: {
    login: { title: 'Welcome back', text: 'Your bot keeps going while you’re away.' },
    register: { title: 'Create your account', text: 'Free forever. No card required.' },
  },
  page: (tab: 'login' | 'register') => `${authMessages.tabs[tab]} · Hangtag`,
  tabList: 'Login or register',
  tabs: { login: 'Login', register: 'Register' },
  forgot: 'Forgot your password',
  howItWorks: 'How it Works',
  curious: 'No account yet, or just curious? Try it on a practice closet.',
  independent: 'Independent. Not affiliated with Poshmark.',
  email: 'Email',
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
  poshmarkUsernameHint: 'Your closet name, not your email. You can connect later.',
  poshmarkPassword: 'Poshmark password',
  poshmarkPasswordHint: 'Stored encrypted. Never shown again.',
  accept: {
    agree: 'I agree to the',
    terms: 'Terms',
    understand: 'I understand Poshmark’s guidelines don’t allow automation.',
  },
  mustAccept: 'You must accept the terms and conditions to register',
  verb: 'Create account',
  pending: 'Creating your account…',
  done: { title: 'Welcome!', text: 'Your account has been created successfully.' },
  failed: { title: 'Registration Failed', text: 'Failed to create account. Please try again.' },
} as const;

export const forgotMessages = {
  title: 'Send a reset link',
  text: 'It works once, for 10 minutes.',
  verb: 'Send reset link',
  pending: 'Sending…',
  done: 'Reset Link Sent',
  failed: { title: 'Error', text: 'The reset link couldn’t be requested. Try again in a moment.' },
} as const;

export const newPasswordMessages = {
  title: 'Set a new password',
  token: 'Reset token',
  password: 'New password',
  confirm: 'Confirm password',
  verb: 'Save password',
  pending: 'Saving…',
  done: 'Password Reset',
  failed: { title: 'Error', text: 'The password couldn’t be changed. Try again in a moment.' },
  strength: (strength: string) => `Password: ${strength}`,
} as const;

export const demoMessages = {
  verb: 'Try with a demo closet',
  pending: 'Opening a demo closet…',
  done: { title: 'Welcome!', text: 'This is a practice closet with made-up listings, yours for 24 hours.' },
  failed: { title: 'Login Failed', text: 'The demo couldn’t be opened. Try again in a moment.' },
} as const;

export const benefitMessages = {
  brand: 'Hangtag',
  size: 'One size',
  title: 'What this account does for you',
  sharing: { title: 'Automated listing sharing', text: 'At a human pace, inside your hours' },
  pricing: { title: 'AI price suggestions', text: 'From a photo or for a whole closet' },
  offers: { title: 'Smart offer management', text: 'Shipping discounts when you allow them' },
  analysis: { title: 'Real-time market analysis', text: 'What similar items sell for' },
  origin: 'Stops at your daily limit. Pauses at a human check. Encrypts your password.',
} as const;
