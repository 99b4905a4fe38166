// Styles load with the first part of the app that needs them, and stay. So a class must mean the same wherever the seller has been.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (pattern: string): [string, string][] =>
  globSync(pattern)
    .filter((file) => !file.includes('/site/'))
    .map((file) => [file, readFileSync(file, 'utf8')]);

/** The feature or the floor of a file under `src/web`: `bot`, `pricing`, `pages`, `ui`. */
const roomOf = (file: string): string => /src\/web\/(?:features\/)?([^/]+)/.exec(file)?.[1] ?? '';

/** Classes that a rule styles wherever they stand: `.key i` styles every `key`, and `.howto .key` only those of a `howto`. */
function styledEverywhere(css: string): Set<string> {
  const selectors = [...css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) =>
    list.split(/,(?![^(]*\))/),
  );
  const firsts = selectors.map((selector) =>
    /^\.([\w-]+)(?::[\w-]+(?:\([^)]*\))?)*(?=$|[\s>+~])/.exec(selector.trim()),
  );
  return new Set(firsts.flatMap((found) => found?.[1] ?? []));
}

const classesIn = (source: string): string[] =>
  [...source.matchAll(/\bclassName="([^"]*)"|\bclassName=\{[^}]*?\?\s*'([^']*)'\s*:\s*'([^']*)'/g)].flatMap((found) =>
    found.slice(1).flatMap((text) => text?.split(' ') ?? []),
  );

it('no feature styles a class that another feature uses', () => {
  const sheets = read('src/web/**/*.css').filter(([file]) => !['ui', 'app'].includes(roomOf(file)));
  const components = read('src/web/**/*.tsx').map(([file, source]) => [file, new Set(classesIn(source))] as const);
  const own = new Set(read('src/web/ui/**/*.css').flatMap(([, css]) => [...styledEverywhere(css)]));
  const clashes = sheets.flatMap(([sheet, css]) =>
    [...styledEverywhere(css)]
      .filter((name) => !own.has(name))
      .flatMap((name) =>
        components
          .filter(([file, names]) => names.has(name) && roomOf(file) !== roomOf(sheet) && !mayStyle(sheet, file))
          .map(([file]) => `.${name} of ${sheet} also styles ${file}`),
      ),
  );
  expect(clashes).toEqual([]);
});

/** A page lays out the parts that only it shows. */
const mayStyle = (sheet: string, component: string): boolean =>
  sheet === 'src/web/pages/auth.css' && component.startsWith('src/web/features/account/auth/');

it('every layout changes at a width in em, so that it follows the text size of the browser', () => {
  const inPixels = globSync('src/web/**/*.css').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@media[^{]*\dpx[^{]*/g)].map(([query]) => `${file}: ${query.trim()}`),
  );
  expect(inPixels).toEqual([]);
});
