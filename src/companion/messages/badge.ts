// What the companion's icon says when the pointer rests on it.

export const badgeMessages = {
  ready: 'Hangtag',
  notPaired: 'Hangtag: not paired yet',
  revoked: 'Hangtag: no longer paired',
  paused: 'Hangtag: paused',
  recording: 'Hangtag: recording',
  unreachable: 'Hangtag: can’t reach your server',
  otherVersion: 'Hangtag: the companion and the server have different versions',
  signed_out: 'Hangtag: sign in to Poshmark',
  human_check: 'Hangtag: Poshmark wants to verify you’re human',
} as const;
