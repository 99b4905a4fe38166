// Security checks of the sources, the built web app, and the dependencies.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from '#server/adapters/database/embedded/binaries.ts';
import { isSignedBy } from '#server/launch/update/release.ts';
// @ts-expect-error: a plain JavaScript module without types
import { makeKeys } from '../../../bin/package/sign.mjs';
import { CannotCheck, type Checks } from './running-server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const sources = (): string[] =>
  readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file))
    .map((file) => `src/${file.split(path.sep).join('/')}`);

const without =
  (pattern: RegExp, folder = 'src/') =>
  async (): Promise<string | null> => {
    const found = sources().filter((file) => file.startsWith(folder) && pattern.test(read(file)));
    return found.length === 0 ? null : `found in ${found.join(', ')}`;
  };

type Lockfile = { packages: Record<string, { version?: string; integrity?: string; link?: boolean }> };
const lockfile = (): Lockfile => JSON.parse(read('package-lock.json')) as Lockfile;

const npm = (...args: string[]) =>
  run('npm', args, { cwd: root, maxBuffer: 64 * 2 ** 20, timeout: 60_000, shell: process.platform === 'win32' });

/** They ask the practice marketplace that the command has just started, a page's own server, and the registry of signed packages. */
const asksWithoutCredentials = [
  'src/server/operator/demo.ts',
  'src/server/launch/front.ts',
  'src/server/launch/update/registry.ts',
];

export const sourceChecks = {
  /** `fetch` follows redirects unless it is told not to. undici's `request` never does. */
  async 'no source file follows redirects'() {
    const found = sources()
      .filter((file) => /^src\/(server|marketplace)\//.test(file) && !file.includes('/standin/'))
      .filter((file) => !asksWithoutCredentials.includes(file))
      .flatMap((file) => {
        const asks = [...read(file).matchAll(/\bawait fetch\(|[^.\w]fetch\(input/g)];
        const stays = [...read(file).matchAll(/redirect: 'manual'|redirect: 'error'/g)];
        return asks.length > stays.length || /redirect: 'follow'|maxRedirections: [1-9]/.test(read(file)) ? [file] : [];
      });
    return found.length === 0 ? null : `found in ${found.join(', ')}`;
  },

  async 'the built web app has nothing for development'() {
    const web = path.join(root, 'dist/web');
    if (!existsSync(web)) throw new CannotCheck('the web app is not built');
    const files = readdirSync(web, { recursive: true, encoding: 'utf8' });
    const maps = files.filter((file) => file.endsWith('.map'));
    if (maps.length > 0) return `it has source maps: ${maps.slice(0, 3).join(', ')}`;
    const scripts = files.filter((file) => file.endsWith('.js'));
    const development = scripts.find((file) =>
      /jsxDEV|react-dom\.development|\/@vite\/client|sourceMappingURL/.test(readFileSync(path.join(web, file), 'utf8')),
    );
    return development === undefined ? null : `${development} is for development`;
  },

  async 'every dependency has a hash, and none runs a script at installation'() {
    const loose = Object.entries(lockfile().packages)
      .filter(([place, { integrity, link }]) => place !== '' && !link && !integrity?.startsWith('sha512-'))
      .map(([place]) => place);
    if (loose.length > 0) return `without a hash: ${loose.join(', ')}`;
    return /^ignore-scripts=true$/m.test(read('.npmrc')) ? null : '.npmrc lets packages run scripts';
  },

  async 'a list of all parts can be made, and matches the lockfile'() {
    // With `--omit=dev`, npm 11 leaves out parts that a development dependency needs as well, such as zod.
    const { stdout } = await npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
    const { components } = JSON.parse(stdout) as { components: { name: string; version: string }[] };
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    const missing = Object.entries(lockfile().packages)
      .filter(([place, { link }]) => place !== '' && !link)
      .map(([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`)
      .filter((part) => !listed.has(part));
    return missing.length === 0 ? null : `not in the list: ${missing.join(', ')}`;
  },

  /** Makes a release, signs it with a key of its own, and verifies it as its users do. */
  async 'a release is made by one command, and verified with its signature'() {
    const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-release-'));
    const key = path.join(folder, 'key');
    const files = path.join(folder, 'files');
    try {
      const { secret, public: publicKey } = makeKeys();
      writeFileSync(key, secret);
      const release = ['bin/run.mjs', 'release', '--trial', '--to', files, '--sign', key];
      await run(process.execPath, release, { cwd: root, maxBuffer: 64 * 2 ** 20 });
      const signed = readFileSync(path.join(files, 'SHA256SUMS'));
      if (!isSignedBy(publicKey, signed, readFileSync(path.join(files, 'SHA256SUMS.minisig'), 'utf8')))
        return 'the signature doesn’t hold';
      const sums = signed.toString().trim().split('\n');
      const wrong = sums
        .map((line) => line.split('  '))
        .filter(
          ([sum, file = '']) =>
            createHash('sha256')
              .update(readFileSync(path.join(files, file)))
              .digest('hex') !== sum,
        );
      if (sums.length !== 3 || wrong.length > 0) return `the checksums don't fit: ${sums.join(', ')}`;
      const [parts = ''] = readdirSync(files).filter((file) => file.endsWith('.cdx.json'));
      const { metadata, components } = JSON.parse(readFileSync(path.join(files, parts), 'utf8')) as {
        metadata: { component: { name: string } };
        components: { name: string; version: string }[];
      };
      const { stdout: server } = await run(findBinaries().postgres, ['--version']);
      const listed = components.find(({ name }) => name === 'postgresql')?.version;
      if (listed === undefined || !server.includes(`(PostgreSQL) ${listed}`))
        return `the list of parts names PostgreSQL ${listed ?? 'nowhere'}, and this is ${server.trim()}`;
      if (metadata.component.name !== 'hangtag') return `the list of parts is one of ${metadata.component.name}`;
      const [provenance = ''] = readdirSync(files).filter((file) => file.endsWith('.provenance.json'));
      const { subject } = JSON.parse(readFileSync(path.join(files, provenance), 'utf8')) as {
        subject: { name: string; digest: { sha256: string } }[];
      };
      const isNamed = subject.every(({ name, digest }) => sums.includes(`${digest.sha256}  ${name}`));
      return isNamed && subject.length === 2 ? null : 'the provenance names other files';
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },

  async 'npm knows of no serious vulnerability in production'() {
    const audited = await npm('audit', '--omit=dev', '--audit-level=high', '--json').catch((error: unknown) => {
      const stdout = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
      return { stdout };
    });
    type Audit = { metadata?: { vulnerabilities: { high: number; critical: number } } };
    let audit: Audit = {};
    try {
      audit = JSON.parse(audited.stdout) as Audit;
    } catch {}
    // Without the registry npm answers with an error and no counts.
    if (audit.metadata === undefined) throw new CannotCheck('npm’s registry did not answer');
    const { high, critical } = audit.metadata.vulnerabilities;
    return high + critical === 0 ? null : `${high + critical} of them: npm audit --omit=dev lists them`;
  },

  'no source file turns certificate checks off': without(/rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/),

  'no source file writes markup from text': without(
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=[^=]|insertAdjacentHTML|document\.write\(/,
    'src/web/',
  ),
} satisfies Checks;
