import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
// @ts-expect-error: a plain JavaScript module without types
import { makeKeys, readSecretKey, signFile } from '../../../../bin/package/sign.mjs';
import { fetchPackage, isNewer } from './registry.ts';
import { changesBetween, isSignedBy } from './release.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-sign-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => path.join(folder, name);

describe('signatures', () => {
  const keys = makeKeys();
  writeFileSync(at('own.key'), keys.secret);
  writeFileSync(at('file'), 'what was signed');
  signFile(at('file'), readSecretKey(at('own.key')), 'a comment');
  const signature = readFileSync(at('file.minisig'), 'utf8');

  it('hold for the same bytes and key, and for nothing else', () => {
    const content = Buffer.from('what was signed');
    expect(isSignedBy(keys.public, content, signature)).toBe(true);
    const another = makeKeys().public;
    const sameId = Buffer.concat([
      Buffer.from(keys.public, 'base64').subarray(0, 10),
      Buffer.from(another, 'base64').subarray(10),
    ]).toString('base64');
    const wrong: [string, Buffer, string][] = [
      [another, content, signature],
      [sameId, content, signature],
      [keys.public, Buffer.from('What was signed'), signature],
      [keys.public, content, signature.replace('a comment', 'another comment')],
      [keys.public, content, signature.replace(/\nRU/, '\nRW')],
      [keys.public, content, signature.split('\n').slice(0, 2).join('\n')],
      [keys.public, content, ''],
      ['', content, signature],
    ];
    for (const one of wrong) expect(isSignedBy(...one)).toBe(false);
  });

  const minisign = (...args: string[]) => spawnSync('minisign', args, { encoding: 'utf8', input: 'secret\nsecret\n' });
  it.skipIf(minisign('-v').error)('are minisign’s own, in both directions', () => {
    expect(minisign('-V', '-m', at('file'), '-P', keys.public)).toMatchObject({ status: 0 });
    expect(minisign('-S', '-s', at('own.key'), '-m', at('file'), '-x', at('theirs'), '-W').status).toBe(0);
    expect(isSignedBy(keys.public, Buffer.from('what was signed'), readFileSync(at('theirs'), 'utf8'))).toBe(true);
  });
});

test.each([
  ['0.2.0', '0.1.0', true],
  ['0.1.10', '0.1.9', true],
  ['1.0.0', '0.9.9', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  ['0.2.0-beta.1', '0.1.0', false],
  ['latest', '0.1.0', false],
])('%s is newer than %s: %s', (offered, present, expected) => {
  expect(isNewer(offered, present)).toBe(expected);
});

it('what is new are the versions after the present one', () => {
  const changelog = ['# Changelog', '## [Unreleased]', '## [0.3.0]', 'c', '## [0.2.1]', 'b', '## [0.2.0]', 'a'].join(
    '\n',
  );
  expect(changesBetween(changelog, '0.2.0', '0.2.1')).toBe('## [0.2.1]\nb');
  expect(changesBetween(changelog, '0.1.0', '0.2.1')).toBe('## [0.2.1]\nb\n\n## [0.2.0]\na');
});

it.each([
  [2, 'comes'],
  [3, /couldn’t get all of left-pad 1.3.0/],
])('a package whose connection breaks %d times', async (breaks, expected) => {
  let asked = 0;
  const registry = createServer((request, reply) => {
    asked += 1;
    if (asked <= breaks) request.socket.destroy();
    else reply.end('comes');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => registry.once('listening', resolve));
  const env = { npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}` };
  const got = await fetchPackage(env, 'left-pad', '1.3.0').then(String, (error: Error) => error.message);
  registry.close();
  expect(got).toMatch(expected);
});
