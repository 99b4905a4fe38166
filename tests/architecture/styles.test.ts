import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow, relative, src } from './sources.ts';

it('repeating gradients mix their colors in sRGB: in Firefox, most lines of those that mix oklch colors are missing', () => {
  const found = filesBelow(src)
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => {
      const all = readFileSync(file, 'utf8').matchAll(/repeating-[a-z]+-gradient\(\s*([^,]*),/g);
      return [...all].map(([, first = '']) => `${relative(file)}: ${first}`);
    });
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter((one) => !one.endsWith(' in srgb'))).toEqual([]);
});
