import { describe, expect, it } from 'vitest';
// @ts-expect-error: a plain JavaScript module without types
import { browserStories, chooseRelated, chooseStories } from '../../bin/tests/changed-tests.mjs';

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
    { changed: 'src/web/features/bot/settings-form.tsx', runs: ['bot/settings'] },
    { changed: 'src/web/features/bot/rail.css', runs: ['bot/bot'] },
    { changed: 'src/web/features/account/login-form.tsx', runs: ['account/auth', 'account/profile'] },
    { changed: 'src/contract/closet.ts', runs: ['closet/closet'] },
    { changed: 'src/web/ui/button.tsx', runs: [] },
    { changed: 'src/web/features/bot/slots.test.ts', runs: [] },
    { changed: 'src/server/features/bot/bot.ts', runs: [] },
    { changed: 'README.md', runs: [] },
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
    'tests/documents.test.ts',
    'tests/specification.test.ts',
    'tests/messages.test.ts',
  ];
  const isThere = (file: string) => file !== 'src/domain/gone.ts';

  it.each([
    { changed: 'src/domain/limit.ts', related: ['src/domain/limit.ts', ...always] },
    { changed: 'src/domain/gone.ts', related: always },
    { changed: 'tests/browser/bot/bot.spec.ts', related: always },
    { changed: 'docs/hosting.md', related: always },
    { changed: 'package-lock.json', related: null },
    { changed: 'src/server/adapters/database/migrations/0001.sql', related: null },
    { changed: 'tests/runner/global-setup.ts', related: null },
  ])('$changed', ({ changed, related }) => {
    expect(chooseRelated([changed], isThere)).toEqual(related);
  });
});
