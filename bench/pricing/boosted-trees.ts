// Asks LightGBM, in a Python of its own, for the prices of held-out rows.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';

const script = path.join(import.meta.dirname, 'boosted_trees.py');

/** The estimated prices in cents, in the order of the held-out rows. `python` is the interpreter that has LightGBM. */
export function pricesByTrees(python: string, known: readonly Comparable[], held: readonly Comparable[]): number[] {
  const { status, stdout, stderr } = spawnSync(python, [script], {
    input: JSON.stringify({ known, held: held.map(({ price: _price, ...row }) => row) }),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`The boosted trees failed.\n${stderr.slice(-1500)}`);
  // LightGBM may write to standard output. The answer is the last line.
  const logs: number[] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n', stdout.length - 2) + 1));
  return logs.map((log) => Math.exp(log));
}
