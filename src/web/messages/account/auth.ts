// Texts of the auth screen.

export const authMessages = {
  heads: {
    login: { title: 'Welcome back', text: 'Your bot keeps going while you’re away.' },
    register: { title: 'Create your account', text: 'Free forever. No card required.' },
  },
  page: (tab: 'login' | 'register') => `${authMessages.tabs[tab]} · Hangtag`,
  tabs: { login: 'Login', register: 'Register' },
  email: 'Email',
  password: 'Password',
} as const;
