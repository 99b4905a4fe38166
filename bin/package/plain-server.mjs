// Makes plain JavaScript of the server, because Node takes no types off under node_modules: src/ becomes dist/, file by file, and only
// what the program reaches.

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const entries = ['src/server/operator/hangtag.ts', 'src/server/main.ts'];
/** Where each folder of sources goes. Inside them, every file keeps its place, so that it finds the others. */
const places = [
  ['src/', 'dist/'],
  ['tools/drift/', 'dist/drift/'],
];
const made = ['server', 'domain', 'contract', 'marketplace', 'drift'].map((name) => `dist/${name}`);
const data = 'src/{server,marketplace}/**/*.{sql,bin,weights,json,js}';
/** A file of ours in quotes, as an import or as the address of a program. */
const named = /(["'])(\.{1,2}\/[^"']+|#[^"']+)\.ts\1/g;

const placeOf = (source) => {
  const [from, to] = places.find(([folder]) => source.startsWith(folder));
  return source.replace(from, to).replace(/\.ts$/, '.js');
};
const sourceOf = (words, by) =>
  words.startsWith('#') ? `src/${words.slice(1)}.ts` : path.posix.join(path.posix.dirname(by), `${words}.ts`);
const from = (file, to) => {
  const found = path.posix.relative(path.posix.dirname(file), to);
  return found.startsWith('.') ? found : `./${found}`;
};

/** `transform` is Vite's, which removes types. */
export const makePlainServer = async (root, transform, to = root) => {
  for (const folder of made) rmSync(path.join(to, folder), { recursive: true, force: true });
  const known = new Set(entries);
  for (const source of known) {
    const text = readFileSync(path.join(root, source), 'utf8');
    const { code } = await transform(text, path.join(root, source), {
      lang: 'ts',
      sourcemap: false,
      target: 'esnext',
      typescript: { onlyRemoveTypeImports: true },
    });
    const plain = code.replace(named, (_, quote, words) => {
      const meant = sourceOf(words, source);
      known.add(meant);
      return `${quote}${from(placeOf(source), placeOf(meant))}${quote}`;
    });
    write(path.join(to, placeOf(source)), inPackage(plain));
  }
  for (const file of globSync(data, { cwd: root })) {
    write(path.join(to, placeOf(file.split(path.sep).join('/'))), readFileSync(path.join(root, file)));
  }
};

const write = (file, content) => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
};

/** What to type there: the command is installed, and there are no npm scripts. */
const inPackage = (code) =>
  code
    .replaceAll('npm run hangtag --', 'hangtag')
    .replaceAll('npm ci with optional packages', 'npm install with optional packages')
    .replace(/(Run|with|ROLE=worker) npm start(, or npm run build)?/g, '$1 hangtag');
