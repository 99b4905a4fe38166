// Lets one process at a time build into a folder. This is plain JavaScript, because the server's process loads it at its first start.
// To load TypeScript before the compile cache is filled takes 8 MB, which would stay in that process.

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const checkEveryMs = 100;
/** A build takes a quarter of a minute. After this time its process is gone, even if another one has its number by now. */
const mostMs = 5 * 60_000;

/** Runs `build` as soon as no other process builds there. A build that was killed is not waited for. */
export const inTurn = async (folder, build) => {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, '.building');
  while (!take(file)) {
    if (isAtWork(file)) await pause(checkEveryMs);
    else rmSync(file, { force: true });
  }
  try {
    return await build();
  } finally {
    rmSync(file, { force: true });
  }
};

const take = (file) => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    return false;
  }
};

const isAtWork = (file) => {
  try {
    if (Date.now() - statSync(file).mtimeMs > mostMs) return false;
    const pid = Number(readFileSync(file, 'utf8'));
    // Its process has made the file and not written its number yet.
    if (pid === 0) return true;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
};

const isCode = (error, code) => error?.code === code;
