// Stops bots: one for its seller, or all of them for the operator.

import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { BotContext } from '../needs/needs.ts';
import { roundWords } from '../reports/activity-entries.ts';
import { endRounds } from '../rounds/store.ts';
import { lockBotRow } from '../state/bot-row.ts';
import { changeLockedBot } from '../state/change-bots.ts';
import { roundOf } from '../state/events.ts';
import { findRunning } from '../state/store.ts';

/** `startedBefore`: leaves a bot running that the seller started at that moment or later. */
export type BotStopAsk = { startedBefore?: Instant };

/** Throws `not_running`, `started_since`. Resolves once the stop is durable. No share is reserved after that. */
export async function stop(context: BotContext, userId: string, ask: BotStopAsk = {}): Promise<void> {
  if (!(await stopBot(context, userId, ask))) throw new Failure('not_running', 'The bot isn’t running.');
}

/** Called before the closet is disconnected or replaced. Stops the bot if it is running. */
export async function stopForDisconnect(
  context: BotContext,
  userId: string,
  because: 'disconnected' | 'replaced',
): Promise<void> {
  await stopBot(context, userId, {
    details: because === 'disconnected' ? 'You disconnected the closet' : 'You switched to another closet',
  });
}

/** Resolves to the number of bots that were running. */
export async function stopAll(context: BotContext): Promise<number> {
  const details = 'Your administrator stopped all bots';
  let stopped = 0;
  for (const userId of await findRunning(context.database))
    if (await stopBot(context, userId, { details, isByOperator: true })) stopped += 1;
  return stopped;
}

/** Stops a running bot, or cancels its planned start. Resolves to false if there is neither. */
async function stopBot(
  { database, clock, activity, notifySeller }: BotContext,
  userId: string,
  { startedBefore, details, isByOperator = false }: BotStopAsk & { details?: string; isByOperator?: boolean } = {},
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const row = await lockBotRow(tx, userId);
    if (startedBefore !== undefined && (row?.startedBySellerAt ?? startedBefore - 1) >= startedBefore)
      throw new Failure(
        'started_since',
        'You started the bot again after you pressed Stop Bot here, so it keeps running. To stop it, press Stop Bot again.',
      );
    if (row === null || (await changeLockedBot(tx, row, { kind: 'stop' })) === null) return false;
    const at = clock.now();
    const roundId = roundOf(row.phase);
    const ends = roundId === null ? [] : [{ userId, roundId, state: 'stopped' as const, at }];
    for (const sums of (await endRounds(tx, ends)).values())
      await activity.record(tx, { userId, action: 'ROUND_FINISHED', details: roundWords('stopped', sums) });
    const text = details ?? (row.phase.state === 'stopped' ? 'It won’t start again the next day' : null);
    await activity.record(tx, { userId, action: 'BOT_STOPPED', ...(text !== null && { details: text }) });
    if (isByOperator) await notifySeller(tx, userId, { reason: 'stopped_by_operator', message: `${details}.`, at });
    return true;
  });
}
