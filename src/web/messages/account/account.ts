// Texts of the profile dialog, and of signing in again.

export const accountMessages = {
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
} as const;
