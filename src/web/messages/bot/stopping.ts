// Texts of a stop that the server has not confirmed.

export const stoppingMessages = {
  /** By what keeps the server from confirming it. */
  titles: {
    no_connection: 'Not stopped: no connection',
    no_answer: 'Not stopped: the server isn’t answering',
    signed_out: 'Not stopped: you’re signed out',
  },
  text: 'The bot may still be sharing. Hangtag keeps trying until the stop is confirmed.',
  keepsTrying: 'Hangtag keeps trying.',
  tryNow: 'Try now',
  trying: 'Trying…',
  callOff: 'Don’t stop',
  calledOff: 'Stop canceled',
  calledOffText: 'The bot keeps running.',
  wasStopped: 'It wasn’t running anymore.',
} as const;
