// Texts of the profile dialog, and of signing in again.

export const accountMessages = {
  logout: {
    verb: 'Logout',
  },
  signInAgain: {
    title: 'Your session has ended',
    verb: 'Sign in again',
    other: 'Use another account',
  },
  pictures: {
    title: 'Load pictures through this server',
  },
  profile: {
    title: 'Your profile',
    open: 'Profile',
    tabs: { overview: 'Overview', stats: 'Closet Stats', personal: 'Personal Info', poshmark: 'Poshmark' },
    tabList: 'Parts of your profile',
    done: { title: 'Profile Updated', text: 'Your profile has been successfully updated.' },
    failed: { title: 'Update failed', text: 'Profile update failed' },
  },
  overview: {
    closet: 'Closet',
    notSet: 'Not set',
  },
  sessions: {
    done: (browser: string) => ({ title: 'Signed out', text: `${browser} has to sign in again.` }),
    unknown: 'Unknown browser',
  },
  details: {
    timezone: 'Time zone',
  },
  signIn: {
    currentMissing: 'Enter your current password',
  },
  data: {
    exported: (name: string) => ({ title: 'Export ready', text: `Saved as ${name}.` }),
  },
  erase: {
    title: 'Delete your account?',
  },
} as const;
