/** Writes what a mixed run found, for the terminal. */

import type { MixedLeg, MixedResult } from './mixed.ts';
import type { RunningCount } from './running-count.ts';

/** Faults may cost at most a tenth of the shares. */
export const askedShare = 0.9;

/** Shares with faults, as a part of those without, in the same time; and counted only while bots were to share. */
export function sharesKept({ calm, stormy }: Pick<MixedResult, 'calm' | 'stormy'>): {
  ofTime: number;
  ofRunning: number;
} {
  return { ofTime: perSecond(stormy) / perSecond(calm), ofRunning: perBot(stormy) / perBot(calm) };
}

const perSecond = ({ shares, seconds }: RunningCount): number => shares / seconds;
const perBot = ({ shares, botSeconds }: RunningCount): number => shares / botSeconds;

export function summarizeMixed(leg: MixedLeg, result: MixedResult): string {
  const { calm, stormy, notes, lostCommits, violations } = result;
  const kept = sharesKept(result);
  const faults = Object.values(result.done).reduce((sum, count) => sum + count, 0);
  return [
    `${leg.minutes} minutes, ${leg.sellers} sellers, ${leg.workers} workers, ${leg.webs} web processes: ${faults} faults`,
    `  ${listed(result.done)}`,
    `  commits lost: ${lostCommits.before} before they arrived, ${lostCommits.after} after they were done; programs started: ${result.starts}`,
    `  shares a second: ${perSecond(calm).toFixed(1)} without faults, ${perSecond(stormy).toFixed(1)} with faults: ${percent(kept.ofTime)}`,
    `  for each second that a bot was neither stopped nor paused: ${percent(kept.ofRunning)}`,
    `  ${result.rounds} rounds, ${result.accepted} shares accepted; ledger: ${result.confirmed} confirmed, ${result.unknown} unknown, ${result.refused} refused`,
    `  ${result.prices} prices accepted, ${result.stops} stops confirmed, half of them within ${quantile(notes.stopMs, 0.5)} ms and 99 % within ${quantile(notes.stopMs, 0.99)} ms`,
    `  sellers did: ${listed(notes.done)}`,
    `  and were refused: ${listed(notes.failed)}`,
    ...(violations.length === 0
      ? ['  I1 to I8 held: no limit passed, nothing shared twice or without a row, all counts right']
      : violations.map((words) => `  BROKEN: ${words}`)),
  ].join('\n');
}

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;

const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ') || 'nothing';

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0);
}
