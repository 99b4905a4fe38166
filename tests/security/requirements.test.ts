import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checks } from './checks/checks.ts';
import { patternOf, titlesIn, titlesNamed } from './find-tests.ts';
import { requirements } from './rows/requirements.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('the security table', () => {
  it('has each requirement once, with evidence for what is met', () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.length).toBeGreaterThan(120);
    const unproved = requirements
      .filter(({ state, evidence }) => state.kind === 'met' && !evidence.some(({ kind }) => kind !== 'document'))
      .map(({ id }) => id);
    expect(unproved).toEqual([]);
  });

  it('uses every check that the command makes', () => {
    const used = requirements.flatMap(({ evidence }) =>
      evidence.flatMap((one) => (one.kind === 'check' ? one.name : [])),
    );
    expect([...new Set(used)].sort()).toEqual(Object.keys(checks).sort());
  });

  it.each(requirements)('$id names only tests and documents that exist: $sentence', ({ evidence }) => {
    for (const one of evidence) {
      if (one.kind === 'check') continue;
      expect(existsSync(path.join(root, one.file)), one.file).toBe(true);
      if (one.kind === 'document')
        expect(readFileSync(path.join(root, one.file), 'utf8')).toMatch(new RegExp(`^#+ ${one.heading}$`, 'm'));
      else expect(titlesNamed(one.file, one.title), `${one.file}: “${one.title}”`).toHaveLength(1);
    }
  });
});

describe('the titles in a test file', () => {
  it('are found with their groups, and with tables of cases before them', () => {
    const source = [
      "describe('a door', () => {",
      "  it('opens', async () => {",
      "    await test.step('with a key', () => {});",
      '  });',
      "  it.each([['red']])('is %s', () => {});",
      '  it.each<[string]>([',
      "    ['locked'],",
      "  ])('stays %s', () => {});",
      "  test.runIf(isRoot)('is root’s', () => it('x'));",
      '});',
      "test.describe('outside', () => {",
      '  it(`lets most in`, () => {});',
      '});',
    ].join('\n');
    expect(titlesIn(source)).toEqual([
      'a door > opens',
      'a door > opens > with a key',
      'a door > is %s',
      'a door > stays %s',
      'a door > is root’s',
      'outside > lets most in',
    ]);
  });

  it('match the titles of a report, whatever the case', () => {
    const matches = (title: string, ran: string) => new RegExp(`^${patternOf(title)}$`).test(ran);
    expect(matches('refuses %s for (a) token', 'refuses a list for (a) token')).toBe(true);
    expect(matches('of more than 60 %% of $name.first', 'of more than 60 % of Ada')).toBe(true);
    expect(matches('refuses %s', 'accepts a list')).toBe(false);
    expect(matches('opens', 'opens twice')).toBe(false);
  });
});
