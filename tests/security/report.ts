// Writes the security table with its results, for a terminal or as a document.
import type { Evidence, Requirement } from './requirement.ts';
import type { chapters } from './rows/requirements.ts';
import type { Outcome } from './run-tests.ts';

/** A requirement with what became of each piece of its evidence. */
export type Judged = { requirement: Requirement; outcomes: readonly { evidence: Evidence; outcome: Outcome }[] };
type Result = 'met' | 'partly' | 'does not apply' | 'failed' | 'not proved here';

/** A requirement counts as met only if something was run for it, and everything that was run passed. */
export function resultOf({ requirement, outcomes }: Judged): Result {
  const ran = outcomes.filter(({ evidence }) => evidence.kind !== 'document');
  if (ran.some(({ outcome }) => outcome.kind === 'failed')) return 'failed';
  if (requirement.state.kind !== 'met') return requirement.state.kind;
  return ran.some(({ outcome }) => outcome.kind === 'passed') ? 'met' : 'not proved here';
}

export const countResults = (judged: readonly Judged[]): string => {
  const results = judged.map(resultOf);
  const kinds: Result[] = ['met', 'partly', 'does not apply', 'not proved here', 'failed'];
  return kinds
    .map((kind) => ({ kind, count: results.filter((result) => result === kind).length }))
    .filter(({ kind, count }) => count > 0 || kind === 'failed')
    .map(({ kind, count }) => `${count} ${kind}`)
    .join(', ');
};

const nameOf = (evidence: Evidence): string => {
  if (evidence.kind === 'check') return `check: ${evidence.name}`;
  if (evidence.kind === 'document') return `${evidence.file}: ${evidence.heading}`;
  return `${evidence.file}: ${evidence.title}`;
};

const verdictText = ({ kind, why }: Outcome): string => {
  if (kind === 'passed') return '';
  return ` [${kind}${why ? `: ${why}` : ''}]`;
};

/** What is missing, or why the requirement does not apply. */
const remarkOf = ({ state }: Requirement): string => {
  if (state.kind === 'met') return '';
  return state.kind === 'does not apply' ? state.reason : state.missing;
};

export const asText = (judged: readonly Judged[]): string =>
  judged
    .map((one) => {
      const { id, sentence } = one.requirement;
      const remark = remarkOf(one.requirement);
      const lines = one.outcomes.map(({ evidence, outcome }) => `       ${nameOf(evidence)}${verdictText(outcome)}`);
      return [
        `${id.padEnd(4)}${resultOf(one).toUpperCase().padEnd(16)}${sentence}`,
        ...(remark ? [`       ${remark}`] : []),
        ...lines,
      ].join('\n');
    })
    .join('\n');

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');

/** `about` says when and on what the table was made. */
export const asMarkdown = (judged: readonly Judged[], table: typeof chapters, about: string): string => {
  const rowOf = (one: Judged): string => {
    const { id, asvs, sentence } = one.requirement;
    const proof = one.outcomes.map(({ evidence, outcome }) => `${cell(nameOf(evidence))}${cell(verdictText(outcome))}`);
    const evidence = [cell(remarkOf(one.requirement)), ...proof].filter(Boolean).join('<br>');
    return `| ${id} | ${asvs} | ${cell(sentence)} | ${resultOf(one)} | ${evidence} |`;
  };
  const chapterOf = ({ title, requirements }: (typeof chapters)[number]): string => {
    const rows = judged.filter(({ requirement }) => requirements.includes(requirement)).map(rowOf);
    return [
      `## ${title}`,
      '',
      '| | ASVS 5.0 | Requirement | Result | Evidence |',
      '|---|---|---|---|---|',
      ...rows,
    ].join('\n');
  };
  const intro = `\`npm run verify:security\` made this table: ${about}.\n\n${countResults(judged)}.`;
  return `# Security requirements\n\n${intro}\n\n${table.map(chapterOf).join('\n\n')}\n`;
};
