// Copies the data folder of an embedded PostgreSQL for tests.
import { cpSync, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Links the 60 MB of the server's own copy, which nobody changes, if both are on one disk. Copying them takes a second of processor time. */
export function copyDataFolder(from: string, to: string): void {
  const server = readdirSync(join(from, 'postgres')).find((name) => name.startsWith('server-'));
  const programs = join(from, 'postgres', server ?? 'none');
  const isOneDisk = () => statSync(from).dev === statSync(to).dev;
  cpSync(from, to, { recursive: true, filter: (source) => source !== programs || !isOneDisk() });
  if (server === undefined || !isOneDisk()) return;
  const copy = join(to, 'postgres', server);
  mkdirSync(copy);
  // Folders come before what is in them.
  for (const entry of readdirSync(programs, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const target = join(copy, relative(programs, source));
    if (entry.isDirectory()) mkdirSync(target);
    else linkSync(source, target);
  }
}
