// What the companion's calls work with.

import type { z } from 'zod';
import type { BotStatus } from '#contract/bot/bot.ts';
import type { CompanionNextReply } from '#contract/companion/extension.ts';
import type { ClientInfo } from '#contract/route.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Signals } from '#domain/ports/signals.ts';

type State = z.output<typeof CompanionNextReply>['state'];
/** What the companion shows, besides what this feature knows. */
export type CompanionView = Omit<State, 'isStandingBy' | 'nextShareAt' | 'renewsSession'> & {
  nextShareAt: Instant | null;
  renewsSession: boolean;
};

/** What it shows of the bot. */
export const botInPopup = ({ nextShareTime, sharesToday, effectiveLimit, ...status }: BotStatus) => ({
  bot: status.state,
  pauseReason: status.pauseReason ?? null,
  isOnHold: status.heldByOperator === true,
  nextShareAt: nextShareTime === null ? null : Date.parse(nextShareTime),
  sharesToday,
  // The limit in force. After a warning it may be below what was shared before.
  dailyShareLimit: Math.max(effectiveLimit, sharesToday),
});

export type CompanionContext = {
  database: Database;
  clock: Clock;
  signals: Signals;
  /** Records in the security log that a browser was paired or removed. */
  record: (
    tx: Queryable,
    userId: string,
    event: { what: 'browser_paired' | 'browser_removed'; client: ClientInfo },
  ) => Promise<void>;
  /** Reads what other features know, for the companion's popup. */
  describe: (userId: string) => Promise<CompanionView>;
  onPaired: (userId: string) => Promise<void>;
  /** A browser that can carry calls is here: a bot that waits for one resumes. */
  onAwake: (userId: string) => Promise<void>;
  /** The browser is new, or its seller has signed in again at the marketplace or passed its human check. */
  onReadyAgain: (userId: string) => Promise<void>;
  isOnHold?: () => boolean;
  /** How a recording of the marketplace differs from what the connector expects; null if it is no recording. */
  summarizeRecording: (
    given: unknown,
  ) => Promise<{ confirmed: number; different: number; notSeen: number; report: string } | null>;
};
