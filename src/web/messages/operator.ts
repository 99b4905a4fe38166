// Texts of the operator page.
import type { BotState, PauseReason } from '#domain/bot/bot.ts';
import { count, counted } from '#web/format/format.ts';

export const operatorMessages = {
  hold: {
    by: (via: string, who: string) => (via === 'page' ? `from this page at ${who}` : `by ${who} on the command line`),
    until: (when: string) => `Ends ${when}.`,
    reason: (words: string) => `Sellers see: “${words}”`,
    lengths: [
      ['', 'Until I release it'],
      ['15', '15 minutes'],
      ['60', '1 hour'],
      ['120', '2 hours'],
      ['480', '8 hours'],
      ['1440', '1 day'],
      ['4320', '3 days'],
    ],
  },
  processes: {
    roles: { all: 'Web and worker', web: 'Web', worker: 'Worker' } as Record<string, string>,
    seen: (when: string) => `Seen ${when}`,
    disks: { roomy: 'Disk has room', low: 'Disk almost full', full: 'Disk full', unknown: 'Disk not known' },
  },
  marketplaces: {
    names: { real: 'Poshmark', practice: 'Practice marketplace' },
    held: (triedAt: string | null) =>
      triedAt === null ? 'On hold, trying one share' : `On hold, next try at ${triedAt}`,
    budgets: { 'marketplace sign-ins': 'Sign-ins sent', syncs: 'Syncs' } as Record<string, string>,
    used: (used: number, most: number, minutes: number) =>
      `${count(used)} of ${count(most)} in ${minutes === 1 ? 'a minute' : counted(minutes, 'minute')}`,
  },
  bots: {
    states: {
      sharing: 'Sharing',
      waiting: 'Waiting for a round',
      waiting_for_browser: 'Waiting for a browser',
      paused: 'Paused',
      stopped: 'Stopped',
    } satisfies Record<BotState, string>,
    reasons: {
      human_check: 'Human check',
      code_required: 'One-time code needed',
      credentials_rejected: 'Sign-in rejected',
      session_expired: 'Session expired',
      rate_limited: 'Too many requests',
      share_limit: 'Share jail',
      lowered_limit: 'Reduced limit used up',
      marketplace_refused: 'Refused by the marketplace',
      marketplace_unavailable: 'Marketplace down',
      marketplace_changed: 'Marketplace changed',
      account_blocked: 'Account suspended',
    } satisfies Record<PauseReason, string>,
  },
  steps: {
    ran: (when: string) => `Ran ${when}`,
    failed: (when: string) => `Failed ${when}`,
  },
} as const;
