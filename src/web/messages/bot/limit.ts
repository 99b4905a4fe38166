// Texts about the daily limit once it is used up, and about starting again after it.

export const limitMessages = {
  /** The offer at the limit, and the name of its setting. */
  resumeDaily: 'Resume every day at midnight',
  resumeDailyText:
    'After the bot reaches your daily limit, it starts again when your next day begins. Off: it waits for Start Bot.',
  saving: 'Saving…',
  turnOff: 'Turn off automatic start',
  turnedOn: 'Daily start is on',
  startsAgain: (when: string) => `The bot starts again ${when}.`,
  turnedOff: 'Daily start is off',
  turnedOffText: 'The bot stays stopped until you press Start Bot.',
  notSaved: 'Update Failed',
  notSavedText: 'Failed to update settings',
} as const;
