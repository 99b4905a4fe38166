// Texts of the recorder.

export const recordMessages = {
  heading: 'Record a visit to Poshmark',
  lead: 'When Poshmark changes, Hangtag can’t know how. Ten minutes of your own clicks show it. The companion removes everything personal before you save anything.',
  stepsTitle: 'What to click, at your usual pace',
  steps: [
    'Open your feed, and then the page for a new listing. Leave that page without saving.',
    'Open your closet and scroll to the end.',
    'Edit one listing, change its price by a dollar, and save it. Change it back later if you like.',
    'Share one listing to your followers.',
    'Open the likes of a listing. Open its offer to likers, look at the shipping choices, and close it.',
    'Search for something and show only sold listings.',
  ],
  stepsNote: 'Skip what you don’t want to do.',
  start: 'Record',
  starting: 'Opening Poshmark…',
  denied: 'Your browser didn’t allow the companion to watch Poshmark. Nothing was recorded.',
  recording: 'Recording.',
  recordingSecond: 'Click around in the Poshmark tab.',
  recordingNote: 'Keep this tab open: it holds the recording. Come back to it to stop.',
  seen: (count: number): string => (count === 1 ? '1 request seen' : `${count} requests seen`),
  left: 'Time left',
  stop: 'Stop',
  discard: 'Discard',
  reviewHeading: 'Look through it.',
  reviewSecond: 'Then save it.',
  reviewLead:
    'Everything personal is replaced by placeholders such as <id:3>. Open an entry to see it. Uncheck what you want to leave out.',
  nothingHeading: 'Nothing was recorded.',
  nothing: 'Click around in the Poshmark tab while you record.',
  kept: (kept: number, all: number): string => (kept === all ? `All ${all} entries` : `${kept} of ${all} entries`),
  keep: (number: number): string => `Keep entry ${number}`,
  page: 'page',
  save: 'Save as a file',
  saved: 'Saved as hangtag-recording.json. Compare it with: npm run hangtag -- drift hangtag-recording.json',
  send: 'Send to my Hangtag',
  sending: 'Sending…',
  compared: (counts: { confirmed: number; different: number; notSeen: number }): string =>
    counts.different === 0
      ? `Poshmark works as your Hangtag expects: ${counts.confirmed} confirmed, ${counts.notSeen} not seen.`
      : `Poshmark has changed: ${counts.different} different, ${counts.confirmed} confirmed, ${counts.notSeen} not seen. Save the file and give it to your administrator.`,
  report: 'The whole comparison',
  sendFailed: (why: string): string => `Not sent. ${why}`,
  sendUnreachable: 'Can’t reach your Hangtag. You can still save the file.',
  again: 'Record again',
} as const;
