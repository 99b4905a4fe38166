// What the table of faults is made of: faults, what Hangtag does, and what proves it.

import type { Evidence } from '#tests/security/table.ts';

export type Proof =
  | Extract<Evidence, { kind: 'test' | 'story' }>
  /** `npm run chaos -- ARGS`. */
  | { kind: 'chaos'; args: string }
  /** A test that repeats itself more often if the environment says so. */
  | { kind: 'command'; line: string }
  /** `npm run bench -- NAME`, where the name may be followed by options. */
  | { kind: 'bench'; name: string };

export type FaultRow = {
  number: number;
  fault: string;
  /** What Hangtag does, and the figure that is asked for. */
  required: string;
  proofs: readonly Proof[];
};

type Given = readonly (Evidence | Proof | readonly (Evidence | Proof)[])[];

const proofsOf = (given: Given): Proof[] =>
  given.flat().filter((one): one is Proof => one.kind !== 'check' && one.kind !== 'document');

export const met = (...given: Given): Pick<FaultRow, 'proofs'> => ({ proofs: proofsOf(given) });

export const row = (number: number, fault: string, required: string, judgment: Pick<FaultRow, 'proofs'>): FaultRow => ({
  number,
  fault,
  required,
  ...judgment,
});

/** A run of the mixed leg with one fault only, which then strikes as hard as its row says. */
export const alone = (fault: string, minutes: number, everySeconds: number): Proof => ({
  kind: 'chaos',
  args: `--minutes ${minutes} --faults ${fault} --every ${everySeconds}`,
});
/** A run of the mixed leg with these faults only. */
export const mixed = (...names: readonly string[]): Proof => ({
  kind: 'chaos',
  args: `--minutes 10 --faults ${names.join(',')}`,
});
export const legs = (...names: readonly string[]): Proof => ({
  kind: 'chaos',
  args: `--kills 1000 --legs ${names.join(',')}`,
});
export const command = (line: string): Proof => ({ kind: 'command', line });
export const bench = (name: string): Proof => ({ kind: 'bench', name });

/** The tests of one file, by their titles. */
export const testsIn =
  (file: string) =>
  (...titles: readonly string[]): Evidence[] =>
    titles.map((title) => ({ kind: file.endsWith('.spec.ts') ? 'story' : 'test', file, title }));
