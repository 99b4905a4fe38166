import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { readOpenAttempts, readRunningRounds } from '../rounds/store.ts';
import { claimDue, freeLostBots, readDayFacts, readOwnBots } from '../state/worker-store.ts';
import { countDay, type RunningBot, runningBot } from './running-bot.ts';

/** What was reserved in a round that began longer ago than this is not on its way any more. */
const lookBackMs = 36 * 3_600_000;

/**
 * Claims bots that are due within `aheadMs`, those of dead workers among them, and reads all that their next share needs.
 * One transaction: a claim that nobody knows of would keep its bot from everyone. `spread` gives a part of the pause, so that
 * thousands of bots that are taken over do not all share at once.
 */
export async function claimBots(
  tx: Queryable,
  {
    workerId,
    now,
    limit,
    aheadMs,
    spread,
  }: { workerId: string; now: Instant; limit: number; aheadMs: number; spread: () => number },
): Promise<RunningBot[]> {
  await freeLostBots(tx, now);
  const claimed = await claimDue(tx, { workerId, dueBefore: now + aheadMs, limit });
  if (claimed.length === 0) return [];
  const rows = await readOwnBots(tx, workerId, claimed);
  const running = rows.flatMap(({ roundId }) => roundId ?? []);
  const runs = new Map((await readRunningRounds(tx, running)).map((round) => [round.id, round]));
  const attempts = Map.groupBy(await readOpenAttempts(tx, claimed, now - lookBackMs), ({ userId }) => userId);
  const newcomers = rows.map((row) => {
    const round = row.roundId === null ? null : (runs.get(row.roundId) ?? null);
    const bot = runningBot({ row, round, open: attempts.get(row.userId) ?? [], now });
    if (round) bot.nextShareAt = Math.max(now, round.lastReservedAt ?? 0) + spread();
    return bot;
  });
  const facts = await readDayFacts(tx, newcomers, now);
  for (const bot of newcomers) countDay(bot, facts.get(bot.userId));
  return newcomers;
}
