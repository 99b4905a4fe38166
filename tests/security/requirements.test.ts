import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checks } from './checks/checks.ts';
import { requirements, titlesNamed } from './table.ts';

const root = path.resolve(import.meta.dirname, '../..');

it('the security table has each requirement once, with evidence for what is met', () => {
  const ids = requirements.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.length).toBeGreaterThan(120);
  const isProof = ({ kind }: { kind: string }) => kind !== 'document';
  const unproved = requirements.filter(({ state, evidence }) => state === 'met' && !evidence.some(isProof));
  expect(unproved).toEqual([]);
});

it.each(requirements)('$id names only tests, checks, and documents that exist: $sentence', ({ evidence }) => {
  for (const { kind, title, ...one } of evidence) {
    const file = 'file' in one ? one.file : '';
    if (kind === 'check') expect(Object.keys(checks)).toContain(title);
    else if (kind === 'document')
      expect(readFileSync(path.join(root, file), 'utf8')).toMatch(new RegExp(`^#+ ${title}$`, 'm'));
    else {
      expect(existsSync(path.join(root, file)), file).toBe(true);
      expect(titlesNamed(file, title), `${file}: “${title}”`).toHaveLength(1);
    }
  }
});
