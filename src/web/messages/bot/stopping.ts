// Texts of a stop that the server has not confirmed.

export const stoppingMessages = {
  /** By what keeps the server from confirming it. */
  titles: {
    no_connection: 'Not stopped: no connection',
    no_answer: 'Not stopped: the server isn’t answering',
    signed_out: 'Not stopped: you’re signed out',
  },
} as const;
