// Every way to start Hangtag has the flags of `npm start`, and the benchmarks measure with them.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const flagsIn = (text: string): string[] => text.match(/--[a-z0-9-]+(=\d+)?/g) ?? [];
const line = (file: string, pattern: RegExp): string => pattern.exec(read(file))?.[0] ?? '';

const npmStart = flagsIn(line('package.json', /"start": .*/));

test.each([
  ['the image', 'bin/package/image/hangtag', /^exec node .*/m],
  ['the systemd service', 'docs/operations/hangtag.service', /^ExecStart=.*/m],
  ['the command', 'src/server/launch/command.ts', /^export const serverFlags = .*/m],
  ['the benchmarks', 'bench/engine/programs.ts', /^export const startFlags = .*/m],
])('%s starts with the flags of npm start', (_, file, pattern) => {
  expect(npmStart).not.toEqual([]);
  expect(flagsIn(line(file, pattern))).toEqual(npmStart);
});
