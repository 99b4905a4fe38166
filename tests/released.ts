// Versions of Hangtag for tests of updates: packed and signed as a release is, on a registry of their own.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { transformWithOxc } from 'vite';
// @ts-expect-error: a plain JavaScript module without types
import { makePlainServer } from '../bin/package/plain-server.mjs';
// @ts-expect-error: a plain JavaScript module without types
import { writeReleaseList } from '../bin/package/release-list.mjs';
// @ts-expect-error: a plain JavaScript module without types
import { makeKeys, readSecretKey, signFile } from '../bin/package/sign.mjs';
import packed from '../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '..');

/** A registry that keeps what was put into it, and asks `upstream` for the rest. `broken`: names of files that it cuts off in the middle. */
export async function openRegistry({ upstream = '' } = {}) {
  const files = new Map<string, Buffer>();
  const broken = new Set<string>();
  let latest = '0.1.0';
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = request.url ?? '';
    asked.push(name);
    if (name === '/hangtag-closet/latest') return void response.end(JSON.stringify({ version: latest }));
    const file = files.get(path.basename(name));
    if (file === undefined && upstream !== '')
      return void fetch(new URL(name.slice(1), upstream))
        .then(async (reply) => response.writeHead(reply.status).end(Buffer.from(await reply.arrayBuffer())))
        .catch(() => response.destroy());
    if (file === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': file.length });
    if (!broken.has(path.basename(name))) return void response.end(file);
    response.write(file.subarray(0, file.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    files,
    broken,
    asked,
    offer(version: string, packed: Buffer) {
      latest = version;
      files.set(`hangtag-closet-${version}.tgz`, packed);
    },
    close: () => server.close(),
  };
}

type Change = (folder: string) => void;
export const rewrite = (file: string, change: (text: string) => string): void =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));
const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/**
 * Version 0.1.0 as it is installed, and packages of later ones made from it. They have one dependency of their own, `tiny`, and find
 * the packages of this checkout in a folder above them.
 */
export async function makeReleases(folder: string, { withServer = true } = {}) {
  const keys = makeKeys();
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const installed = path.join(folder, 'installed program');
  if (withServer) await makePlainServer(root, transformWithOxc, installed);
  else {
    mkdirSync(path.join(installed, 'dist/server/config'), { recursive: true });
    for (const name of ['version', 'release-key'])
      cpSync(path.join(root, `src/server/config/${name}.ts`), path.join(installed, `dist/server/config/${name}.js`));
  }
  for (const name of packed.files.filter((file) => !file.startsWith('!') && existsSync(path.join(root, file))))
    if (!name.startsWith('dist/')) cpSync(path.join(root, name), path.join(installed, name), { recursive: true });
  cpSync(path.join(root, 'package.json'), path.join(installed, 'package.json'));
  rewrite(path.join(installed, 'package.json'), (text) =>
    text.replace(`"version": "${packed.version}"`, '"version": "0.1.0"'),
  );
  rewrite(path.join(installed, 'dist/server/config/release-key.js'), (text) =>
    text.replace('null', `'${keys.public}'`),
  );

  const tiny = path.join(folder, 'tiny');
  mkdirSync(tiny);
  writeFileSync(path.join(tiny, 'package.json'), JSON.stringify({ name: 'tiny', version: '1.0.0' }));
  const tinyPacked = tarOf(tiny);
  const integrity = `sha512-${createHash('sha512').update(tinyPacked).digest('base64')}`;

  // The release's own program lists the files, once. Each version changes some.
  const listed = path.join(folder, 'listed');
  cpSync(installed, listed, { recursive: true });
  const lock = {
    packages: { '': { dependencies: { tiny: '1.0.0' } }, 'node_modules/tiny': { version: '1.0.0', integrity } },
  };
  writeFileSync(path.join(listed, 'package-lock.json'), JSON.stringify(lock));
  writeReleaseList(listed);
  rmSync(path.join(listed, 'package-lock.json'));

  const keyOf = (secret: string): unknown => {
    const file = path.join(folder, 'secret.key');
    writeFileSync(file, secret);
    return readSecretKey(file);
  };
  const ownKey = keyOf(keys.secret);
  return {
    installed,
    publicKey: keys.public as string,
    otherKey: keyOf(makeKeys().secret),
    tiny: tinyPacked,
    /** `change` comes before the signature, `after` after it. */
    pack(
      version: string,
      { change, after, key = ownKey }: { change?: Change; after?: Change; key?: unknown } = {},
    ): Buffer {
      const to = mkdtempSync(path.join(folder, `${version}-`));
      cpSync(listed, to, { recursive: true });
      change?.(to);
      signAs(to, version, key);
      after?.(to);
      const bytes = tarOf(to);
      rmSync(to, { recursive: true });
      return bytes;
    },
  };
}

export const hangs = (to: string): void =>
  writeFileSync(path.join(to, 'dist/server/main.js'), 'setInterval(() => {}, 1_000)');

/** Later versions of the real package `packed`, for the program `installed`, which gets the key that they are signed with. */
export function makeReleasesOf(packed: string, { folder, installed }: { folder: string; installed: string }) {
  const keys = makeKeys();
  const whole = path.join(folder, 'package');
  mkdirSync(whole, { recursive: true });
  execFileSync('tar', ['-xzf', path.resolve(packed), '--strip-components=1', '-C', whole]);
  for (const place of [whole, installed])
    rewrite(path.join(place, 'dist/server/config/release-key.js'), (text) =>
      text.replace(/releaseKey = .*;/s, `releaseKey = '${keys.public}';`),
    );
  const secret = path.join(folder, 'own.key');
  writeFileSync(secret, keys.secret);
  const key: unknown = readSecretKey(secret);
  return {
    pack(version: string, change?: Change): Buffer {
      const to = path.join(folder, version);
      cpSync(whole, to, { recursive: true });
      change?.(to);
      signAs(to, version, key);
      return tarOf(to);
    },
  };
}

/** Makes an unpacked package a later version, and signs it. */
function signAs(to: string, version: string, key: unknown): void {
  rewrite(path.join(to, 'package.json'), (text) => text.replace(/"version": "[\d.]+"/, `"version": "${version}"`));
  rewrite(path.join(to, 'CHANGELOG.md'), (text) =>
    text.replace(/^## \[/m, `## [${version}]\n\n- A novelty of ${version}.\n\n## [`),
  );
  const list = path.join(to, 'release.json');
  const names = globSync('**/*', { cwd: to, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('release.json'))
    .map((entry) => path.relative(to, path.join(entry.parentPath, entry.name)));
  const files = Object.fromEntries(names.map((name) => [name, sha256(path.join(to, name))]));
  rewrite(list, (text) => JSON.stringify({ ...JSON.parse(text), version, files }));
  signFile(list, key, 'a test');
}

const tarOf = (folder: string): Buffer =>
  execFileSync('tar', ['-cz', '--transform=s,^\\.,package,', '-C', folder, '.'], { maxBuffer: 2 ** 28 });
