import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchFolderSyncs } from '../files.fixture.ts';
import { loadSecretKeys } from './secret-key.ts';

const hex = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
const base64url = Buffer.from(hex, 'hex').toString('base64url');
const another = 'f'.repeat(64);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'secret-key-'));
});
afterEach(() => rmSync(root, { recursive: true }));
const dataDir = () => join(root, 'data');

test('creates a key once, readable only by its owner, and loads it later', () => {
  const first = loadSecretKeys({ dataDir: dataDir() });
  const second = loadSecretKeys({ dataDir: dataDir() });
  expect([first.origin, second.origin]).toEqual(['generated', 'data folder']);
  expect(second.keys).toEqual(first.keys);
  expect(first.keys[0].key).toHaveLength(32);
  expect(statSync(join(dataDir(), 'secret.key')).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir())).toEqual(['secret.key']);
});

test('is on the disk, with its name and its folder, before anything is encrypted with it', () => {
  const watch = watchFolderSyncs([dataDir(), root]);
  loadSecretKeys({ dataDir: dataDir() });
  loadSecretKeys({ dataDir: dataDir() });
  watch.end();
  expect(watch.synced).toEqual([
    { folder: dataDir(), files: expect.arrayContaining(['secret.key']) },
    { folder: root, files: ['data'] },
  ]);
});

test('programs that start at once agree on one key', async () => {
  const code = `
    const { loadSecretKeys } = await import(${JSON.stringify(new URL('./secret-key.ts', import.meta.url).href)});
    process.stdin.once('data', () => {
      console.log(loadSecretKeys({ dataDir: ${JSON.stringify(dataDir())} }).keys[0].key.toString('hex'));
      process.exit(0);
    });
    console.log('ready');`;
  const programs = Array.from({ length: 4 }, () => spawn(process.execPath, ['--input-type=module', '-e', code]));
  const read = (program: (typeof programs)[number]) =>
    new Promise<string>((resolve) => program.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())));
  await Promise.all(programs.map(read));
  const keys = Promise.all(programs.map(read));
  for (const program of programs) program.stdin.write('go\n');
  const made = new Set(await keys);
  expect(made.size).toBe(1);
  expect([...made][0]).toBe(readFileSync(join(dataDir(), 'secret.key'), 'utf8').trim());
});

test('a given key takes precedence over a named file, and that over the data folder', () => {
  const secretKeyFile = join(root, 'key');
  writeFileSync(secretKeyFile, `${another}\n`);
  expect(loadSecretKeys({ secretKey: hex, secretKeyFile, dataDir: dataDir() }).origin).toBe('SECRET_KEY');
  const fromFile = loadSecretKeys({ secretKeyFile, dataDir: dataDir() });
  expect([fromFile.origin, fromFile.keys[0].key.toString('hex')]).toEqual(['SECRET_KEY_FILE', another]);
  expect(readdirSync(root)).toEqual(['key']);
});

test('reads hexadecimal and base64url as the same key, keeps the order, and uses a repeated key once', () => {
  const read = (secretKey: string) =>
    loadSecretKeys({ secretKey, dataDir: dataDir() }).keys.map(({ key }) => key.toString('hex'));
  expect(read(base64url)).toEqual([hex]);
  expect(read(`${base64url}=`)).toEqual([hex]);
  expect(read(`${another}, ${hex},${base64url}`)).toEqual([another, hex]);
  expect(read(hex.toUpperCase())).toEqual([hex]);
});

test('names a key by a fingerprint that does not show it', () => {
  const [key] = loadSecretKeys({ secretKey: hex, dataDir: dataDir() }).keys;
  expect(key.id).toMatch(/^[0-9a-f]{8}$/);
  expect(hex).not.toContain(key.id);
});

test.each([
  ['', 'SECRET_KEY does not contain a key.'],
  ['hunter2', 'SECRET_KEY does not contain a valid key.'],
  [`${hex}00`, 'SECRET_KEY does not contain a valid key.'],
  [`${hex},short`, 'SECRET_KEY does not contain a valid key.'],
  [base64url.replace(/.$/, '+'), 'SECRET_KEY does not contain a valid key.'],
])('refuses %j without repeating it', (secretKey, sentence) => {
  const load = () => loadSecretKeys({ secretKey, dataDir: dataDir() });
  expect(load).toThrow(sentence);
  if (secretKey !== '') expect(load).not.toThrow(secretKey);
});

test('names the file it cannot read, and the folder in which it cannot store a key', () => {
  expect(() => loadSecretKeys({ secretKeyFile: join(root, 'nowhere'), dataDir: dataDir() })).toThrow(
    `Hangtag can't read the secret key file ${join(root, 'nowhere')}.`,
  );
  writeFileSync(join(root, 'file'), '');
  expect(() => loadSecretKeys({ dataDir: join(root, 'file') })).toThrow(
    `Hangtag can't save the secret key in ${join(root, 'file')}. Make the folder writable for this user, or set SECRET_KEY.`,
  );
});
