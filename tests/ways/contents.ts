// Which programs and libraries of a folder are for another processor.
import { closeSync, globSync, lstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';

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
