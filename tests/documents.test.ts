// Checks that documents and operators' files name only commands, files, headings, variables, and metrics that exist.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { botFigures, watchDatabaseLog, watchHold } from '#server/adapters/metrics.ts';
import { keys as settings, switchSentences } from '#server/config/config-keys.ts';
import { createHealth } from '#server/http/health.ts';
import { leftOut, tables } from '#server/operator/backup/tables.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { goneProofs } from './chaos/summary.ts';

/** `.env.example`: every variable with its description, none of them set. */
function describeEnvironment(): string {
  const entries = Object.values(settings).map(({ name, standard, says, secret }) => [
    `# ${says}`,
    ...(standard === 'unset' ? [] : [`# Default: ${standard.replace('unset: ', '')}`]),
    `# ${name}=`,
    ...(secret ? [`# ${name}_FILE=`] : []),
  ]);
  const switches = Object.entries(switchSentences).map(([name, says]) => [`# ${says}`, `# ${name}=`]);
  const head = [
    '# All environment variables that Hangtag reads.',
    '# Copy this file to .env and set what you need. Docker Compose reads it. Without Docker, run:',
    '#   set -a; . ./.env; set +a; npm start',
    "# Put values with spaces or special characters in single quotes: MAIL_FROM='Hangtag <hangtag@example.com>'",
  ];
  const turn = [
    '# Details of the marketplace that may change. Each has a built-in default; set one only to fix the connector.',
  ];
  return `${[head, ...entries, turn, ...switches].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const documents = globSync('**/*.md', {
  cwd: root,
  exclude: ['**/node_modules/**', 'dist/**', 'data/**', 'test-results/**'],
});

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsIn = (document: string): string[] =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe('the documents', () => {
  it('list every environment variable', async () => {
    await expect(describeEnvironment()).toMatchFileSnapshot('../.env.example');
  });

  it('say for each table what class of data it holds, and name all keys', () => {
    const security = read('SECURITY.md');
    const classes = security.slice(security.indexOf('## Classes of data'), security.indexOf('## How this is checked'));
    const named = [...classes.matchAll(/`(\w+)`/g)].map(([, table]) => table);
    expect(named.toSorted()).toEqual([...tables, ...Object.keys(leftOut)].sort());
    const keys = security.slice(security.indexOf('## Keys'), security.indexOf('## Classes of data'));
    const secrets = Object.values(settings).filter((one) => 'secret' in one || one.name.startsWith('SECRET_KEY'));
    expect(secrets.length).toBeGreaterThan(6);
    for (const { name } of secrets) expect(keys).toContain(`\`${name}\``);
  });

  it('name only npm commands that exist', () => {
    const scriptsOf = (folder: string): string[] => {
      const file = path.join(folder, 'package.json');
      return existsSync(path.join(root, file)) ? Object.keys(JSON.parse(read(file)).scripts ?? {}) : [];
    };
    for (const document of documents) {
      const scripts = [...scriptsOf(''), ...scriptsOf(path.dirname(document))];
      const named = [...read(document).matchAll(/npm run ([\w-]+(?::[\w-]+)?)/g)].map(([, name]) => name);
      expect(scripts, document).toEqual(expect.arrayContaining(named));
    }
  });

  it('link only to files and headings that exist', () => {
    for (const document of documents) {
      const links = [...read(document).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target = '']) => target);
      for (const link of links) {
        const [target = '', anchor] = link.split('#');
        const file = target === '' ? document : path.join(path.dirname(document), target);
        expect(existsSync(path.join(root, file)), `${document} -> ${link}`).toBe(true);
        if (anchor !== undefined) expect(anchorsIn(file), `${document} -> ${link}`).toContain(anchor);
      }
    }
  });

  it('name only tests that exist in the table of faults', () => {
    expect(goneProofs()).toEqual([]);
  });
});

describe('the files for operators', () => {
  const namesIn = (text: string, name: RegExp): string[] => [
    ...new Set([...text.matchAll(name)].map(([, one = '']) => one)),
  ];

  it('name only metrics that the program exports', async () => {
    const { registry } = createHealth({ ready: async () => {}, clock: manualClock(0) });
    botFigures(registry).watch({ bots: 0, commits: 0, isCircuitOpen: () => false });
    watchHold(registry, () => 0);
    watchDatabaseLog(registry, () => null);
    const exported = (await registry.getMetricsAsJSON()).map(({ name }) => name);
    for (const file of ['docs/operations/dashboard.json', 'docs/operations/alerts.yaml']) {
      const named = namesIn(read(file), /\b((?:hangtag|http|nodejs|process)_[a-z0-9_]+)/g).map((name) =>
        name.replace(/_(bucket|count)$/, ''),
      );
      expect(exported, file).toEqual(expect.arrayContaining(named));
      expect(named, file).toContain('hangtag_shares_total');
    }
  });

  it('set only variables that the program reads, and copy only files that exist', () => {
    const known = namesIn(describeEnvironment(), /^# ([A-Z_]+)=$/gm);
    const set = namesIn(read('Dockerfile'), /^ENV NODE_ENV=production (.*)$/gm).flatMap((line) =>
      namesIn(line, /([A-Z_]+)=/g),
    );
    expect(set).toContain('DATA_DIR');
    expect(known).toEqual(expect.arrayContaining(set));
    // The image holds the published package, so what the package is made of must reach its build.
    const ignored = read('.dockerignore').split('\n').filter(Boolean);
    const packed: string[] = JSON.parse(read('package.json')).files;
    const needed = [
      // The release makes its own list.
      ...packed.filter((one) => !/dist\/|^release\.json/.test(one)),
      'src',
      'tools/drift',
      '.npmrc',
      'vite.config.ts',
    ];
    for (const one of needed) {
      expect(existsSync(path.join(root, one)), one).toBe(true);
      const parts = one.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
      const isIgnored =
        parts.some((part) => ignored.includes(part)) && !parts.some((part) => ignored.includes(`!${part}`));
      expect(isIgnored, one).toBe(false);
    }
  });
});
