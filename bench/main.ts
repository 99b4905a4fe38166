import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** `npm run bench -- NAME …` runs `NAME.ts` or `NAME/main.ts` of this folder. Each prints its measurements with their limits. */
const scriptOf = (name: string): string | undefined =>
  [`${name}.ts`, `${name}/main.ts`]
    .map((file) => path.join(import.meta.dirname, file))
    .find((file) => file !== import.meta.filename && existsSync(file));
const names = readdirSync(import.meta.dirname)
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name, at, all) => scriptOf(name) !== undefined && all.indexOf(name) === at);

const [name = '', ...args] = process.argv.slice(2);
if (name === 'lighthouse') {
  console.error('Lighthouse has a package of its own: cd tools/lighthouse && npm ci && npm start');
  process.exit(64);
}
const script = scriptOf(name);
if (script === undefined || !names.includes(name)) {
  console.error(`Which one? npm run bench -- ${names.join(' | ')}`);
  process.exit(64);
}
process.argv.splice(1, process.argv.length, script, ...args);
await import(pathToFileURL(script).href);
