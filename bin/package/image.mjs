// Makes the image. The Dockerfile calls this for what is above its base. Where there is no engine, `npm run release -- --ways` makes the
// same image from the Dockerfile's last part, on a Debian of its own.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freshDebian, releasedAt } from './debian-base.mjs';
import { makeTree, run } from './tree.mjs';

const own = import.meta.dirname;
/** Docker's words for a processor, and npm's. */
const processors = { amd64: 'x64', arm64: 'arm64' };
/** PostgreSQL refuses a user without a name. */
const user = { name: 'hangtag', id: 1000 };

/**
 * What the image has above its base: `to/root`, where the tree and the base's lists of users are already, and the folder for its volume,
 * `to/data`.
 */
const layOut = (to) => {
  const root = path.join(to, 'root');
  appendFileSync(path.join(root, 'etc/passwd'), `${user.name}:x:${user.id}:${user.id}::/data:/usr/sbin/nologin\n`);
  appendFileSync(path.join(root, 'etc/group'), `${user.name}:x:${user.id}:\n`);
  mkdirSync(path.join(root, 'usr/local/bin'), { recursive: true });
  cpSync(path.join(own, 'image/hangtag'), path.join(root, 'usr/local/bin/hangtag'));
  chmodSync(path.join(root, 'usr/local/bin/hangtag'), 0o755);
  mkdirSync(path.join(to, 'data'), { mode: 0o700 });
};

/** What Debian's own slim images leave out, too, which keep the files `copyright`, and what this machine put there. */
const notInBase = [
  ...['dev/*', 'proc/*', 'sys/*', 'run/*', 'tmp/*', 'etc/hostname', 'etc/resolv.conf', 'var/log/*', 'var/cache/*/*'],
  ...['var/lib/apt/lists/*', 'var/lib/dpkg/*-old', 'etc/*-', 'usr/share/doc/*/*[!t]', 'usr/share/man/*'],
  ...['usr/share/info/*', 'usr/share/locale/*', 'usr/share/lintian', 'debootstrap'],
];

const tar = (to, from, names, ...options) =>
  execFileSync('tar', ['-cf', to, '--sort=name', '--format=gnu', '--numeric-owner', '-C', from, ...options, ...names]);
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** The instructions of a Dockerfile's last stage. */
const lastStage = (text) =>
  text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split(/^FROM /m)
    .at(-1)
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);

const pairs = (text) =>
  [...text.matchAll(/([\w.-]+)=("[^"]*"|\S+)/g)].map(([, name, value]) => [name, value.replace(/^"|"$/g, '')]);
const nanoseconds = (text) => Number(text.slice(0, -1)) * 1e9;

/** What the last stage says about how a container runs. An instruction that isn't here needs an engine, and is a mistake. */
const readConfig = (dockerfile) => {
  const config = { Env: [], Labels: {}, Volumes: {}, ExposedPorts: {} };
  const known = {
    LABEL: (text) => Object.assign(config.Labels, Object.fromEntries(pairs(text))),
    ENV: (text) => config.Env.push(...pairs(text).map(([name, value]) => `${name}=${value}`)),
    USER: (text) => Object.assign(config, { User: text }),
    VOLUME: (text) => Object.assign(config.Volumes, { [text]: {} }),
    EXPOSE: (text) => Object.assign(config.ExposedPorts, { [`${text}/tcp`]: {} }),
    CMD: (text) => Object.assign(config, { Cmd: JSON.parse(text) }),
    HEALTHCHECK(text) {
      const [options, command] = text.split(/\s*CMD /);
      const given = Object.fromEntries(pairs(options.replaceAll('--', '')));
      config.Healthcheck = {
        Test: ['CMD', ...JSON.parse(command)],
        Interval: nanoseconds(given.interval),
        Timeout: nanoseconds(given.timeout),
        StartPeriod: nanoseconds(given['start-period']),
        Retries: Number(given.retries),
      };
    },
    // `layOut` says what that is.
    COPY(text) {
      if (!copied.includes(text)) throw new Error(`Nothing here knows COPY ${text}`);
    },
  };
  for (const [instruction, text] of lastStage(dockerfile)) {
    if (!(instruction in known)) throw new Error(`Only an engine knows ${instruction}`);
    known[instruction](text);
  }
  return config;
};
const copied = ['--from=build /image/root /', `--from=build --chown=${user.id}:${user.id} /image/data /data`];

/** An image that `docker load`, `podman load`, and `skopeo` read, in the file `to`. The same commit and Debian make the same bytes. */
export const makeImage = ({ tree, source, to, version, architecture, epoch }) => {
  const folder = `${to}.made`;
  rmSync(folder, { recursive: true, force: true });
  const blobs = path.join(folder, 'archive/blobs/sha256');
  mkdirSync(blobs, { recursive: true });
  const base = freshDebian(architecture);
  mkdirSync(path.join(folder, 'root/etc'), { recursive: true });
  for (const name of ['passwd', 'group']) cpSync(path.join(base, 'etc', name), path.join(folder, 'root/etc', name));
  run('cp', ['-al', tree, path.join(folder, 'root/hangtag')]);
  layOut(folder);

  const put = (bytes, mediaType) => {
    const digest = sha256(bytes);
    writeFileSync(path.join(blobs, digest), bytes);
    return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
  };
  const putLayer = (file) => {
    const diffId = sha256(readFileSync(file));
    execFileSync('gzip', ['-n', '-6', file]);
    const layer = put(readFileSync(`${file}.gz`), 'application/vnd.oci.image.layer.v1.tar+gzip');
    rmSync(`${file}.gz`);
    return { ...layer, diffId: `sha256:${diffId}` };
  };
  const file = path.join(folder, 'layer.tar');
  const dated = ['--clamp-mtime', `--mtime=@${releasedAt}`];
  const without = ['--anchored', '--wildcards-match-slash', ...notInBase.map((one) => `--exclude=./${one}`)];
  tar(file, base, ['.'], ...dated, ...without);
  const baseLayer = putLayer(file);
  const ofRoot = ['--owner=0', '--group=0', `--mtime=@${epoch}`];
  tar(file, path.join(folder, 'root'), ['.'], ...ofRoot);
  const ofUser = [`--owner=${user.id}`, `--group=${user.id}`, `--mtime=@${epoch}`];
  execFileSync('tar', ['-rf', file, '--format=gnu', '--numeric-owner', ...ofUser, '-C', folder, './data']);
  const layers = [baseLayer, putLayer(file)];

  const created = new Date(epoch * 1000).toISOString();
  const config = readConfig(readFileSync(path.join(source, 'Dockerfile'), 'utf8'));
  config.Labels['org.opencontainers.image.version'] = version;
  const described = put(
    Buffer.from(
      JSON.stringify({
        architecture,
        os: 'linux',
        created,
        config,
        rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
        history: ['debootstrap bookworm', 'Dockerfile'].map((created_by) => ({ created, created_by })),
      }),
    ),
    'application/vnd.oci.image.config.v1+json',
  );
  const manifest = put(
    Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: 'application/vnd.oci.image.manifest.v1+json',
        config: described,
        layers: layers.map(({ diffId: _, ...layer }) => layer),
      }),
    ),
    'application/vnd.oci.image.manifest.v1+json',
  );
  const write = (name, content) => writeFileSync(path.join(folder, 'archive', name), JSON.stringify(content));
  write('oci-layout', { imageLayoutVersion: '1.0.0' });
  write('index.json', {
    schemaVersion: 2,
    manifests: [
      {
        ...manifest,
        platform: { os: 'linux', architecture },
        annotations: {
          'io.containerd.image.name': `docker.io/library/hangtag:${version}`,
          'org.opencontainers.image.ref.name': version,
        },
      },
    ],
  });
  // For `docker load` without containerd's store.
  const blob = ({ digest }) => `blobs/sha256/${digest.replace('sha256:', '')}`;
  write('manifest.json', [{ Config: blob(described), RepoTags: [`hangtag:${version}`], Layers: layers.map(blob) }]);
  tar(to, path.join(folder, 'archive'), ['.'], ...ofRoot, '--mode=u+rw,go+r');
  rmSync(folder, { recursive: true });
};

if (process.argv[1] === import.meta.filename) {
  const [architecture, to] = process.argv.slice(2);
  const source = path.resolve(own, '../..');
  const [packed] = globSync('hangtag-closet-*.tgz', { cwd: source });
  const tree = path.join(to, 'root/hangtag');
  makeTree({ packed: path.join(source, packed), source, to: tree, os: 'linux', cpu: processors[architecture] });
  layOut(to);
}
