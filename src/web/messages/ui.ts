// Texts of the shared controls in `web/ui`.

export const uiMessages = {
  timesIn: (place: string) => `Times in ${place}`,
  missingPart: {
    title: 'This part of the page didn’t load.',
    unreachable: 'Hangtag will try again when the connection is back.',
    updated: 'Hangtag was updated. Reload the page to see it.',
    stuck: 'Reload the page to see it.',
    reload: 'Reload page',
  },
  wrongAddress: {
    text: 'This address isn’t secure, so your browser can’t stay signed in here.',
    go: (address: string) => `Open ${address}`,
  },
} as const;
