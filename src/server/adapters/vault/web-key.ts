// The file that a web process gets instead of the secret key.

import { readFileSync } from 'node:fs';
import { areWebKeys, splitKeys, webKeyHead } from '#domain/text/written-keys.ts';
import { StartProblem } from '../start-problem.ts';
import { type WebKey, webKeyFrom, webKeyOf } from './key-ring.ts';
import { publicBytes } from './sealed-box.ts';
import type { SecretKey } from './secret-key.ts';

const keyBytes = 32;

export const webKeysOf = ([first, ...others]: readonly [SecretKey, ...SecretKey[]]): [WebKey, ...WebKey[]] => [
  webKeyOf(first),
  ...others.map(webKeyOf),
];

/** One line for each secret key, the current one first. */
export function writeWebKeys(masters: readonly SecretKey[]): string {
  const lines = masters.map((master) => {
    const { web, box } = webKeyOf(master);
    return `${webKeyHead}${Buffer.concat([web.key, publicBytes(box.publicKey)]).toString('base64url')}`;
  });
  return `${lines.join('\n')}\n`;
}

/** Throws a `StartProblem`, which never contains a key. */
export function loadWebKeys(file: string): [WebKey, ...WebKey[]] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartProblem(`Hangtag can't read the web key file ${file}.`, 'Check its path and permissions.', {
      cause,
    });
  }
  if (!areWebKeys(text)) throw noWebKey(file);
  const [first, ...others] = splitKeys(text).map(parse);
  if (first === undefined) throw noWebKey(file);
  return [first, ...others];
}

function parse(line: string): WebKey {
  const bytes = Buffer.from(line.slice(webKeyHead.length), 'base64url');
  return webKeyFrom(bytes.subarray(0, keyBytes), bytes.subarray(keyBytes));
}

const noWebKey = (file: string) =>
  new StartProblem(
    `The file ${file} is not a web key.`,
    'Make one where the worker has its secret key: npm run hangtag -- web-key FILE',
  );
