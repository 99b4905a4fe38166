// What the rules say after a call for a bot. Pure.

import { type Operation, reactTo } from '#domain/bot/backoff.ts';
import type { Backoff } from '#domain/bot/limit/warnings.ts';
import { marketplaceName } from '#domain/closet.ts';
import type { MarketFailure, MarketListing } from '#domain/ports/marketplace.ts';
import type { WarningCounts } from '../../state/worker-store.ts';
import type { PendingPause, RunningBot } from './running-bot.ts';
import type { WorkerState } from './worker-state.ts';

type Reacted = {
  reaction: ReturnType<typeof reactTo>['reaction'];
  backoff: Backoff;
  /** What is stored if the reaction is a pause. */
  pause: PendingPause | null;
};

export function react(
  { context: { clock, random } }: WorkerState,
  bot: RunningBot,
  result: MarketFailure | { kind: 'ok' },
  given: { operation: Operation; alreadyRetried: boolean; availability?: MarketListing['availability'] },
): Reacted {
  const { operation, ...call } = given;
  const { backoff: before, day, dayEndsAt, isByBrowser } = bot;
  const now = clock.now();
  const marketplace = marketplaceName(bot.practice);
  const hasPassword = bot.account?.hasPassword ?? false;
  const stepFor = (counts: WarningCounts) =>
    reactTo({
      result,
      operation,
      backoff: before,
      facts: { now, day, dayEndsAt, ...counts, marketplace, isByBrowser, hasPassword, random, ...call },
    });
  const { reaction, backoff } = stepFor({ confirmed24h: 0, activeListings: 0 });
  if (reaction.kind !== 'pause') return { reaction, backoff, pause: null };
  const { reason, resumesAt, message } = reaction;
  // The limit after a warning follows from what only the database counts.
  const isWarning = result.kind === 'rate_limited' || result.kind === 'human_check';
  const backoffFor = isWarning ? (counts: WarningCounts) => stepFor(counts).backoff : undefined;
  return { reaction, backoff, pause: { reason, resumesAt, message, backoff, backoffFor } };
}
