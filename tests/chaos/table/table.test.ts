import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { titlesNamed } from '#tests/security/find-tests.ts';
import { faults } from '../mixed/faults.ts';
import { writeFaults } from './document.ts';
import { faultRows } from './rows.ts';

const benches = readdirSync(path.join(import.meta.dirname, '../../../bench')).map((name) => path.parse(name).name);

describe('the table of faults', () => {
  it('has all 60, in order, each with a proof', () => {
    expect(faultRows.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(faultRows.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
  });

  it.each(faultRows)('$number names only tests and faults that exist: $fault', ({ number, proofs }) => {
    for (const proof of proofs) {
      if (proof.kind === 'test' || proof.kind === 'story')
        expect(titlesNamed(proof.file, proof.title), `${proof.file}: “${proof.title}”`).toHaveLength(1);
      if (proof.kind === 'bench') expect(benches).toContain(proof.name.split(' ')[0]);
      if (proof.kind !== 'chaos') continue;
      const names = /--faults (\S+)/.exec(proof.args)?.[1]?.split(',') ?? [];
      const known = faults.filter(({ name }) => names.includes(name));
      expect(known.map(({ name }) => name).sort()).toEqual([...names].sort());
      expect(known.filter(({ rows }) => !rows.includes(number)).map(({ name }) => name)).toEqual([]);
    }
  });

  it('is written in docs/faults.md', async () => {
    await expect(writeFaults()).toMatchFileSnapshot('../../../docs/faults.md');
  });
});
