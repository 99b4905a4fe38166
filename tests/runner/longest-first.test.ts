import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { signsOfLongFiles, takesLong } from './longest-first.ts';

const texts = globSync(['tests/**/*.test.ts', 'src/**/*.test.ts']).map((file) => readFileSync(file, 'utf8'));

it.each(signsOfLongFiles)('a test file still contains “%s”, by which the runner knows files that take long', (sign) => {
  expect(texts.some((text) => text.includes(sign))).toBe(true);
});

// Each takes half a minute in less than 3 KB, so Vitest alone would start it near the end.
it.each(['tests/journeys/companion/interruptions.test.ts', 'tests/chaos/short.test.ts'])('%s starts early', (file) => {
  expect(takesLong(readFileSync(file, 'utf8'))).toBe(true);
});
