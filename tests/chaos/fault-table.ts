// The table of faults in faults.txt: what can go wrong, what Hangtag does then, and what proves it. `npm run chaos -- --report`
// prints it. A row is `fault | what Hangtag must do`, and below it, indented, its proofs: a file of tests, or a command that
// repeats the fault.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

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
