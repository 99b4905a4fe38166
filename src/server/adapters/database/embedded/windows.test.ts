import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { StartProblem } from '../../start-problem.ts';
import { plainPath } from './windows.ts';

const folder = mkdtempSync(join(tmpdir(), 'hangtag-plain-'));
const junctions = join(folder, 'ProgramData');
const home = join(folder, 'Jörg Müller', 'data of ß', 'postgres');
for (const made of [junctions, home]) mkdirSync(made, { recursive: true });
writeFileSync(join(home, 'file'), 'here');
afterAll(() => rmSync(folder, { recursive: true }));

it('leaves a path of plain letters as it is', () => {
  expect(plainPath(join(junctions, 'a b'), home, junctions)).toBe(join(junctions, 'a b'));
});

it('leads to the same file by a plain path, the same each time, also to files that are not there yet', () => {
  const plain = plainPath(join(home, 'file'), home, junctions);
  expect(plain).toMatch(/^[ -~]*$/);
  expect(readFileSync(plain, 'utf8')).toBe('here');
  expect(plainPath(join(home, 'cluster'), home, junctions)).toBe(plain.replace(/file$/, 'cluster'));
});

it('never trusts a junction that leads elsewhere', () => {
  const plain = plainPath(home, home, junctions);
  rmSync(join(plain, '..'));
  mkdirSync(join(plain, '..', 'postgres'), { recursive: true });
  expect(plainPath(home, home, junctions)).not.toBe(plain);
});

it('says so where no junction can be made', () => {
  expect(() => plainPath(join(folder, 'Zoë'), home, join(folder, 'missing'))).toThrow(StartProblem);
});
