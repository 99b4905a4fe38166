// The security table: its rows are in rows/*.txt, each with the tests and checks that prove it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const rows = path.join(import.meta.dirname, 'rows');

export type Evidence =
  /** A test by its file and its title, after its groups if the title alone is not unique: `the profile > cannot set %s`. */
  | { kind: 'test'; file: string; title: string }
  /** A browser test, or a step of one. The command runs it only with `--browser`. */
  | { kind: 'story'; file: string; title: string }
  /** A check that the command makes itself. */
  | { kind: 'check'; title: string }
  /** A part of a document, by its heading. A document proves no behavior. */
  | { kind: 'document'; file: string; title: string };

export type Requirement = {
  id: string;
  sentence: string;
  state: 'met' | 'partly' | 'does not apply';
  /** What is missing, or why it does not apply. */
  remark: string;
  evidence: Evidence[];
};

const cellsOf = (line: string): string[] => line.trim().split(' | ');
const isState = (head: string): boolean => head === 'partly' || head === 'does not apply';

/**
 * A requirement begins with `ID | ASVS 5.0 | sentence`, with `-` if it is our own. Below it, indented, is `check | name` or `file | title`
 * for each piece of its evidence, and `partly | what is missing` or `does not apply | why` if it isn't met.
 */
export const requirements: readonly Requirement[] = readdirSync(rows).flatMap((name) =>
  readFileSync(path.join(rows, name), 'utf8')
    .split(/\n(?=\S+ \| )/)
    .slice(1)
    .map((text) => {
      const [first = '', ...lines] = text.trim().split('\n');
      const [id = '', , sentence = ''] = cellsOf(first);
      const cells = lines.map(cellsOf);
      const [state = 'met', remark = ''] = cells.find(([head = '']) => isState(head)) ?? [];
      const evidence = cells
        .filter(([head = '']) => !isState(head))
        .map(([head = '', title = '']) => asEvidence(head, title));
      return { id, sentence, state: state as Requirement['state'], remark, evidence };
    }),
);

function asEvidence(head: string, title: string): Evidence {
  if (head === 'check') return { kind: 'check', title };
  if (head.endsWith('.md')) return { kind: 'document', file: head, title };
  return { kind: head.endsWith('.spec.ts') ? 'story' : 'test', file: head, title };
}

/** A group, a test, or a step of one, even if a table of cases comes before its title. */
const head =
  /^( *)(?:(?:await )?(describe|test|it)((?:\.\w+)*)(?:<[^\n]*?>)?(?:\([^\n]*\))??|\](?: satisfies [^\n]*?| as const)?\))\(\s*(['"`])((?:\\.|(?!\4).)*)\4/gms;

/** The titles of a file's tests and steps, each after the titles of what it is in: `group > test`. */
const titlesIn = (source: string): string[] => {
  const trail: { depth: number; title: string }[] = [];
  return [...source.matchAll(head)].flatMap(([, indent = '', kind, chain = '', , words = '']) => {
    const depth = indent.length;
    while ((trail.at(-1)?.depth ?? -1) >= depth) trail.pop();
    trail.push({ depth, title: words.replaceAll('\\', '') });
    const isGroup = kind === 'describe' || chain.startsWith('.describe');
    return isGroup ? [] : [trail.map(({ title }) => title).join(' > ')];
  });
};

const known = new Map<string, string[]>();
/** The full titles in a file that a short one means. It should be one. */
export const titlesNamed = (file: string, title: string): string[] => {
  const titles = known.get(file) ?? titlesIn(readFileSync(path.join(root, file), 'utf8'));
  known.set(file, titles);
  return titles.filter((full) => full === title || full.endsWith(` > ${title}`));
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Matches a title with the values of a case in it: `%s`, `$name`, and `${count}` stand for any text. After `%%`, Vitest puts a
 * value where nobody asked for it.
 */
export const patternOf = (title: string): string =>
  title
    .split(/(%%|%[a-z]|\$\{[^}]*\}|\$[a-z][\w.]*)/i)
    .map((part, index) => (index % 2 === 0 ? escaped(part) : part === '%%' ? '%.*' : '.*'))
    .join('');
