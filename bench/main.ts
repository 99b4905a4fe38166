import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** `npm run bench -- NAME …` runs one script of this folder. Each prints its measurements with their limits. */
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -3));

const [name = '', ...args] = process.argv.slice(2);
if (name === 'lighthouse') {
  console.error('Lighthouse has a package of its own: cd tools/lighthouse && npm ci && npm start');
  process.exit(64);
}
const script = path.join(import.meta.dirname, `${name}.ts`);
if (!names.includes(name) || !existsSync(script)) {
  console.error(`Which one? npm run bench -- ${names.join(' | ')}`);
  process.exit(64);
}
process.argv.splice(1, process.argv.length, script, ...args);
await import(pathToFileURL(script).href);
