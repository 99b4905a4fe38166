import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * `npm run bench -- NAME …` runs one script: `NAME.ts` in this folder, or in the folder NAME. Each prints its measurements with
 * their limits.
 */
const placesOf = (one: string): string[] =>
  [`${one}.ts`, `${one}/${one}.ts`].map((place) => path.join(import.meta.dirname, place));
const names = [...new Set(readdirSync(import.meta.dirname).map((entry) => path.parse(entry).name))].filter(
  (one) => one !== 'main' && placesOf(one).some((place) => existsSync(place)),
);

const [name = '', ...args] = process.argv.slice(2);
if (name === 'lighthouse') {
  console.error('Lighthouse has a package of its own: cd tools/lighthouse && npm ci && npm start');
  process.exit(64);
}
const script = placesOf(name).find((place) => existsSync(place));
if (!names.includes(name) || script === undefined) {
  console.error(`Which one? npm run bench -- ${names.join(' | ')}`);
  process.exit(64);
}
process.argv.splice(1, process.argv.length, script, ...args);
await import(pathToFileURL(script).href);
