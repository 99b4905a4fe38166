import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const src = path.join(root, 'src');

const filesBelow = (place: string): string[] =>
  readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(place, entry.name);
    return entry.isDirectory() ? filesBelow(full) : [full];
  });

const isTest = (file: string): boolean => /\.(test|fixture)\.tsx?$/.test(file);
const sources = filesBelow(src).filter((file) => /\.tsx?$/.test(file));
const relative = (file: string): string => path.relative(src, file).split(path.sep).join('/');

/** What a file imports: floors as `#floor/…` or relative paths resolved to `floor/…`, packages by their name. */
const importsOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g,
  );
  return [...found].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    if (target.startsWith('#')) return target.slice(1);
    if (target.startsWith('.')) return relative(path.resolve(path.dirname(file), target));
    return `package:${target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : (target.split('/')[0] ?? '')}`;
  });
};

const arrows = sources
  .filter((file) => !isTest(file))
  .flatMap((file) => importsOf(file).map((to) => ({ from: relative(file), to })));

/** Who may take from whom; the first row that fits a file is its law. A trailing slash means the folder. */
const law: { who: string; may: string[] }[] = [
  { who: 'domain/', may: ['domain/'] },
  { who: 'contract/', may: ['contract/', 'domain/', 'package:zod'] },
  { who: 'marketplace/', may: ['marketplace/', 'domain/', 'package:zod', 'package:undici', 'package:node:'] },
  { who: 'server/adapters/', may: ['server/adapters/', 'domain/', 'package:'] },
  { who: 'server/features/', may: ['server/features/', 'contract/', 'domain/', 'package:node:', 'package:zod'] },
  { who: 'server/http/', may: ['server/http/', 'contract/', 'domain/', 'package:'] },
  {
    who: 'server/config.ts',
    may: ['server/config-keys.ts', 'marketplace/', 'domain/', 'package:node:', 'package:zod'],
  },
  { who: 'server/operator/', may: ['server/', 'marketplace/', 'contract/', 'domain/', 'package:'] },
  { who: 'server/', may: ['server/', 'marketplace/', 'contract/', 'domain/', 'package:'] },
  { who: 'web/messages/', may: ['web/messages/', 'web/lib/format/', 'contract/', 'domain/'] },
  { who: 'web/lib/', may: ['web/lib/', 'web/messages/', 'contract/', 'domain/', 'package:'] },
  { who: 'web/ui/', may: ['web/ui/', 'web/lib/', 'web/messages/', 'contract/', 'domain/', 'package:'] },
  {
    who: 'web/features/',
    may: ['web/features/', 'web/lib/', 'web/ui/', 'web/messages/', 'contract/', 'domain/', 'package:'],
  },
  {
    who: 'web/pages/',
    may: ['web/pages/', 'web/features/', 'web/lib/', 'web/ui/', 'web/messages/', 'contract/', 'domain/', 'package:'],
  },
  // Pages for visitors: drawn once at build time, without a session and without the app.
  {
    who: 'web/site/',
    may: ['web/site/', 'web/lib/', 'web/ui/', 'web/messages/', 'contract/', 'domain/', 'package:'],
  },
  { who: 'web/', may: ['web/', 'contract/', 'domain/', 'package:'] },
];

/** Server features stand on stairs: each may know the faces of those below it. */
const stairs = [['activity', 'account', 'closet', 'contact', 'notices'], ['listings'], ['bot', 'pricing']];
const stairOf = (feature: string): number => stairs.findIndex((step) => step.includes(feature));

const fits = (target: string, rule: string): boolean =>
  rule.endsWith('/') || rule.endsWith(':') ? target.startsWith(rule) : target === rule;

describe('the floors', () => {
  it('are respected by every import', () => {
    const broken = arrows.filter(({ from, to }) => {
      const row = law.find(({ who }) => fits(from, who) || from === who);
      return !row?.may.some((rule) => fits(to, rule));
    });
    expect(broken).toEqual([]);
  });

  it('keep server features on their stairs, and faces only', () => {
    const between = arrows.flatMap(({ from, to }) => {
      const [, fromFeature] = from.match(/^server\/features\/([^/]+)\//) ?? [];
      const [, toFeature, file] = to.match(/^server\/features\/([^/]+)\/(.+)$/) ?? [];
      if (!fromFeature || !toFeature || fromFeature === toFeature) return [];
      const downward = stairOf(toFeature) < stairOf(fromFeature);
      return downward && file === `${toFeature}.ts` ? [] : [`${from} -> ${to}`];
    });
    expect(between).toEqual([]);
  });

  it('keep web features from each other', () => {
    const between = arrows.filter(({ from, to }) => {
      const [, fromFeature] = from.match(/^web\/features\/([^/]+)\//) ?? [];
      const [, toFeature] = to.match(/^web\/features\/([^/]+)\//) ?? [];
      return fromFeature && toFeature && fromFeature !== toFeature;
    });
    expect(between).toEqual([]);
  });

  it('have no circles, type-only imports included', () => {
    const graph = new Map<string, string[]>();
    for (const { from, to } of arrows)
      if (!to.startsWith('package:')) graph.set(from, [...(graph.get(from) ?? []), to]);
    const done = new Set<string>();
    const walk = (file: string, trail: string[]): string[] | null => {
      if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
      if (done.has(file)) return null;
      for (const next of graph.get(file) ?? []) {
        const circle = walk(next, [...trail, file]);
        if (circle) return circle;
      }
      done.add(file);
      return null;
    };
    const circles = [...graph.keys()].map((file) => walk(file, [])).filter((circle) => circle !== null);
    expect(circles.map((circle) => circle.join(' -> '))).toEqual([]);
  });
});

describe('the vocabulary', () => {
  it('has no file name that says nothing', () => {
    const named = sources
      .map(relative)
      .filter((file) => /(^|\/)(index|utils?|helpers?|common|types|constants|misc|manager|service)\.tsx?$/.test(file));
    expect(named).toEqual([]);
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
          !/^server\/adapters\/|^server\/features\/.+\/(.+-)?store\.ts$|^server\/features\/bot\/state\/bot-row\.ts$|^server\/http\/request\/limits\.ts$|^server\/operator\//.test(
            file,
          ),
      );
    expect(elsewhere).toEqual([]);
  });

  it('writes the rows of bots in one file, by the table of transitions', () => {
    const writing = /\b(?:update|insert\s+into|delete\s+from|truncate|merge\s+into)\s+(?:only\s+)?bots\b/i;
    const writers = sources.filter((file) => !isTest(file) && writing.test(readFileSync(file, 'utf8'))).map(relative);
    expect(writers).toEqual(['server/features/bot/state/bot-row.ts']);
  });

  it('asks what time it is only in the clock’s adapters', () => {
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
      .filter((file) => !['server/config.ts', 'server/main.ts'].includes(file) && !file.startsWith('server/operator/'));
    expect(readers).toEqual([]);
  });
});
