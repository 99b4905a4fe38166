// What the companion's icon says when the pointer rests on it.

export const badgeMessages = {
  ready: 'Hangtag',
  notPaired: 'Hangtag: not paired yet',
  revoked: 'Hangtag: no longer paired',
  asks: 'Hangtag: a question for you',
  paused: 'Hangtag: paused',
  recording: 'Hangtag: recording',
  unreachable: 'Hangtag: can’t reach your server',
  refused: 'Hangtag: your server refused the companion',
  notAllowed: 'Hangtag: allow Poshmark, one click',
  otherVersion: 'Hangtag: the companion and your server have different versions',
  signed_out: 'Hangtag: sign in to Poshmark',
  human_check: 'Hangtag: Poshmark wants to verify you’re human',
} as const;
