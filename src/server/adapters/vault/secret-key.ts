// Loads the server's secret keys, or creates the first one.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { areSecretKeys, isHexKey, splitKeys } from '#domain/text/written-keys.ts';
import { makeFolder, syncFolder } from '../files.ts';
import { codeOf, StartProblem } from '../start-problem.ts';

/** A key that wraps the sellers' data keys. `id` is a one-way fingerprint that is safe to store and log. */
export type SecretKey = { id: string; key: Buffer };

type SecretKeys = {
  /** The first key encrypts, and all of them decrypt. */
  keys: [SecretKey, ...SecretKey[]];
  origin: 'SECRET_KEY' | 'SECRET_KEY_FILE' | 'data folder' | 'generated';
};

type KeySources = { secretKey?: string | undefined; secretKeyFile?: string | undefined; dataDir: string };

const generatedFile = ({ dataDir }: KeySources): string => join(dataDir, 'secret.key');

/** The file that the operator has to keep; null: the key is in a setting. */
export const secretKeyFile = (sources: KeySources): string | null =>
  sources.secretKey === undefined ? resolve(sources.secretKeyFile ?? generatedFile(sources)) : null;

/** Whether `loadSecretKeys` finds a key, and creates none. */
export const hasSecretKeys = (sources: KeySources): boolean =>
  sources.secretKey !== undefined || sources.secretKeyFile !== undefined || existsSync(generatedFile(sources));

/**
 * The server's keys: from SECRET_KEY, else from the given file, else from `<dataDir>/secret.key`, which is created with 32 random
 * bytes. Several keys are separated by commas or line breaks. Throws a `StartProblem`, which never contains a key.
 */
export function loadSecretKeys(sources: KeySources): SecretKeys {
  const { secretKey, secretKeyFile, dataDir } = sources;
  if (secretKey !== undefined) return { keys: parseKeys(secretKey, 'SECRET_KEY'), origin: 'SECRET_KEY' };
  if (secretKeyFile !== undefined) {
    return { keys: parseKeys(read(secretKeyFile), `The file ${secretKeyFile}`), origin: 'SECRET_KEY_FILE' };
  }
  const file = generatedFile(sources);
  const isNew = !existsSync(file) && makeOnce(dataDir, file);
  return { keys: parseKeys(read(file), `The file ${file}`), origin: isNew ? 'generated' : 'data folder' };
}

function parseKeys(text: string, source: string): [SecretKey, ...SecretKey[]] {
  const byId = new Map(
    splitKeys(text)
      .map((part) => parseKey(part, source))
      .map((key) => [key.id, key]),
  );
  const [first, ...others] = byId.values();
  if (first === undefined) throw new StartProblem(`${source} does not contain a key.`, keyRemedy);
  return [first, ...others];
}

const keyRemedy =
  'Use 32 random bytes as 64 hexadecimal digits or as base64url. This command creates a key: openssl rand -hex 32';

function parseKey(text: string, source: string): SecretKey {
  if (!areSecretKeys(text)) throw new StartProblem(`${source} does not contain a valid key.`, keyRemedy);
  const key = Buffer.from(text, isHexKey(text) ? 'hex' : 'base64url');
  return { id: fingerprint(key), key };
}

export const fingerprint = (key: Buffer): string =>
  createHash('sha256').update('hangtag key id\0').update(key).digest('hex').slice(0, 8);

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartProblem(`Hangtag can't read the secret key file ${file}.`, 'Check its path and permissions.', {
      cause,
    });
  }
}

/**
 * Writes a temporary file and hard-links it into place. Only one process can create the link, and the linked file is complete,
 * so two processes that start at the same time read the same key.
 */
function makeOnce(dataDir: string, file: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  let isDrafted = false;
  try {
    makeFolder(dataDir);
    const descriptor = openSync(draft, 'wx', 0o600);
    isDrafted = true;
    writeSync(descriptor, `${randomBytes(32).toString('hex')}\n`);
    fsyncSync(descriptor);
    closeSync(descriptor);
    linkSync(draft, file);
    // The database soon holds what only this key opens. It must not be gone after a power failure.
    syncFolder(dataDir);
    syncFolder(dirname(resolve(dataDir)));
    return true;
  } catch (cause) {
    if (isDrafted && codeOf(cause) === 'EEXIST') return false;
    throw new StartProblem(
      `Hangtag can't save the secret key in ${dataDir}.`,
      'Make the folder writable for this user, or set SECRET_KEY.',
      { cause },
    );
  } finally {
    if (isDrafted) rmSync(draft, { force: true });
  }
}
