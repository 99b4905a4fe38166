// Texts, times, and questions for a terminal. It obeys control characters, so texts of strangers are made safe for it.
import { createInterface } from 'node:readline/promises';
import type { Instant } from '#domain/ports/clock.ts';

/** Line breaks stay. Every other control or invisible formatting character is shown as its code. */
export const plainText = (text: string): string =>
  text.replace(/[^\P{Cc}\n]|\p{Cf}/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);

/** The same on one line. */
export const plainLine = (text: string): string => plainText(text.replace(/\s+/gu, ' '));

/** `2026-11-21 08:00 UTC`. */
export const plainTime = (at: Instant): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Asks in the terminal. Without one, the answer is no. */
export const isYes = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} Type yes: `);
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
};

export type Finding = { level: 'ok' | 'warning' | 'problem'; what: string };

export const fine = (what: string): Finding => ({ level: 'ok', what });

export const warning = (what: string): Finding => ({ level: 'warning', what });

export const problem = (what: string, remedy?: string): Finding => ({
  level: 'problem',
  what: remedy === undefined ? what : `${what}. ${remedy}`,
});

/** Of a service that an adapter tried. */
export const findingOf = ({ ok, what, remedy }: { ok: boolean; what: string; remedy?: string }): Finding =>
  ok ? fine(what) : problem(what, remedy);

const names = { ok: 'ok     ', warning: 'WARNING', problem: 'PROBLEM' };

export const lineOf = ({ level, what }: Finding): string => `${names[level]}  ${what}`;

const dayMs = 86_400_000;

/** How long ago something happened, for example "today" or "3 days ago". */
export function ageOf(ms: number): string {
  const days = ms / dayMs;
  return days < 1 ? 'today' : days < 2 ? 'yesterday' : `${Math.floor(days)} days ago`;
}

/** Lines of cells, with aligned columns. */
export function inColumns(lines: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const line of lines)
    for (const [column, cell] of line.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  const padded = (cell: string, column: number): string => cell.padEnd(widths[column] ?? 0);
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n');
}
