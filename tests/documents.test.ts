import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { botFigures } from '#server/adapters/bot-metrics.ts';
import { manualClock } from '#server/adapters/clock/manual-clock.ts';
import { describeConfig, describeEnvironment } from '#server/config.ts';
import { createHealth } from '#server/http/health.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'docs/acceptance.md',
  'docs/hosting.md',
  'bench/README.md',
];

describe('the documents', () => {
  it('name every variable of the environment, as the program reads it', () => {
    expect(read('docs/hosting.md')).toContain(describeConfig());
    expect(read('.env.example')).toBe(describeEnvironment());
  });

  it('name only commands that exist', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
    for (const document of documents) {
      const named = [...read(document).matchAll(/npm run ([\w-]+)/g)].map(([, name]) => name);
      expect(scripts, document).toEqual(expect.arrayContaining(named));
    }
  });

  it('link only to what is there', () => {
    for (const document of documents) {
      const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => target);
      for (const target of links) {
        const place = path.resolve(root, path.dirname(document), target);
        expect(readdirSync(path.dirname(place)), `${document} -> ${target}`).toContain(path.basename(place));
      }
    }
  });
});

describe('the files for operators', () => {
  const namesIn = (text: string, name: RegExp): string[] => [
    ...new Set([...text.matchAll(name)].map(([, one = '']) => one)),
  ];

  it('name only figures that the program tells', async () => {
    const { registry } = createHealth({ ready: async () => {}, clock: manualClock(0) });
    botFigures(registry).watch({ bots: 0, commits: 0 });
    const told = (await registry.getMetricsAsJSON()).map(({ name }) => name);
    for (const file of ['docs/operations/dashboard.json', 'docs/operations/alerts.yaml']) {
      const named = namesIn(read(file), /\b((?:hangtag|http|nodejs|process)_[a-z0-9_]+)/g).map((name) =>
        name.replace(/_(bucket|count)$/, ''),
      );
      expect(told, file).toEqual(expect.arrayContaining(named));
      expect(named, file).toContain('hangtag_shares_total');
    }
  });

  it('set only variables that the program reads, and copy only what is there', () => {
    const known = namesIn(describeEnvironment(), /^# ([A-Z_]+)=$/gm);
    const [, ours = ''] = read('compose.yaml').split(/^ {2}hangtag:$/m);
    const set = [
      ...namesIn(/^ {4}environment:\n((?: {6}.*\n)+)/m.exec(ours)?.[1] ?? '', /^ {6}([A-Z_]+):/gm),
      ...namesIn(read('Dockerfile'), /^ENV NODE_ENV=production (.*)$/gm).flatMap((line) =>
        namesIn(line, /([A-Z_]+)=/g),
      ),
    ];
    expect(set).toContain('DATABASE_URL');
    expect(known).toEqual(expect.arrayContaining(set));
    const left = read('.dockerignore').split('\n').filter(Boolean);
    const made = ['node_modules', 'dist'];
    const copied = namesIn(read('Dockerfile'), /^COPY --from=build \/hangtag\/(\S+)/gm).filter(
      (one) => !made.includes(one),
    );
    expect(copied).toEqual(['package.json', 'src']);
    for (const one of copied) {
      expect(readdirSync(root)).toContain(one);
      expect(left).not.toContain(one);
    }
  });
});
