// Writes for the terminal what a leg found, and the table of faults, and says what a storm lacks.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { leastPauseMs } from '#domain/bot/pace.ts';
import type { Leg, Timed } from './legs.ts';
import type { LegResult } from './run.ts';
import type { RunningCount } from './strikes.ts';

type Compared = NonNullable<LegResult['compared']>;
type StormResult = Omit<LegResult, 'compared'> & { compared: Compared };

/** Faults may cost at most a tenth of the shares. */
const askedShare = 0.9;

/** Shares with faults, as a part of those without, in the same time; and counted only while bots were to share. */
function sharesKept({ calm, stormy }: Compared): { ofTime: number; ofRunning: number } {
  return { ofTime: perSecond(stormy) / perSecond(calm), ofRunning: perBot(stormy) / perBot(calm) };
}

/** What the row of lost commits names. */
const askedLosses = 500;

/** What a run of one fault alone has to keep, for its row of the table. */
const askedAlone: Record<string, (result: StormResult) => string | null> = {
  'kill-worker': keeps(0.9),
  'end-connections': keeps(0.8),
  'login-flood': keeps(0.95),
  'blocked-log': (result) => (result.missedLines > 0 ? keeps(0.95)(result) : 'no log was ever full'),
  'lost-commits': ({ lostCommits: { before, after } }) =>
    before + after >= askedLosses ? null : `only ${before + after} of ${askedLosses} commits were lost`,
  'no-connections': ({ found }) => (Math.max(...found.recoveriesMs) <= 5_000 ? null : 'recovered in more than 5 s'),
  'cut-database': ({ found }) =>
    atMost(found.most['cut-database'], 2_000, 'ms after a cut something was sent to the marketplace'),
  'dead-database': ({ found }) =>
    atMost(found.most['dead-database'], 10_000, 'ms was waited for an answer over a dead connection'),
  'server-errors': ({ found }) => atMost(found.most['server-errors'], 1.1, 'calls were made for a reserved share'),
  'slow-database': ({ compared: { calm, stormy } }) =>
    stormy.mostMb <= 1.1 * calm.mostMb + slackMb ? null : 'a program needed a tenth more memory',
};
/** A program's memory goes up and down by this much while nothing happens. */
const slackMb = 20;

const atMost = (value: number | undefined, limit: number, what: string): string | null =>
  value !== undefined && value <= limit ? null : `${value} ${what}, and ${limit} is the limit`;

/** Shares for each second that a bot was to share, because sellers stop and start their bots at random. */
function keeps(part: number) {
  return ({ compared }: StormResult): string | null =>
    sharesKept(compared).ofRunning >= part ? null : `less than ${part * 100} % of the shares without faults`;
}

/** What is missing of what was asked; null if nothing is. */
export function whatIsMissing({ only }: Pick<Timed, 'only'>, result: StormResult): string | null {
  if (only === null)
    return sharesKept(result.compared).ofTime >= askedShare
      ? null
      : `less than ${askedShare * 100} % of the shares without faults`;
  const absent = only.find((name) => !result.done[name]);
  if (absent !== undefined) return `${absent} never happened`;
  const [fault = ''] = only;
  return only.length === 1 ? (askedAlone[fault]?.(result) ?? null) : null;
}

/** Every promise that a leg has broken. */
export function brokenIn({ strikes }: Leg, result: LegResult): string[] {
  const { compared } = result;
  const missing = 'minutes' in strikes && compared !== null ? whatIsMissing(strikes, { ...result, compared }) : null;
  return [...result.violations, ...(missing === null ? [] : [missing])];
}

const perSecond = ({ shares, seconds }: RunningCount): number => shares / seconds;
const perBot = ({ shares, botSeconds }: RunningCount): number => shares / botSeconds;

export function summarize(leg: Leg, result: LegResult): string {
  const { notes, found, lostCommits, compared } = result;
  const isThere = (is: boolean, ...lines: string[]) => (is ? lines.map((line) => `  ${line}`) : []);
  const broken = brokenIn(leg, result);
  return [
    `${leg.name}: ${listed(result.done)} in ${result.seconds} s`,
    `  ${result.bots} bots, ${result.rounds} rounds, ${result.accepted} shares accepted; programs started: ${result.starts}`,
    `  ledger: ${result.confirmed} confirmed, ${result.unknown} unknown, ${result.refused} refused`,
    `  shortest pause between two shares of a seller: ${result.shortestPauseMs} ms of ${leastPauseMs(leg.meanPauseMs)}`,
    ...(compared === null
      ? [
          `  at most ${result.mostUnknownPerKill} unknown for a bot and strike; slowest to share again${sinceWhat(leg)}: ${(result.slowestResumeMs / 1000).toFixed(1)} s`,
        ]
      : comparedLines(compared)),
    ...isThere(result.doubted !== null, `shares that the promotion made unknown: ${result.doubted}`),
    ...isThere(
      lostCommits.before + lostCommits.after > 0,
      `commits lost: ${lostCommits.before} before they arrived, ${lostCommits.after} after they were done`,
    ),
    ...isThere(
      result.missedLines > 0,
      `lines of logs that were dropped, because nobody read them: ${result.missedLines}`,
    ),
    ...isThere(
      found.recoveriesMs.length > 0,
      `everything worked again after ${found.recoveriesMs.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')}`,
    ),
    ...Object.entries(found.most).flatMap(([fault, value]) => measured[fault]?.(value) ?? []),
    ...isThere(
      result.stops > 0,
      `${result.prices} prices accepted, ${result.stops} stops confirmed, half of them within ${quantile(notes.stopMs, 0.5)} ms and 99 % within ${quantile(notes.stopMs, 0.99)} ms`,
    ),
    `  sellers did: ${listed(notes.done)}`,
    `  and were refused: ${listed(notes.failed)}`,
    ...(broken.length === 0
      ? ['  I1 to I8 held: no limit passed, nothing shared twice or without a row, all counts right']
      : broken.map((words) => `  BROKEN: ${words}`)),
  ].join('\n');
}

const comparedLines = (compared: Compared): string[] => {
  const { calm, stormy } = compared;
  const kept = sharesKept(compared);
  return [
    `  shares a second: ${perSecond(calm).toFixed(1)} without faults, ${perSecond(stormy).toFixed(1)} with faults: ${percent(kept.ofTime)}`,
    `  for each second that a bot was neither stopped nor paused: ${percent(kept.ofRunning)}`,
    `  most memory of a program: ${calm.mostMb.toFixed(0)} MB without faults, ${stormy.mostMb.toFixed(0)} MB with them`,
  ];
};

function sinceWhat({ strikes }: Leg): string {
  const from = 'recovery' in strikes ? strikes.recovery?.from : undefined;
  const words = { back: ' once it is back', death: ' after a death', order: ' after the order to end' };
  return from === undefined ? ' after one' : words[from];
}

/** What the faults measured, in words. */
const measured: Record<string, (most: number) => string> = {
  'cut-database': (ms) => `  the last write to the marketplace came ${ms.toFixed(0)} ms after a cut from the database`,
  'dead-database': (ms) => `  the longest wait for an answer over a dead connection: ${(ms / 1_000).toFixed(1)} s`,
  'server-errors': (calls) => `  calls for each reserved share, with server errors: ${calls.toFixed(3)}`,
};

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

/**
 * The table: what can go wrong, what Hangtag does then, and what proves it. A row is `fault | what Hangtag must do`, and below it,
 * indented, its proofs: a file of tests, or a command that repeats the fault.
 */
const lines = readFileSync(path.join(import.meta.dirname, 'faults.txt'), 'utf8')
  .trimEnd()
  .split('\n');
const start = lines.findIndex((line) => line.startsWith('## '));
const isProof = (line = ''): boolean => line.startsWith('  ');

export function writeFaults(): string {
  let number = 0;
  const table = lines.slice(start).flatMap((line, index, all) => {
    if (line.startsWith('## ')) return [line, '', '| | Fault | What Hangtag does | Proof |', '|---|---|---|---|'];
    if (line === '') return isProof(all[index - 1]) ? [''] : [];
    if (isProof(line)) return [];
    number += 1;
    const rest = all.slice(index + 1);
    const proofs = rest.slice(0, rest.findIndex((next) => !isProof(next)) >>> 0).map((proof) => `\`${proof.trim()}\``);
    return [`| ${number} | ${line} | ${proofs.join('<br>')} |`];
  });
  return `${[...lines.slice(0, start), ...table].join('\n')}\n`;
}

/** The files of tests that the table names and that are gone. */
export const goneProofs = (): string[] =>
  lines
    .filter(isProof)
    .map((line) => line.trim())
    .filter((proof) => !proof.includes(' ') && !existsSync(proof));
