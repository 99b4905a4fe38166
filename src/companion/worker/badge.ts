// The badge on the companion's icon: paused, recording, or "you are needed".

import { openQuestions } from '../allow/bounds.ts';
import { type BrowserApi, patternOf } from '../platform/browser.ts';
import { inPlace } from '../platform/market-name.ts';
import type { Remembered } from '../platform/memory.ts';

/** The ink and the red of the design tokens. Badges take no oklch colors. */
const ink = '#17130f';
const halt = '#b0231f';

type Badge = { text: string; color: string; title: string };

export function badgeFor(known: Remembered, mayUseMarket = true, now = 0): Badge {
  const { asked, attention, contact, isPaused, pairing, recording, unpaired } = known;
  if (recording !== undefined) return { text: 'REC', color: halt, title: 'Hangtag: recording' };
  if (pairing === undefined)
    return unpaired?.because === 'revoked'
      ? { text: '!', color: halt, title: 'Hangtag: no longer paired' }
      : { text: '', color: ink, title: 'Hangtag: not paired yet' };
  if (isPaused) return { text: 'II', color: ink, title: 'Hangtag: paused' };
  if (openQuestions(asked, now).length > 0) return { text: '?', color: halt, title: 'Hangtag: a question for you' };
  if (!mayUseMarket) return { text: '!', color: halt, title: 'Hangtag: allow Poshmark, one click' };
  if (attention !== undefined)
    return {
      text: '!',
      color: halt,
      title:
        attention.kind === 'signed_out'
          ? 'Hangtag: sign in to Poshmark'
          : 'Hangtag: Poshmark wants to verify you’re human',
    };
  if (contact?.kind === 'other_version')
    return { text: '!', color: halt, title: 'Hangtag: the companion and your server have different versions' };
  if (contact?.kind === 'unreachable') return { text: '?', color: ink, title: 'Hangtag: can’t reach your server' };
  if (contact?.kind === 'refused')
    return { text: '!', color: halt, title: 'Hangtag: your server refused the companion' };
  return { text: '', color: ink, title: 'Hangtag' };
}

export async function showBadge(
  { action, permissions }: Pick<BrowserApi, 'action' | 'permissions'>,
  known: Remembered,
): Promise<void> {
  const { pairing } = known;
  const origins = pairing === undefined ? [] : [patternOf(pairing.marketplace)];
  const { text, color, title } = badgeFor(known, await permissions.contains({ origins }), Date.now());
  await Promise.all([
    action.setBadgeText({ text }),
    action.setBadgeBackgroundColor({ color }),
    action.setTitle({ title: inPlace(title, pairing?.marketplace) }),
  ]);
}
