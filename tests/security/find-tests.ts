// Finds the tests that the security table names, in their files and in Vitest's report.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A group, a test, or a step of one, even if a table of cases comes before its title. */
const head =
  /^( *)(?:(?:await )?(describe|test|it)((?:\.\w+)*)(?:<[^\n]*?>)?(?:\([^\n]*\))??|\](?: satisfies [^\n]*?| as const)?\))\(\s*(['"`])((?:\\.|(?!\4).)*)\4/gms;

/** The titles of a file's tests and steps, each after the titles of what it is in: `group > test`. */
export const titlesIn = (source: string): string[] => {
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
    .map((part, index) => {
      if (index % 2 === 0) return escaped(part);
      return part === '%%' ? '%.*' : '.*';
    })
    .join('');
