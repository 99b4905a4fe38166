// The badge on the companion's icon: paused, recording, or "you are needed".

import { type BrowserApi, patternOf } from '../platform/browser.ts';
import type { Remembered } from '../platform/memory.ts';
import { inPlace, type SituationName, situationOf } from '../platform/situation.ts';

/** The ink and the red of the design tokens. Badges take no oklch colors. */
const ink = '#17130f';
const halt = '#b0231f';
const otherVersion = ['!', halt, 'Hangtag: the companion and your server have different versions'] as const;
const badges: Partial<Record<SituationName, readonly [text: string, color: string, title: string]>> = {
  notPaired: ['', ink, 'Hangtag: not paired yet'],
  revoked: ['!', halt, 'Hangtag: no longer paired'],
  oldCompanion: otherVersion,
  oldServer: otherVersion,
  paused: ['II', ink, 'Hangtag: paused'],
  asks: ['?', halt, 'Hangtag: a question for you'],
  noPermission: ['!', halt, 'Hangtag: allow Poshmark, one click'],
  signedOut: ['!', halt, 'Hangtag: sign in to Poshmark'],
  humanCheck: ['!', halt, 'Hangtag: Poshmark wants to verify you’re human'],
  unreachable: ['?', ink, 'Hangtag: can’t reach your server'],
  refused: ['!', halt, 'Hangtag: your server refused the companion'],
};

export const badgeFor = (known: Remembered, mayUseMarket = true, now = 0): readonly [string, string, string] =>
  known.recording === undefined
    ? (badges[situationOf(known, mayUseMarket, now)] ?? ['', ink, 'Hangtag'])
    : ['REC', halt, 'Hangtag: recording'];

export async function showBadge(
  { action, permissions }: Pick<BrowserApi, 'action' | 'permissions'>,
  known: Remembered,
): Promise<void> {
  const { pairing } = known;
  const origins = pairing === undefined ? [] : [patternOf(pairing.marketplace)];
  const [text, color, title] = badgeFor(known, await permissions.contains({ origins }), Date.now());
  await Promise.all([
    action.setBadgeText({ text }),
    action.setBadgeBackgroundColor({ color }),
    action.setTitle({ title: inPlace(title, pairing?.marketplace) }),
  ]);
}
