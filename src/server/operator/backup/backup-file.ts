// The file of a backup: lines of text, gzipped, and encrypted with age if there is a password.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { z } from 'zod';
import { normalizePassword } from '#domain/account.ts';
import { parseJson } from '#domain/json.ts';
import { makeNewFile } from '../../adapters/files.ts';
import { StartProblem } from '../../adapters/start-problem.ts';

/** The first line of every file in the age format, https://age-encryption.org/v1. */
const ageHeader = 'age-encryption.org/v1';

/** `workFactor`: of scrypt, as a power of two; undefined: age's own, which takes about a second. */
type Lock = { password: string; workFactor?: number | undefined };

/** Writes a new file that only its owner may read: the whole backup, or none. Rejects with `EEXIST` if there is one of this name. */
export async function writeBackupLines(file: string, lines: AsyncIterable<string>, lock: Lock | null): Promise<void> {
  const seal = lock === null ? new PassThrough() : (packed: AsyncIterable<Uint8Array>) => encrypted(packed, lock);
  await makeNewFile(file, (own) =>
    pipeline(lines, createGzip(), seal, async (packed: AsyncIterable<Uint8Array>) => {
      for await (const part of packed) await own.writeFile(part);
    }),
  );
}

/**
 * Opens a backup for reading line by line.
 * @throws if the file can't be read, or is encrypted and the password is missing or wrong. A damaged file fails while it is read.
 */
export async function readBackupLines(file: string, password: string | undefined): Promise<AsyncIterable<string>> {
  if (!(await isEncrypted(file))) return linesOf(createReadStream(file));
  if (password === undefined)
    throw new StartProblem('This backup is encrypted.', 'Set BACKUP_PASSWORD to the password it was made with.');
  return linesOf(await decrypted(createReadStream(file), password));
}

async function* encrypted(
  plain: AsyncIterable<Uint8Array>,
  { password, workFactor }: Lock,
): AsyncGenerator<Uint8Array> {
  const age = new Encrypter();
  if (workFactor !== undefined) age.setScryptWorkFactor(workFactor);
  age.setPassphrase(normalizePassword(password));
  yield* fromWeb(await age.encrypt(toWeb(Readable.from(plain))));
}

async function decrypted(sealed: Readable, password: string): Promise<Readable> {
  const age = new Decrypter();
  age.addPassphrase(normalizePassword(password));
  try {
    return fromWeb(await age.decrypt(toWeb(sealed)));
  } catch {
    throw new StartProblem('BACKUP_PASSWORD does not open this backup.', 'Nothing was restored.');
  }
}

async function isEncrypted(file: string): Promise<boolean> {
  const opened = await open(file).catch(() => {
    throw new StartProblem(`Hangtag can't read the file ${file}.`, 'Check its name and permissions.');
  });
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(ageHeader.length), 0, ageHeader.length, 0);
    return buffer.subarray(0, bytesRead).toString('latin1') === ageHeader;
  } finally {
    await opened.close();
  }
}

/** Not `readline`, which reads a thousand lines ahead of its reader. A line has a thousand rows. */
async function* linesOf(packed: Readable): AsyncGenerator<string> {
  try {
    const unpacked = createGunzip();
    const reading = pipeline(packed, unpacked);
    // A failure also reaches the reader of the lines, and is handled there.
    reading.catch(() => {});
    let begun = '';
    for await (const chunk of unpacked.setEncoding('utf8') as AsyncIterable<string>) {
      const [end = '', ...lines] = chunk.split('\n');
      begun += end;
      for (const line of lines) {
        yield begun;
        begun = line;
      }
    }
    if (begun !== '') yield begun;
    await reading;
  } catch {
    throw new StartProblem('The backup is damaged or was cut off.', 'Nothing was restored. Try another backup.');
  }
}

// The two declarations of the web's streams differ in TypeScript, not in Node.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>);

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
