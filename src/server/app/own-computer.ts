// What the operator's own computer keeps in its data folder: their choice to keep it awake, and the backup that they saved.

import { createReadStream, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Database } from '#domain/ports/database.ts';
import type { Config } from '../config/config.ts';
import { findLastBackup } from '../features/operation/operation.ts';
import { makeFolder } from '../launch/data-folder.ts';

/** A file: it is about this computer, so no backup moves it to another one. */
export function keepAwakeChoice(dataDir: string) {
  const file = path.join(dataDir, 'keep-awake');
  return {
    isOn: () => existsSync(file),
    choose: (isOn: boolean) => (isOn ? writeFileSync(file, '') : rmSync(file, { force: true })),
  };
}

export function keyFileOf({ dataDir, secretKey, secretKeyFile }: Config): string | null {
  if (secretKey !== undefined) return null;
  return path.resolve(secretKeyFile ?? path.join(dataDir, 'secret.key'));
}

export function backupsIn({ dataDir, backupPassword: password }: Config, database: Database) {
  const folder = path.resolve(dataDir, 'backups');
  const names = (): string[] => (existsSync(folder) ? readdirSync(folder) : []).filter(isBackup).sort();
  return {
    async save() {
      // Only whoever saves one needs its encryption in memory.
      const { backupOnRecord } = await import('../operator/backup/backups.ts');
      makeFolder(folder);
      const fileName = `hangtag-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.backup`;
      const file = path.join(folder, fileName);
      await backupOnRecord(database, file, { password });
      for (const older of names()) if (older < fileName) rmSync(path.join(folder, older), { force: true });
      return { fileName, bytes: statSync(file).size, isEncrypted: password !== undefined };
    },
    async open() {
      const fileName = names().at(-1);
      if (fileName === undefined) return null;
      return { fileName, content: Readable.toWeb(createReadStream(path.join(folder, fileName))) };
    },
    lastAt: async () => (await findLastBackup(database))?.at ?? null,
  };
}

const isBackup = (name: string): boolean => /^hangtag-[\dT-]+\.backup$/.test(name);
