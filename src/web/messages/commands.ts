// Texts of the palette and the shortcut list.

export const commandMessages = {
  title: 'What would you like to do?',
  label: 'Find a command or a listing',
  palette: 'Find a command or a listing',
  shortcutsTitle: 'Keyboard shortcuts',
} as const;
