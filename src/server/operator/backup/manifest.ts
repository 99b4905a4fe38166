// The first line of a backup: its format, when it was taken, and how many rows of each table follow.

import { z } from 'zod';
import { parseJson } from '#domain/json.ts';
import { StartProblem } from '../../adapters/start-problem.ts';
import { readBackupLines } from './backup-file.ts';

export const format = 'hangtag-backup-1';

/**
 * `migrations`: the newest one of the database that was saved. `rows`: how many of each table. `missingSince`: shares since then may
 * be missing in it, because it had been restored itself.
 */
const Manifest = z.object({
  format: z.literal(format),
  migrations: z.number(),
  takenAt: z.string(),
  missingSince: z.string().optional(),
  rows: z.record(z.string(), z.number()),
});
export type Manifest = z.output<typeof Manifest>;

export const notABackup = (): StartProblem =>
  new StartProblem('This file is not a Hangtag backup.', 'Nothing was restored.');

export function readManifest(line: string): Manifest {
  const manifest = Manifest.safeParse(parseJson(line));
  if (!manifest.success) throw notABackup();
  return manifest.data;
}

/** When this backup was taken. Throws if the file is no backup. */
export async function readTakenAt(file: string, password: string | undefined): Promise<string> {
  for await (const line of await readBackupLines(file, password)) return readManifest(line).takenAt;
  throw notABackup();
}
