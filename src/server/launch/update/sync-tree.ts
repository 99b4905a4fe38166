// Writes a whole folder to the disk, so that a power cut after a rename leaves no empty files.
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../adapters/sync-folder.ts';

const atOnce = 16;

export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (let at = 0; at < entries.length; at += atOnce)
    await Promise.all(
      entries.slice(at, at + atOnce).map(async (entry) => {
        const place = path.join(folder, entry.name);
        if (entry.isDirectory()) return syncTree(place);
        if (!entry.isFile()) return;
        // Windows syncs only what may be written.
        const file = await open(place, process.platform === 'win32' ? 'r+' : 'r');
        await file.sync().finally(() => file.close());
      }),
    );
  syncFolder(folder);
}
