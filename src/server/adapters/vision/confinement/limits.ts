// The limits that the system sets for the photo process, where it can.

import { execFile } from 'node:child_process';
import { closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, rmdirSync, writeSync } from 'node:fs';
import path from 'node:path';

/**
 * From now on the process can open nothing, not even with a descriptor that it closes before: no file, no connection, no pipe to
 * another program. It leaves no core dump, which would contain photos. Resolves to false if the system has no such command.
 */
export const openNothing = (pid: number): Promise<boolean> =>
  new Promise((resolve) => {
    if (process.platform !== 'linux') return resolve(false);
    const limits = ['--nofile=0:0', '--fsize=0:0', '--core=0:0'];
    execFile('prlimit', ['--pid', String(pid), ...limits], { timeout: 5_000 }, (error) => resolve(error === null));
  });

/**
 * Puts the process into a memory group of its own (cgroup v2), where we may create one: below our own group, or beside it. Returns
 * how to remove the group after the process has ended, or null if there is none. `root` is where groups are mounted.
 */
export function limitMemory(
  pid: number,
  bytes: number,
  { root = '/sys/fs/cgroup', ownGroups = '/proc/self/cgroup', make = (group: string): void => mkdirSync(group) } = {},
): (() => void) | null {
  const own = /^0::(\/.*)$/m.exec(existsSync(ownGroups) ? readFileSync(ownGroups, 'utf8') : '')?.[1];
  if (own === undefined) return null;
  for (const parent of [path.join(root, own), path.dirname(path.join(root, own))]) {
    if (!parent.startsWith(root)) continue;
    const group = path.join(parent, `hangtag-photos-${pid}`);
    try {
      if (!readFileSync(path.join(parent, 'cgroup.subtree_control'), 'utf8').split(/\s+/).includes('memory'))
        write(path.join(parent, 'cgroup.subtree_control'), '+memory');
      make(group);
    } catch {
      // Not ours to divide, or it has processes of its own.
      continue;
    }
    const remove = () => {
      try {
        rmdirSync(group);
      } catch {
        // The kernel still counts its last pages. An empty group costs nothing.
      }
    };
    try {
      write(path.join(group, 'memory.max'), String(bytes));
      write(path.join(group, 'cgroup.procs'), String(pid));
    } catch {
      remove();
      continue;
    }
    try {
      write(path.join(group, 'memory.swap.max'), '0');
    } catch {
      // The system has no swap accounting.
    }
    return remove;
  }
  return null;
}

/** These files exist already: to create one would be a sign that this is no group. */
function write(file: string, text: string): void {
  const fd = openSync(file, constants.O_WRONLY);
  try {
    writeSync(fd, text);
  } finally {
    closeSync(fd);
  }
}
