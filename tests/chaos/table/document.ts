// Prints the table of faults, for `npm run chaos -- --report`.

import { existsSync } from 'node:fs';
import { titlesNamed } from '#tests/security/table.ts';
import type { FaultRow, Proof } from './row.ts';
import { chapters, faultRows } from './rows.ts';

const intro = `# Faults

What can go wrong, what Hangtag does then, and what proves it. \`npm test\` runs the tests, which are named by their file and title.
The commands are long: they repeat a fault many times, in real programs, and compare what the marketplace accepted with what Hangtag
stored. After each of them, these promises must hold:

- **I1** The marketplace accepts no more shares on a seller’s day than the limit.
- **I2** It accepts each listing at most once in a round.
- **I3** It accepts nothing that wasn’t stored before.
- **I4** Every count is the sum of its rows.
- **I5** No worker sends a share after another one has taken over.
- **I6** After a confirmed Stop, at most the one share in flight is accepted.
- **I7** Two shares of a seller are never closer together than the least pause.
- **I8** Every accepted price change is in the journal of prices exactly once.`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const nameOf = (proof: Proof): string => {
  if (proof.kind === 'chaos') return `\`npm run chaos -- ${proof.args}\``;
  if (proof.kind === 'command') return `\`${proof.line}\``;
  if (proof.kind === 'bench') return `\`npm run bench -- ${proof.name}\``;
  return cell(`${proof.file}: ${proof.title}`);
};

const lineOf = ({ number, fault, required, proofs }: FaultRow): string =>
  `| ${number} | ${cell(fault)} | ${cell(required)} | ${proofs.map(nameOf).join('<br>')} |`;

export function writeFaults(): string {
  const tables = chapters.map(({ title, rows }) =>
    [`## ${title}`, '', '| | Fault | What Hangtag does | Proof |', '|---|---|---|---|', ...rows.map(lineOf)].join('\n'),
  );
  return `${[intro, ...tables].join('\n\n')}\n`;
}

/** The proofs whose test or benchmark is gone. */
export const brokenProofs = (): string[] =>
  faultRows.flatMap(({ number, proofs }) => proofs.filter(isGone).map((proof) => `${number}: ${nameOf(proof)}`));

function isGone(proof: Proof): boolean {
  if (proof.kind === 'bench') {
    const [name] = proof.name.split(' ');
    return !existsSync(`bench/${name}`) && !existsSync(`bench/${name}.ts`);
  }
  if (proof.kind !== 'test' && proof.kind !== 'story') return false;
  return !existsSync(proof.file) || titlesNamed(proof.file, proof.title).length !== 1;
}
