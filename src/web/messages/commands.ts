// Texts of the palette and the shortcut list.

export const commandMessages = {
  title: 'What would you like to do?',
  label: 'Find a command or a listing',
  listing: 'listing',
  nothing: (typed: string) => `No results for “${typed}”`,
  howTo: '↑↓ to choose, Enter to run, Esc to close',
  go: {
    dashboard: 'Go to the dashboard',
    marketAnalysis: 'Go to market analysis',
    apiTest: 'Go to the API test',
    howItWorks: 'Read how it works',
  },
  start: 'Start Bot',
  stop: 'Stop Bot',
  notRunning: 'The bot isn’t running',
  sync: 'Sync Closet',
  analyze: 'Analyze a listing',
  theme: (next: string) => `Switch to ${next === 'system' ? 'the system’s theme' : `the ${next} theme`}`,
  palette: 'Find a command or a listing',
  shortcuts: 'Show keyboard shortcuts',
  shortcutsTitle: 'Keyboard shortcuts',
  singleKeys: 'Single keys',
  singleKeysText: 'Off: only Ctrl or ⌘ with K opens commands.',
  toasts: 'Focus notification',
  close: 'Close',
  done: 'Done',
} as const;
