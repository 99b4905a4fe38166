/** The first line of a backup: its format, when it was taken, and how many rows of each table follow. */
import { StartProblem } from '../../adapters/start-problem.ts';
import { readBackupLines } from './backup-file.ts';

export const format = 'hangtag-backup-1';

export type Manifest = { format: string; migrations: number; takenAt: string; rows: Record<string, number> };

export const notABackup = (): StartProblem =>
  new StartProblem('This file is not a Hangtag backup.', 'Nothing was restored.');

export function readManifest(line: string): Manifest {
  const manifest = parseObject(line);
  if (manifest?.format !== format || typeof manifest.migrations !== 'number') throw notABackup();
  return { format, migrations: manifest.migrations, takenAt: manifest.takenAt ?? '', rows: manifest.rows ?? {} };
}

function parseObject(line: string): Partial<Manifest> | null {
  try {
    return JSON.parse(line) as Partial<Manifest> | null;
  } catch {
    return null;
  }
}

/** When this backup was taken. Throws if the file is no backup. */
export async function readTakenAt(file: string, password: string | undefined): Promise<string> {
  for await (const line of await readBackupLines(file, password)) return readManifest(line).takenAt;
  throw notABackup();
}
