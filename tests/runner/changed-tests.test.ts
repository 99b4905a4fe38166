import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a plain JavaScript module without types
import { browserStories, chooseStories, chooseTests, readImports } from '../../bin/tests/changed-tests.mjs';

const stories = [
  'tests/browser/account/auth.spec.ts',
  'tests/browser/account/profile.spec.ts',
  'tests/browser/bot/bot.spec.ts',
  'tests/browser/bot/settings.spec.ts',
  'tests/browser/closet/closet.spec.ts',
];

describe('the browser tests that a change runs', () => {
  it.each([
    { changed: 'tests/browser/bot/bot.spec.ts', runs: ['bot/bot'] },
    { changed: 'src/web/features/bot/settings/limit-field.tsx', runs: ['bot/settings'] },
    { changed: 'src/web/features/bot/rail/day-rail.tsx', runs: ['bot/bot'] },
    { changed: 'src/web/features/account/login-form.tsx', runs: ['account/auth', 'account/profile'] },
    { changed: 'src/contract/closet/closet.ts', runs: ['closet/closet'] },
    { changed: 'src/web/ui/button.tsx', runs: [] },
    { changed: 'src/web/features/bot/slots.test.ts', runs: [] },
    { changed: 'src/server/features/bot/bot.ts', runs: [] },
  ])('$changed runs $runs', ({ changed, runs }) => {
    expect(chooseStories([changed], stories)).toEqual(runs.map((name) => `tests/browser/${name}.spec.ts`));
  });

  it('have different names, and all exist', () => {
    const all: string[] = browserStories(process.cwd());
    const names = all.map((file) => file.split('/').at(-1));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('bot.spec.ts');
  });
});

describe('the other tests that a change runs', () => {
  const always = [
    'tests/architecture.test.ts',
    'tests/architecture/floors.test.ts',
    'tests/architecture/rooms.test.ts',
    'tests/architecture/vocabulary.test.ts',
    'tests/documents.test.ts',
  ];
  const imports = new Map([
    ['src/domain/time.ts', []],
    ['src/domain/bot/limit.ts', ['src/domain/time.ts']],
    ['src/domain/bot/limit.test.ts', ['src/domain/bot/limit.ts']],
    ['src/server/app.ts', ['src/domain/bot/limit.ts']],
    ['tests/journeys/bot/rounds.test.ts', ['src/server/app.ts']],
    ['tests/journeys/closet/linking.test.ts', ['src/server/app.ts']],
    ['tests/chaos/short.test.ts', ['src/server/app.ts']],
  ]);

  it.each([
    { changed: 'src/domain/bot/limit.ts', runs: ['src/domain/bot/limit.test.ts', 'tests/journeys/bot/rounds.test.ts'] },
    {
      changed: 'src/domain/time.ts',
      runs: [
        'src/domain/bot/limit.test.ts',
        'tests/chaos/short.test.ts',
        'tests/journeys/bot/rounds.test.ts',
        'tests/journeys/closet/linking.test.ts',
      ],
    },
    { changed: 'src/domain/gone.ts', runs: [] },
    { changed: 'docs/hosting.md', runs: [] },
  ])('$changed', ({ changed, runs }) => {
    expect(chooseTests([changed], imports)).toEqual([...runs, ...always].sort());
  });

  it.each([
    ['package-lock.json'],
    ['src/server/adapters/database/migrations/0001.sql'],
    ['tests/runner/global-setup.ts'],
  ])('all of them, if %s changed', (changed) => {
    expect(chooseTests([changed], imports)).toBe(null);
  });

  it('are the journeys of its own feature, for each feature of the server', () => {
    const known = readImports(process.cwd());
    const features = readdirSync('src/server/features', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of features) {
      const tests: string[] = chooseTests([`src/server/features/${name}/http.ts`], known);
      const foreign = tests.filter((test) => test.startsWith('tests/journeys/') && !test.split(/[/.]/).includes(name));
      expect([name, foreign]).toEqual([name, []]);
    }
  });

  it('follow the imports of the source tree', () => {
    const known: Map<string, string[]> = readImports(process.cwd());
    expect(known.get('src/server/features/bot/bot.ts')).toContain('src/server/features/bot/commands/stop.ts');
    const run = chooseTests(['src/domain/bot/schedule/schedule.ts'], known);
    expect(run).toContain('tests/journeys/bot/rounds.test.ts');
    expect(run).not.toContain('tests/journeys/closet/linking.test.ts');
    // The practice marketplace knows nothing of bots.
    expect(run).not.toContain('tests/standin/restart.test.ts');
  });
});
