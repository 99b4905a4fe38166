/** What the kit itself says, whatever stands in it. */
export const uiMessages = {
  close: 'Close',
  optional: 'optional',
  retry: 'Try again',
  dismiss: 'Dismiss',
  notification: 'Notification',
  loading: 'Loading',
  reference: 'Reference',
  copy: 'Copy',
  copyReference: 'Copy the reference',
  copied: 'Copied',
  timesIn: (place: string) => `Times in ${place}`,
  unreachable: 'The server does not answer. Check your connection, then try again.',
} as const;
