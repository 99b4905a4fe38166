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

export const registerMessages = {
  mustAccept: 'You must accept the terms and conditions to register',
} as const;

export const forgotMessages = {
  title: 'Send a reset link',
} as const;

export const newPasswordMessages = {
  title: 'Set a new password',
} as const;

export const benefitMessages = {
  sharing: { title: 'Automated listing sharing', text: 'At a human pace, inside your hours' },
  pricing: { title: 'AI price suggestions', text: 'From a photo or for a whole closet' },
  offers: { title: 'Smart offer management', text: 'Shipping discounts when you allow them' },
  analysis: { title: 'Real-time market analysis', text: 'What similar items sell for' },
} as const;
