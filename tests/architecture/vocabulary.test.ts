import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { everyProgram, fileOf, filesBelow, importsIn, isTest, relative, root, sources, src } from './sources.ts';

/** The exports of these are the functions of a compiled module. */
const isWebAssembly = (file: string): boolean => file.includes('/garment-training/network/kernel/');

/** The names in `a, type b, c as d`, before or after `as`. */
const namesIn = (list: string, side: 'before' | 'after'): string[] =>
  list.split(',').flatMap((one) => {
    const [, before, after = before] = /^\s*(?:type\s+)?(\w+)(?:\s+as\s+(\w+))?/.exec(one) ?? [];
    const name = side === 'before' ? before : after;
    return name === undefined ? [] : [name];
  });

const exportsIn = (text: string): string[] => [
  ...[...text.matchAll(/^export (?:const|let|function\*?|async function|class|type) (\w+)/gm)].map(
    ([, name = '']) => name,
  ),
  ...[...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) => namesIn(list, 'after')),
];

/** The exports that an import uses, each as its file and its name: `*` for all of them. */
function usesOf(importer: string, { target, clause }: ReturnType<typeof importsIn>[number]): string[] {
  const file = fileOf(importer, target);
  if (file === null) return [];
  const names = /\{([^}]*)\}/.exec(clause ?? '')?.[1];
  if (names === undefined) return [`${file}: *`];
  return namesIn(names, 'before').map((name) => `${file}: ${name}`);
}

describe('the vocabulary', () => {
  it('has no meaningless file names', () => {
    const named = sources
      .map(relative)
      .filter((file) => /(^|\/)(index|utils?|helpers?|common|types|constants|misc|manager|service)\.tsx?$/.test(file));
    expect(named).toEqual([]);
  });

  it('exports nothing that no other file imports', () => {
    const texts = everyProgram();
    const used = new Set([...texts].flatMap(([file, text]) => importsIn(text).flatMap((one) => usesOf(file, one))));
    const unused = [...texts]
      .filter(([file]) => !isWebAssembly(file))
      .flatMap(([file, text]) => exportsIn(text).map((name) => ({ file, name })))
      .filter(({ file, name }) => !used.has(`${file}: ${name}`) && !used.has(`${file}: *`))
      .map(({ file, name }) => `${path.relative(root, file)}: ${name}`);
    expect(unused).toEqual([]);
  });

  it('defines no custom property of CSS that nothing uses', () => {
    const styles = filesBelow(src).filter((file) => /\.(css|tsx?)$/.test(file) && !isTest(file));
    const text = styles.map((file) => readFileSync(file, 'utf8')).join('\n');
    const defined = new Set([...text.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name));
    expect(defined.size).toBeGreaterThan(50);
    expect([...defined].filter((name) => !new RegExp(`var\\(\\s*${name}(?![\\w-])`).test(text))).toEqual([]);
  });

  it('writes every file name in kebab-case', () => {
    expect(sources.map(relative).filter((file) => !/^[a-z0-9/.-]+$/.test(file))).toEqual([]);
  });

  it('keeps SQL in stores and adapters', () => {
    const sql = /`\s*(select\s.+\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from)\s/is;
    const elsewhere = sources
      .filter((file) => !isTest(file) && sql.test(readFileSync(file, 'utf8')))
      .map(relative)
      .filter(
        (file) =>
          !/^server\/adapters\/|^server\/features\/.+\/(.+-)?store\.ts$|^server\/features\/bot\/state\/bot-row\.ts$|^server\/http\/request\/limits\.ts$|^server\/operator\/(store|backup\/(backup|restore))\.ts$/.test(
            file,
          ),
      );
    expect(elsewhere).toEqual([]);
  });

  it('writes rows of bots only in one file, through the table of transitions', () => {
    const writing = /\b(?:update|insert\s+into|delete\s+from|truncate|merge\s+into)\s+(?:only\s+)?bots\b/i;
    const writers = sources.filter((file) => !isTest(file) && writing.test(readFileSync(file, 'utf8'))).map(relative);
    expect(writers).toEqual(['server/features/bot/state/bot-row.ts']);
  });

  it('reads the time only in the clock’s adapters', () => {
    const asking = /\bDate\.now\(|new Date\(\)/;
    const elsewhere = sources
      .filter((file) => !isTest(file) && asking.test(readFileSync(file, 'utf8')))
      .map(relative)
      .filter((file) => /^(domain|contract|server\/features)\//.test(file));
    expect(elsewhere).toEqual([]);
  });

  it('reads the environment in one place', () => {
    const readers = sources
      .filter((file) => !isTest(file) && /process\.env/.test(readFileSync(file, 'utf8')))
      .map(relative)
      .filter(
        (file) => !/^server\/(config\/|operator\/|main\.ts$|adapters\/database\/embedded\/windows\.ts$)/.test(file),
      );
    expect(readers).toEqual([]);
  });
});

it('repeating gradients mix their colors in sRGB: in Firefox, most lines of those that mix oklch colors are missing', () => {
  const found = filesBelow(src)
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => {
      const all = readFileSync(file, 'utf8').matchAll(/repeating-[a-z]+-gradient\(\s*([^,]*),/g);
      return [...all].map(([, first = '']) => `${relative(file)}: ${first}`);
    });
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter((one) => !one.endsWith(' in srgb'))).toEqual([]);
});
