import { describe, expect, it } from 'vitest';
import { imports } from './sources.ts';

/** What every part of the web app builds on. */
const shelf = ['web/format/', 'web/lib/', 'web/ui/', 'web/messages/', 'contract/', 'domain/', 'package:'];

/** Which file may import what. The first row that matches a file applies. A trailing slash means the folder. */
const importRules: { who: string; may: string[] }[] = [
  { who: 'domain/', may: ['domain/'] },
  { who: 'contract/', may: ['contract/', 'domain/', 'package:zod'] },
  { who: 'marketplace/', may: ['marketplace/', 'domain/', 'package:zod', 'package:undici', 'package:node:'] },
  // The browser extension. It knows how to talk to the marketplace, but not how to sign in.
  {
    who: 'companion/',
    may: [
      ...['companion/', 'domain/', 'contract/', 'package:zod', 'package:preact'],
      ...['marketplace/protocol/', 'marketplace/recording/', 'marketplace/connector/price-write.ts'],
    ],
  },
  { who: 'server/adapters/', may: ['server/adapters/', 'server/sql.ts', 'domain/', 'package:'] },
  {
    who: 'server/features/',
    may: ['server/features/', 'server/sql.ts', 'contract/', 'domain/', 'package:node:', 'package:zod'],
  },
  { who: 'server/http/', may: ['server/http/', 'server/sql.ts', 'contract/', 'domain/', 'package:'] },
  { who: 'server/config/version.ts', may: ['../package.json'] },
  { who: 'server/config/', may: ['server/config/', 'marketplace/', 'domain/', 'package:node:', 'package:zod'] },
  { who: 'server/operator/', may: ['server/', '../tools/drift/', 'marketplace/', 'contract/', 'domain/', 'package:'] },
  // Every start loads where programs are, and only an update the rest.
  {
    who: 'server/launch/update/',
    may: [
      ...['server/launch/', 'server/config/', 'domain/', 'package:node:', 'package:zod'],
      ...['server/adapters/database/embedded/', 'server/adapters/files.ts'],
    ],
  },
  // It stays beside the server that it starts, so it loads little.
  {
    who: 'server/launch/',
    may: [
      ...['server/launch/', 'server/adapters/database/embedded/processes.ts', 'server/config/'],
      ...['server/adapters/files.ts', 'server/adapters/start-problem.ts'],
      ...['server/http/cannot-listen.ts', 'server/parent-process.ts', 'contract/pages.ts', 'domain/', 'package:node:'],
    ],
  },
  // The parts of the composition root. Only the front knows the contract.
  {
    who: 'server/app/open-adapters.ts',
    may: ['server/app/', 'server/adapters/', 'server/config/', 'marketplace/', 'domain/', 'package:node:'],
  },
  {
    who: 'server/app/features.ts',
    may: ['server/app/', 'server/adapters/', 'server/features/', 'server/http/', 'server/config/', '../tools/drift/'],
  },
  {
    who: 'server/app/serve-front.ts',
    may: ['server/app/', 'server/features/', 'server/http/', 'server/config/', 'contract/', 'package:node:'],
  },
  {
    who: 'server/app/start-jobs.ts',
    may: ['server/app/', 'server/adapters/', 'server/features/', 'server/http/', 'server/config/', 'domain/'],
  },
  {
    who: 'server/app/configured.ts',
    may: ['server/app/', 'server/adapters/', 'server/features/', 'server/http/', 'server/config/', 'package:node:'],
  },
  { who: 'server/app/fill-demo.ts', may: ['server/features/', 'contract/', 'domain/'] },
  { who: 'server/app/', may: ['server/adapters/', 'server/features/', 'domain/'] },
  { who: 'server/', may: ['server/', 'marketplace/', 'contract/', 'domain/', 'package:'] },
  { who: 'web/format/', may: ['web/format/', 'contract/', 'domain/'] },
  { who: 'web/messages/', may: ['web/messages/', 'web/format/', 'contract/', 'domain/'] },
  { who: 'web/lib/', may: ['web/format/', 'web/lib/', 'web/messages/', 'contract/', 'domain/', 'package:'] },
  { who: 'web/ui/', may: shelf },
  { who: 'web/features/', may: ['web/features/', ...shelf] },
  { who: 'web/pages/', may: ['web/pages/', 'web/features/', ...shelf] },
  // The screens on the public pages are the product's own components, rendered once at build time with demo data.
  { who: 'web/site/showcase/', may: ['web/site/', 'web/features/', ...shelf] },
  // Public pages are rendered once at build time, without a session and without the app.
  { who: 'web/site/', may: ['web/site/', ...shelf] },
  {
    who: 'web/operator/',
    may: ['web/operator/', 'web/app/tokens.css', 'web/app/base.css', 'web/app/error-screen.tsx', ...shelf],
  },
  { who: 'web/', may: ['web/', 'contract/', 'domain/', 'package:'] },
];

/** Server features in order. Each may import the faces of those below it. */
const featureLevels = [
  ['activity', 'account', 'closet', 'companion', 'contact', 'notices', 'operation'],
  ['listings'],
  ['sales', 'parties'],
  ['experiment'],
  ['bot', 'pricing', 'drops'],
  ['offers'],
];
const levelOf = (feature: string): number => featureLevels.findIndex((level) => level.includes(feature));

const fits = (target: string, rule: string): boolean =>
  rule.endsWith('/') || rule.endsWith(':') ? target.startsWith(rule) : target === rule;

describe('the floors', () => {
  it('limit what every file imports', () => {
    const broken = imports.filter(({ from, to }) => {
      const row = importRules.find(({ who }) => fits(from, who) || from === who);
      return !row?.may.some((rule) => fits(to, rule));
    });
    expect(broken).toEqual([]);
  });

  it('let server features import only the faces of features below them', () => {
    const between = imports.flatMap(({ from, to }) => {
      const [, fromFeature] = from.match(/^server\/features\/([^/]+)\//) ?? [];
      const [, toFeature, file] = to.match(/^server\/features\/([^/]+)\/(.+)$/) ?? [];
      if (!fromFeature || !toFeature || fromFeature === toFeature) return [];
      const downward = levelOf(toFeature) < levelOf(fromFeature);
      return downward && file === `${toFeature}.ts` ? [] : [`${from} -> ${to}`];
    });
    expect(between).toEqual([]);
  });

  it('show the parts of the composition root to app.ts only', () => {
    const others = imports.filter(
      ({ from, to }) => to.startsWith('server/app/') && from !== 'server/app.ts' && !from.startsWith('server/app/'),
    );
    expect(others).toEqual([]);
  });

  it('let no web feature import another', () => {
    const between = imports.filter(({ from, to }) => {
      const [, fromFeature] = from.match(/^web\/features\/([^/]+)\//) ?? [];
      const [, toFeature] = to.match(/^web\/features\/([^/]+)\//) ?? [];
      return fromFeature && toFeature && fromFeature !== toFeature;
    });
    expect(between).toEqual([]);
  });

  it('have no import cycles, not even of types', () => {
    const graph = new Map<string, string[]>();
    for (const { from, to } of imports)
      if (!to.startsWith('package:')) graph.set(from, [...(graph.get(from) ?? []), to]);
    const done = new Set<string>();
    const walk = (file: string, trail: string[]): string[] | null => {
      if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
      if (done.has(file)) return null;
      for (const next of graph.get(file) ?? []) {
        const cycle = walk(next, [...trail, file]);
        if (cycle) return cycle;
      }
      done.add(file);
      return null;
    };
    const cycles = [...graph.keys()].map((file) => walk(file, [])).filter((cycle) => cycle !== null);
    expect(cycles.map((cycle) => cycle.join(' -> '))).toEqual([]);
  });
});
