// What the operator's own computer keeps in its data folder: their choices to keep it awake and to look for new versions, and the backup
// that they saved.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { makeFolder } from '../files.ts';

/** A file: it is about this computer, so no backup moves it to another one. */
export function keepAwakeChoice(dataDir: string) {
  const file = path.join(dataDir, 'keep-awake');
  return {
    isOn: () => existsSync(file),
    choose: (isOn: boolean) => (isOn ? writeFileSync(file, '') : rmSync(file, { force: true })),
  };
}

/** There while the operator wants the look. */
export function lastLookIn(dataDir: string) {
  const file = path.join(dataDir, 'new-version.json');
  return {
    read(): LastLook | null {
      if (!existsSync(file)) return null;
      try {
        return lastLook.parse(JSON.parse(readFileSync(file, 'utf8')));
      } catch {
        return neverLooked;
      }
    },
    write: (look: LastLook | null): void =>
      look === null ? rmSync(file, { force: true }) : writeFileSync(file, JSON.stringify(look)),
  };
}

const lastLook = z.object({
  at: z.number().nullable(),
  newest: z.string().nullable(),
  failedAt: z.number().nullable(),
});
type LastLook = z.output<typeof lastLook>;
const neverLooked: LastLook = { at: null, newest: null, failedAt: null };

type Written = (file: string) => Promise<unknown>;

/** `write`: makes the file. Tests give their own. */
export function backupsIn(dataDir: string, write: Written = runBackup) {
  const folder = path.resolve(dataDir, 'backups');
  const names = (): string[] => (existsSync(folder) ? readdirSync(folder) : []).filter(isBackup).sort();
  return {
    async save() {
      makeFolder(folder);
      const fileName = `hangtag-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.backup`;
      const file = path.join(folder, fileName);
      await write(file);
      for (const older of names()) if (older < fileName) rmSync(path.join(folder, older), { force: true });
      return { fileName, bytes: statSync(file).size };
    },
    async open() {
      const fileName = names().at(-1);
      if (fileName === undefined) return null;
      return { fileName, content: Readable.toWeb(createReadStream(path.join(folder, fileName))) };
    },
  };
}

const isBackup = (name: string): boolean => /^hangtag-[\dT-]+\.backup$/.test(name);

const command = fileURLToPath(new URL('../../operator/hangtag.ts', import.meta.url));

/** The command, in a process of its own: it takes memory that a server keeps free. Rejects with what the command said. */
async function runBackup(file: string): Promise<void> {
  const child = spawn(process.execPath, [command, 'backup', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    said = (said + words).slice(-2_000);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(said.trim() || `The command ended with ${code}.`);
}
