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
