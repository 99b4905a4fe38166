// A fresh Debian in a folder, for another processor, too. Needs root and a mount namespace of its own (`unshare --mount`), so that
// nothing stays mounted.

import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
// @ts-expect-error: a plain JavaScript module without types
import { freshDebian, release, runForeign } from '../../bin/package/debian-base.mjs';

export const host = (program: string, ...args: string[]): void =>
  void execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });

/** Mounts what is like a fresh system at `root` in the folder, so that nothing changes the fresh one. */
export function layOver(fresh: string, folder: string): void {
  const root = path.join(folder, 'root');
  host('mount', '-t', 'tmpfs', 'hangtag', folder);
  for (const name of ['root', 'upper', 'work']) mkdirSync(path.join(folder, name));
  const layers = `lowerdir=${fresh},upperdir=${path.join(folder, 'upper')},workdir=${path.join(folder, 'work')}`;
  host('mount', '-t', 'overlay', 'overlay', '-o', layers, root);
  host('mount', '-t', 'proc', 'proc', path.join(root, 'proc'));
  host('mount', '--rbind', '/dev', path.join(root, 'dev'));
  // The installer of a real system writes it.
  appendFileSync(path.join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
}

/** `isForeign`: an emulator runs its programs. */
export function openDebian(cpu: string) {
  const architecture = cpu === 'x64' ? 'amd64' : cpu;
  const isForeign = cpu !== process.arch;
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-debian-'));
  const root = path.join(folder, 'root');
  const fresh: string = freshDebian(architecture);
  const endForeign: () => void = runForeign(architecture);
  layOver(fresh, folder);
  return {
    root,
    isForeign,
    name: `Debian ${release}${isForeign ? ` for ${architecture} under qemu` : ''}`,
    run(...words: string[]) {
      const { status, stdout, stderr } = spawnSync('chroot', [root, ...words], {
        encoding: 'utf8',
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
      });
      return { code: status, output: `${stdout}${stderr}` };
    },
    close() {
      endForeign();
      // A process may still end there.
      host('umount', '--recursive', '--lazy', folder);
      rmSync(folder, { recursive: true });
    },
  };
}

/** `e_machine` in the head of an ELF file. */
const machines: Record<string, number> = { x64: 62, arm64: 183 };

export const foreignPrograms = (folder: string, cpu: string): string[] =>
  globSync('**/*', { cwd: folder }).filter((name) => {
    const file = path.join(folder, name);
    if (!lstatSync(file).isFile()) return false;
    const head = Buffer.alloc(20);
    const fd = openSync(file, 'r');
    const length = readSync(fd, head, 0, 20, 0);
    closeSync(fd);
    return length === 20 && head.readUInt32BE(0) === 0x7f454c46 && head.readUInt16LE(18) !== machines[cpu];
  });
