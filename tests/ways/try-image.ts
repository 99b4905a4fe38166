// Unpacks the image and runs it as an engine would: its own user, nothing writable but the volume. Runs as root in a mount namespace of
// its own (`unshare --mount`).
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#tests/process.ts';
// @ts-expect-error: a plain JavaScript module without types
import { runForeign } from '../../bin/package/debian-base.mjs';
import { isStillThere, need, start, visit } from './journey.ts';

const [file = '', architecture = ''] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-image-'));
const root = path.join(folder, 'root');
type Config = {
  User: string;
  Env: string[];
  Cmd: string[];
  Volumes: Record<string, unknown>;
  ExposedPorts: Record<string, unknown>;
  Healthcheck: { Test: string[] };
};

const blob = (digest: string): string => path.join(folder, 'blobs/sha256', digest.replace('sha256:', ''));
const parsed = (name: string) => JSON.parse(readFileSync(name, 'utf8'));
execFileSync('tar', ['-xf', path.resolve(file), '-C', folder]);
const [{ digest }] = parsed(path.join(folder, 'index.json')).manifests;
const manifest = parsed(blob(digest));
const described = parsed(blob(manifest.config.digest));
need(described.architecture === architecture, `It is for ${described.architecture}.`);
mkdirSync(root);
for (const layer of manifest.layers) execFileSync('tar', ['-xzpf', blob(layer.digest), '--numeric-owner', '-C', root]);
rmSync(path.join(folder, 'blobs'), { recursive: true });

const config: Config = described.config;
need(config.User === '1000:1000', 'It runs as root.');
need(Object.keys(config.Volumes).join() === '/data', 'It has another volume than /data.');
need(Object.keys(config.ExposedPorts).join() === '5000/tcp', 'It doesn’t name its port.');
const port = String(await freePort());
const isForeign = { amd64: 'x64', arm64: 'arm64' }[architecture] !== process.arch;
const env = { ...Object.fromEntries(config.Env.map((each) => each.split(/=(.*)/s))), PORT: port };
const container = path.join(import.meta.dirname, 'container.sh');
const inside = (volume: string, { user = config.User, mode = 'ro', command = config.Cmd } = {}) => [
  ...['sh', container, root, volume, user, mode],
  ...command,
];
const run = (words: string[], more = {}) => {
  const [command = '', ...rest] = words;
  const { status, stdout, stderr } = spawnSync(command, rest, { env: { ...env, ...more }, encoding: 'utf8' });
  return { code: status, output: `${stdout}${stderr}` };
};
/** Into the container that runs on this volume, as `docker exec` does it. */
const enter = (volume: string): string[] => {
  const engine = readFileSync(`${volume}.engine`, 'utf8').trim();
  const first = execFileSync('pgrep', ['-P', engine], { encoding: 'utf8' }).trim();
  const [uid = '', gid = ''] = config.User.split(':');
  const asUser = ['setpriv', '--reuid', uid, '--regid', gid, '--clear-groups'];
  return ['nsenter', '--target', first, '--mount', '--pid', 'chroot', root, ...asUser];
};
const isHealthy = () => run(['chroot', root, ...config.Healthcheck.Test.slice(1)]).code === 0;
const volumeOf = (name: string, [uid, gid]: [number, number]): string => {
  mkdirSync(path.join(folder, name), { mode: 0o755 });
  chownSync(path.join(folder, name), uid, gid);
  return path.join(folder, name);
};

const endForeign = runForeign(architecture);
try {
  const folderInImage = statSync(path.join(root, 'data'));
  const volume = volumeOf('volume', [folderInImage.uid, folderInImage.gid]);
  need(!isHealthy(), 'Its health check is content before it runs.');
  const first = await start(inside(volume), { env, isForeign });
  need(isHealthy(), 'Its health check fails.');
  const demo = await visit(first, { isForeign });
  const status = run([...enter(volume), 'hangtag', 'status']);
  need(status.output.includes('Hold: none'), `A command inside doesn’t find the data: ${status.output}`);
  const second = run(inside(volume, { command: ['hangtag', 'status'] }));
  need(
    second.code === 75 && second.output.includes('another container'),
    `A second container on the same data isn’t refused: ${second.output}`,
  );
  await first.stop();
  const next = await start(inside(volume), { env, isForeign });
  need(await isStillThere(demo, next), 'The next container lost the data.');
  await next.stop();

  // A folder that an engine made belongs to root.
  const strange = volumeOf('strange', [0, 0]);
  const refused = run(inside(strange));
  need(refused.code === 78 && refused.output.includes('1000'), `A folder of root’s isn’t explained: ${refused.output}`);
  const asRoot = { user: '0:0', mode: 'rw' };
  writeFileSync(path.join(strange, 'options.json'), '{"OPERATOR_EMAIL":"it\'s $(wrong)"}');
  const misset = run(inside(strange, asRoot));
  need(
    misset.code === 78 && misset.output.includes('OPERATOR_EMAIL must'),
    `Home Assistant’s settings don’t arrive: ${misset.output}`,
  );
  rmSync(path.join(strange, 'options.json'));
  const served = await start(inside(strange, asRoot), { env: { ...env, PUID: '99', PGID: '100' }, isForeign });
  need(statSync(path.join(strange, 'postgres')).uid === 99, 'PUID isn’t who the data belongs to.');
  await served.stop();

  console.log(
    `unpacked, and run ${isForeign ? 'under qemu ' : ''}as its own user with a read-only root: ready in ${(first.readyMs / 1000).toFixed(1)} s, healthy; demo, ${demo.shares} shares${isForeign ? '' : ', a photo'}, stopped; started again with the data; a second container refused; started as root with PUID`,
  );
} finally {
  endForeign();
  rmSync(folder, { recursive: true });
}
process.exit();
