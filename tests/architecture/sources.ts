// Reads the source tree for the tests of its architecture: which files there are, and what each imports.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
export const src = path.join(root, 'src');

export const filesBelow = (place: string): string[] =>
  readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(place, entry.name);
    return entry.isDirectory() ? filesBelow(full) : [full];
  });

export const isTest = (file: string): boolean => /\.(test|fixture)\.tsx?$/.test(file);
export const sources = filesBelow(src).filter((file) => /\.tsx?$/.test(file));
/** The path below `src/`. */
export const relative = (file: string): string => path.relative(src, file).split(path.sep).join('/');

/** A program file, or every one below a folder, with its text. */
const codeIn = (place: string): [string, string][] =>
  (/\.(ts|mjs)$/.test(place) ? [place] : filesBelow(place))
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('node_modules'))
    .map((file) => [file, readFileSync(file, 'utf8')]);

const configs = ['vite.config.ts', 'vitest.config.ts', 'playwright.config.ts'];
/** Every program file of the project, with its text. */
export const everyProgram = (): Map<string, string> =>
  new Map(['src', 'tests', 'bench', 'bin', 'tools', ...configs].flatMap((place) => codeIn(path.join(root, place))));

type Import = {
  /** As the file writes it: `#floor/…`, a relative path, or a package. */
  target: string;
  /** What it takes, as written between `import` and `from`; null for all of the module. */
  clause: string | null;
};

/** The imports in a file's text, and what it exports from other files. */
export const importsIn = (text: string): Import[] =>
  [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s([^'"`;]*?)from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g,
    ),
  ].map(([, clause, from, loaded, run]) => ({ target: from ?? loaded ?? run ?? '', clause: clause ?? null }));

/** The path of an imported file; null for a package. */
export function fileOf(importer: string, target: string): string | null {
  if (target.startsWith('.')) return path.resolve(path.dirname(importer), target);
  if (target.startsWith('#tests/')) return path.join(root, target.slice(1));
  return target.startsWith('#') ? path.join(src, target.slice(1)) : null;
}

/** What the files of `src/` import, except tests: a path below `src/`, or `package:` and its name. */
export const imports: { from: string; to: string }[] = sources
  .filter((file) => !isTest(file))
  .flatMap((file) =>
    importsIn(readFileSync(file, 'utf8')).map(({ target }) => ({ from: relative(file), to: placeOf(file, target) })),
  );

function placeOf(importer: string, target: string): string {
  const file = fileOf(importer, target);
  if (file !== null) return relative(file);
  const [scope = '', name = ''] = target.split('/');
  return `package:${scope.startsWith('@') ? `${scope}/${name}` : scope}`;
}
