import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rows } from '#tests/browser/specification/specification.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Browser tests are named without their folders, because no two of them have the same file name. */
const browserTests = readdirSync(path.join(root, 'tests/browser'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.spec.ts'),
);
const readTests = (name: string): string => {
  if (name.includes('/')) return read(name);
  const [file, ...more] = browserTests.filter((one) => path.basename(one) === name);
  if (file === undefined || more.length > 0) throw new Error(`tests/browser must have one file named ${name}`);
  return read(path.join('tests/browser', file));
};

/** The body of the test, or of the step of a test, whose title starts like this; or null. */
const bodyOf = (file: string, title: string): string | null => {
  const source = readTests(file);
  const heads = [
    ...source.matchAll(/^( *)(?:await )?(?:test(?:\.step)?|it(?:\.\w+)*)\(\s*(['"`])((?:\\.|(?!\2).)*)\2/gms),
  ];
  const at = heads.findIndex(([, , , words = '']) => words.replaceAll('\\', '').startsWith(title));
  if (at === -1) return null;
  const depth = heads[at]?.[1]?.length ?? 0;
  // A test contains its steps.
  const next = heads.slice(at + 1).find(([, indent = '']) => indent.length <= depth);
  return source.slice(heads[at]?.index, next?.index);
};

/** Each test or step that the document names: a file, followed by its titles. */
const named = [...read('docs/acceptance.md').matchAll(/`([\w./-]+\.(?:spec|test)\.tsx?)`((?:,? “[^”]+”)+)/g)].flatMap(
  ([, file = '', titles = '']) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({
      file,
      title,
    })),
);

describe('the document on acceptance', () => {
  it('numbers its points without gaps, and names tests for most of them', () => {
    const numbers = [...read('docs/acceptance.md').matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
    expect(numbers).toEqual([...upTo(40), ...upTo(12)]);
    expect(named.length).toBeGreaterThan(60);
  });

  it.each(named)('$file has “$title”', ({ file, title }) => {
    const heads = readTests(file)
      .split('\n')
      .filter((line) => /\b(?:test|it|test\.step)\(|\)\(/.test(line));
    expect(heads.filter((line) => line.includes(title))).not.toEqual([]);
  });
});

describe('the rows of the specification', () => {
  it('cover every section that a browser shows, each row once', () => {
    expect(new Set(rows.map(({ section }) => section))).toEqual(new Set([2, 4, 5, 8, 9]));
    const names = rows.map(({ section, row }) => `${section} ${row}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(rows)('$section, $row', ({ test: { file, title }, says }) => {
    const body = bodyOf(file, title);
    expect(body, `${file} has no test “${title}”`).not.toBeNull();
    for (const words of says) expect(body?.replaceAll('\\', '')).toContain(words);
  });
});
