// The badge on the companion's icon: paused, recording, or "you are needed".

import { openQuestions } from '../allow/bounds.ts';
import { badgeMessages } from '../messages/badge.ts';
import { inPlace } from '../messages/screens.ts';
import { type BrowserApi, patternOf } from '../platform/browser.ts';
import type { Remembered } from '../platform/memory.ts';

/** The ink and the red of the design tokens. Badges take no oklch colors. */
const ink = '#17130f';
const halt = '#b0231f';

type Badge = { text: string; color: string; title: string };

export function badgeFor(known: Remembered, mayUseMarket = true, now = 0): Badge {
  const { asked, attention, contact, isPaused, pairing, recording, unpaired } = known;
  if (recording !== undefined) return { text: 'REC', color: halt, title: badgeMessages.recording };
  if (pairing === undefined)
    return unpaired?.because === 'revoked'
      ? { text: '!', color: halt, title: badgeMessages.revoked }
      : { text: '', color: ink, title: badgeMessages.notPaired };
  if (isPaused) return { text: 'II', color: ink, title: badgeMessages.paused };
  if (openQuestions(asked, now).length > 0) return { text: '?', color: halt, title: badgeMessages.asks };
  if (!mayUseMarket) return { text: '!', color: halt, title: badgeMessages.notAllowed };
  if (attention !== undefined) return { text: '!', color: halt, title: badgeMessages[attention.kind] };
  if (contact?.kind === 'other_version') return { text: '!', color: halt, title: badgeMessages.otherVersion };
  if (contact?.kind === 'unreachable') return { text: '?', color: ink, title: badgeMessages.unreachable };
  if (contact?.kind === 'refused') return { text: '!', color: halt, title: badgeMessages.refused };
  return { text: '', color: ink, title: badgeMessages.ready };
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
