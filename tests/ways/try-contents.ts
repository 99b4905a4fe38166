// Compares a Debian package for another processor with the one that was installed here: the same files, with their own programs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { foreignPrograms } from './contents.ts';

const [file = '', cpu = '', tried = ''] = process.argv.slice(2);
/** Names of files, without those of the processor. */
const namesIn = (debian: string): string[] =>
  execFileSync('sh', ['-c', 'dpkg-deb --fsys-tarfile "$1" | tar -t', 'sh', debian], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
    .split('\n')
    .map((name) => name.replace(/arm64|x64/g, 'CPU'));
const [one, other] = [namesIn(file), namesIn(tried)];
const differing = [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];
const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-contents-'));
try {
  execFileSync('dpkg-deb', ['-x', file, folder]);
  const foreign = foreignPrograms(folder, cpu);
  if (foreign.length > 0) throw new Error(`Not for ${cpu}: ${foreign.join(', ')}`);
  if (differing.length > 0) throw new Error(`Only in one of them: ${differing.join(', ')}`);
  console.log(`the same ${one.length} files as the one that was installed, with programs for ${cpu}; not run here`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
