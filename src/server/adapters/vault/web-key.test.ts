import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicBytes } from './encryption.ts';
import { loadWebKeys, masterRing, webKeyOf, webRing, writeWebKeys } from './key-ring.ts';
import { loadSecretKeys } from './secret-key.ts';

const [one, other] = ['ab', 'cd'].map((pair) => pair.repeat(32));
const { keys } = loadSecretKeys({ secretKey: `${one},${other}`, dataDir: '/nowhere' });
let folder = '';
let file = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-key-'));
  file = join(folder, 'web.key');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('is read as it was written, one line for each secret key, in order', () => {
  const text = writeWebKeys(keys);
  expect(text).toMatch(/^(hangtag-web-key-1:[\w-]{86}\n){2}$/);
  writeFileSync(file, text);
  const read = loadWebKeys(file);
  for (const [index, { web, box }] of keys.map(webKeyOf).entries()) {
    expect(read[index]?.web).toEqual(web);
    expect(publicBytes(read[index]?.box.publicKey ?? box.publicKey)).toEqual(publicBytes(box.publicKey));
  }
});

test('has no part of the secret key, and no private key', () => {
  const text = writeWebKeys(keys);
  const bytes = Buffer.concat(
    text.split('\n').map((line) => Buffer.from(line.slice('hangtag-web-key-1:'.length), 'base64url')),
  );
  for (const { key } of keys)
    for (let start = 0; start <= key.length - 8; start++)
      expect(bytes.includes(key.subarray(start, start + 8))).toBe(false);
  writeFileSync(file, text);
  for (const { box } of loadWebKeys(file)) expect(box.publicKey.type).toBe('public');
});

test('computes none of the hashes that a worker does, and a new secret key still recognizes the old ones', () => {
  const [before, now] = [keys.slice(0, 1), keys.toReversed()].map(([first, ...others]) =>
    masterRing([first ?? keys[0], ...others]).hasherFor('likers'),
  );
  const [old = ''] = before?.('liker 1') ?? [];
  expect(old).toMatch(/^[\w-]{43}$/);
  expect(now?.('liker 1')).toHaveLength(2);
  expect(now?.('liker 1')[1]).toBe(old);
  expect(now?.('liker 1')[0]).not.toBe(old);
  expect(now?.('liker 2')).not.toContain(old);
  expect(masterRing(keys).hasherFor('others')('liker 1')).not.toContain(old);
  writeFileSync(file, writeWebKeys(keys));
  expect(() => webRing(loadWebKeys(file)).hasherFor('likers')).toThrow('only a web key');
});

test('another file is refused in one sentence that does not repeat it', () => {
  for (const text of ['', one ?? '', 'hangtag-web-key-1:short', `${writeWebKeys(keys)}hunter2`]) {
    writeFileSync(file, text);
    expect(() => loadWebKeys(file)).toThrow(`The file ${file} is not a web key.`);
  }
  expect(() => loadWebKeys(join(folder, 'nowhere'))).toThrow(`Hangtag can't read the web key file`);
});
