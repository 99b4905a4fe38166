// Texts of the palette and the shortcut list.

export const commandMessages = {
  title: 'What would you like to do?',
  label: 'Find a command or a listing',
  listing: 'listing',
  nothing: (typed: string) => `Nothing here is called “${typed}”.`,
  howTo: 'Arrow keys choose, Enter does it, Escape closes.',
  go: {
    dashboard: 'Go to the dashboard',
    marketAnalysis: 'Go to market analysis',
    apiTest: 'Go to the API test',
    howItWorks: 'Read how it works',
  },
  stop: 'Stop Bot',
  sync: 'Sync Closet',
  theme: (next: string) => `Switch to ${next === 'system' ? 'the system’s theme' : `the ${next} theme`}`,
  palette: 'Find a command or a listing',
  shortcuts: 'Show keyboard shortcuts',
  shortcutsTitle: 'Keyboard shortcuts',
  singleKeys: 'Single keys',
  singleKeysText: 'Off: only Ctrl or ⌘ with K opens the commands, and no single key does anything.',
  toasts: 'Go to the notice on screen',
  close: 'Close what is open',
  done: 'Done',
} as const;
