import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rows } from '#tests/browser/specification.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The body of the test whose title begins so; null where there is none. */
const bodyOf = (file: string, title: string): string | null => {
  const source = read(file);
  const heads = [...source.matchAll(/\b(?:test|it)(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs)].filter(
    ([whole]) => !/^test\.(describe|step|use)/.test(whole),
  );
  const at = heads.findIndex(([, , words = '']) => words.replaceAll('\\', '').startsWith(title));
  return at === -1 ? null : source.slice(heads[at]?.index, heads[at + 1]?.index);
};

describe('the rows of the specification', () => {
  it('are of every section that a browser shows, each told once', () => {
    expect(new Set(rows.map(({ section }) => section))).toEqual(new Set([2, 4, 5, 8, 9]));
    const names = rows.map(({ section, row }) => `${section} ${row}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(rows)('$section, $row', ({ test: { file, title }, says = [] }) => {
    const body = bodyOf(file, title);
    expect(body, `${file} has no test “${title}”`).not.toBeNull();
    for (const words of says) expect(body?.replaceAll('\\', '')).toContain(words);
  });
});
