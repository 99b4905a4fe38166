// Builds the browser extension: one bundle, a manifest for each kind of browser, and the zip files that people install.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

const root = path.resolve(import.meta.dirname, '../..');
const source = path.join(root, 'src/companion');
const standardFolder = path.join(root, 'dist/companion');
const pages = ['popup', 'options', 'record'];
/** They run in pages of the marketplace, where a script can't import another one. */
const alone = { 'record-page': 'record/watch-page.ts', 'record-pass': 'record/pass-on.ts' };
const mostBytes = 250 * 1024;

/** Dark follows the system, because an extension's page may run no script before it is drawn. */
const darkBySystem = (css) =>
  css.replace(/\[data-theme="?dark"?\]\{([^}]*)\}/g, '@media (prefers-color-scheme:dark){:root{$1}}');

/** Leaves out the app's rules for classes that no script of the companion names, and its colors and sizes that no rule uses. */
const withoutUnused = (styles, code) => {
  const names = new Set(code.match(/[\w-]+/g));
  const isUsed = (selector) =>
    [...selector.replace(/\((?:[^()]|\([^()]*\))*\)/g, '').matchAll(/\.([a-z][\w-]*)/g)].every(([, name]) =>
      names.has(name),
    );
  const rules = styles.map((css) =>
    css
      .replace(/([^{}]+)\{[^{}]*\}/g, (rule, list) => {
        const used = list.split(/,(?![^(]*\))/).filter(isUsed);
        return used.length === 0 ? '' : rule.replace(list, used.join());
      })
      .replace(/@media[^{}]*\{\}/g, ''),
  );
  const all = rules.join('');
  return rules.map((css) =>
    css.replace(/(--[\w-]+):[^;}]*;?/g, (set, name) => (all.includes(`var(${name}`) ? set : '')),
  );
};

/**
 * zod makes code from text where it may, describes schemas as JSON Schema, explains mistakes in English, and follows circles, which
 * JSON never has. An extension does none of it.
 */
const smallZod = {
  name: 'small-zod',
  transform: {
    filter: { id: /zod\/v4\/(classic\/schemas|core\/(util|doc))\.js$/ },
    handler: (code) => ({
      code: code
        .replace(/^\s*inst\._zod\.processJSONSchema = .*$/gm, '')
        .replace(/create(Standard|To)JSONSchemaMethod\(this, .+?\)(\(params\))?/g, 'undefined')
        .replace(/const F = Function;\s*new F\(""\);\s*return true;/, 'return false;')
        .replace(/const F = Function;/, 'const F = Object;')
        .replace(/if \(!core\.globalConfig\.memoizer\)\s*core\.config\(\{ memoizer: core\.memoizer\(\) \}\);/, '')
        .replace(/if \(!core\.globalConfig\.localeError\)\s*core\.config\(en\(\)\);/, ''),
      map: null,
    }),
  },
};

const common = {
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  root: path.join(source, 'screens'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
};
const output = (options) => ({
  write: false,
  target: 'es2023',
  // The oldest browsers that the manifest allows. They need no second copy of every color.
  cssTarget: ['chrome116', 'firefox142'],
  minify: true,
  modulePreload: false,
  cssCodeSplit: true,
  assetsInlineLimit: 0,
  reportCompressedSize: false,
  ...options,
});

/** Every file of the bundle by its name. */
async function bundle(build) {
  const main = await build({
    ...common,
    plugins: [smallZod],
    build: output({
      rolldownOptions: {
        input: {
          worker: path.join(source, 'worker/worker.ts'),
          ...Object.fromEntries(pages.map((name) => [name, path.join(source, `screens/${name}.html`)])),
        },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'shared-[name].js',
          assetFileNames: '[name][extname]',
        },
      },
    }),
  });
  const scripts = await Promise.all(
    Object.entries(alone).map(([name, file]) =>
      build({
        ...common,
        build: output({
          rolldownOptions: {
            input: { [name]: path.join(source, file) },
            output: { format: 'iife', entryFileNames: '[name].js' },
          },
        }),
      }),
    ),
  );
  const made = [main, ...scripts].flat().flatMap((one) => one.output);
  const styles = made.filter(({ fileName }) => fileName.endsWith('.css'));
  const code = made.map((file) => file.code).join('\n');
  const used = withoutUnused(
    styles.map(({ source }) => darkBySystem(`${source}`)),
    code,
  );
  const contentOf = (file) => used[styles.indexOf(file)] ?? file.code ?? file.source;
  return new Map(made.map((file) => [file.fileName, Buffer.from(contentOf(file))]));
}

/** Builds the extension and returns the size and hash of each zip file. */
export async function buildCompanion(build, dist = standardFolder) {
  const { browserKinds, manifestFor } = await import('../../src/companion/manifest.ts');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const files = await bundle(build);
  for (const name of readdirSync(path.join(source, 'icons')))
    files.set(name, readFileSync(path.join(source, 'icons', name)));
  rmSync(dist, { recursive: true, force: true });
  return browserKinds.map((kind) => {
    const manifest = Buffer.from(`${JSON.stringify(manifestFor(kind, version), null, 2)}\n`);
    const all = new Map([...files, ['manifest.json', manifest]]);
    for (const [name, bytes] of all) {
      const place = path.join(dist, kind, name);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, bytes);
    }
    const zip = zipOf(all);
    if (zip.length > mostBytes)
      throw new Error(`The extension for ${kind} has ${zip.length} bytes, more than ${mostBytes}.`);
    writeFileSync(path.join(dist, `hangtag-companion-${kind}.zip`), zip);
    const hash = createHash('sha256').update(zip).digest('hex');
    return { kind, hash, zipped: zip.length, unpacked: [...all.values()].reduce((sum, { length }) => sum + length, 0) };
  });
}

/** 1980-01-01, the earliest time that a zip file can name. */
const dosTime = 0;
const dosDate = 0x21;
const version = 20;
const deflated = 8;
const utf8Names = 0x0800;

/** The bytes of a zip file with these files. */
function zipOf(files) {
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, bytes] of sorted) {
    const nameBytes = Buffer.from(name);
    const packed = deflateRawSync(bytes, { level: 9 });
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(version, 0);
    facts.writeUInt16LE(utf8Names, 2);
    facts.writeUInt16LE(deflated, 4);
    facts.writeUInt16LE(dosTime, 6);
    facts.writeUInt16LE(dosDate, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, nameBytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([version, 0]), facts, rest, nameBytes);
    parts.push(local, packed);
    offset += local.length + packed.length;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(sorted.length, 4);
  end.writeUInt16LE(sorted.length, 6);
  end.writeUInt32LE(table.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, table, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

if (process.argv[1] === import.meta.filename) {
  const { build } = await import('vite');
  for (const { kind, hash, zipped, unpacked } of await buildCompanion(build, process.argv[2]))
    console.log(`${kind.padEnd(9)} ${zipped} bytes zipped, ${unpacked} unpacked, sha256 ${hash}`);
  process.exit(0);
}
