// What the security table is made of: requirements, how far each is met, and what proves it.
import type { CheckName } from './checks/checks.ts';

export type Evidence =
  /** A test by its file and its title, after its groups if the title alone is not unique: `the profile > cannot set %s`. */
  | { kind: 'test'; file: string; title: string }
  /** A browser test, or a step of one. The command runs it only with `--browser`. */
  | { kind: 'story'; file: string; title: string }
  /** A check that the command makes itself. */
  | { kind: 'check'; name: CheckName }
  /** A part of a document, by its heading. A document proves no behavior. */
  | { kind: 'document'; file: string; heading: string };

type State = { kind: 'met' } | { kind: 'partly'; missing: string } | { kind: 'does not apply'; reason: string };

export type Requirement = {
  id: string;
  /** The requirements of OWASP ASVS 5.0 behind it; empty for our own. */
  asvs: string;
  sentence: string;
  state: State;
  evidence: readonly Evidence[];
};

type Judgment = Pick<Requirement, 'state' | 'evidence'>;
type Given = readonly (Evidence | readonly Evidence[])[];

export const met = (...evidence: Given): Judgment => ({ state: { kind: 'met' }, evidence: evidence.flat() });
export const partly = (missing: string, ...evidence: Given): Judgment => ({
  state: { kind: 'partly', missing },
  evidence: evidence.flat(),
});
export const doesNotApply = (reason: string, ...evidence: Given): Judgment => ({
  state: { kind: 'does not apply', reason },
  evidence: evidence.flat(),
});

export const requirement = (id: string, asvs: string, sentence: string, judgment: Judgment): Requirement => ({
  id,
  asvs,
  sentence,
  ...judgment,
});

/** The tests of one file, by their titles. */
export const testsIn =
  (file: string) =>
  (...titles: readonly string[]): Evidence[] =>
    titles.map((title) => ({ kind: file.endsWith('.spec.ts') ? 'story' : 'test', file, title }));

export const check = (name: CheckName): Evidence => ({ kind: 'check', name });
export const document = (file: string, heading: string): Evidence => ({ kind: 'document', file, heading });
