// `npm run bench -- NAME …` runs NAME.ts or NAME/main.ts of this folder. Each prints its measurements with their limits.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const scripts = new Map(
  readdirSync(import.meta.dirname)
    .map((entry): [string, string] => {
      const inFolder = path.join(import.meta.dirname, entry, 'main.ts');
      return existsSync(inFolder) ? [entry, inFolder] : [path.parse(entry).name, path.join(import.meta.dirname, entry)];
    })
    .filter(([name, script]) => script.endsWith('.ts') && name !== 'main'),
);

const [name = '', ...args] = process.argv.slice(2);
if (name === 'lighthouse') {
  console.error('Lighthouse has a package of its own: cd tools/lighthouse && npm ci && npm start');
  process.exit(64);
}
const script = scripts.get(name);
if (script === undefined) {
  console.error(`Which one? npm run bench -- ${[...scripts.keys()].join(' | ')}`);
  process.exit(64);
}
process.argv.splice(1, process.argv.length, script, ...args);
await import(pathToFileURL(script).href);
