// The kinds of values that environment variables have: what each must be, and how its text is read.

import { BlockList, isIP } from 'node:net';
import { decodePercent } from '#domain/text/percent.ts';
import { areSecretKeys } from '#domain/text/written-keys.ts';
import { originMistake } from '#marketplace/protocol/origin.ts';

export const wholeNumber = (least: number, most: number) => ({
  must: `must be a whole number from ${least} to ${most}`,
  read: (text: string) => (/^\d{1,9}$/.test(text) && +text >= least && +text <= most ? +text : null),
});
export const flag = {
  must: 'must be true or false',
  read: (text: string) => (/^(true|1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : null),
};
export const oneOf = <T extends string>(...words: readonly T[]) => ({
  must: `must be one of ${words.join(', ')}`,
  read: (text: string) => words.find((word) => word === text) ?? null,
});
export const anyText = {
  must: 'must be one line of text',
  read: (text: string) => (/\p{Cc}/u.test(text) ? null : text),
};
export const secretKeys = {
  must: 'must be 32 random bytes as 64 hexadecimal digits or as base64url, or several such keys separated by commas (openssl rand -hex 32 creates one)',
  read: (text: string) => (areSecretKeys(text) ? text : null),
};
export const hostAddress = {
  must: 'must be an address of this machine, such as 127.0.0.1, 0.0.0.0, or localhost',
  read: (text: string) => (isIP(text) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) ? text : null),
};
export const origin = {
  must: 'must be an address such as https://hangtag.example, without a path',
  read: (text: string) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !/[?#@]/.test(text);
    return isOrigin ? url : null;
  },
};
export const marketplaceOrigin = {
  must: 'must be an address such as https://poshmark.com, without a path; plain http is allowed only for loopback and private hosts',
  read: (text: string) => (originMistake(text) === null ? new URL(text) : null),
};
export const address = (...protocols: string[]) => ({
  must: `must be an address that starts with ${protocols.map((one) => `${one}//`).join(' or ')}; in its password, write % as %25, @ as %40, / as %2F, # as %23, and ? as %3F`,
  read: (text: string) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isReadable =
      url !== null && [url.username, url.password, url.pathname].every((part) => decodePercent(part) !== null);
    return isReadable && protocols.includes(url.protocol) && !isCutShort(url) ? text : null;
  },
});
/**
 * Whether the password contains a #, ?, or / as it is: the address then ends there, its host is the user's name, and the real one, with
 * the @ before it, is in the rest.
 */
const isCutShort = ({ pathname, search, hash }: URL): boolean => hash !== '' || /@/.test(pathname + search);
const oneDatabase = address('postgres:', 'postgresql:');
/** One server, or several separated by commas, as libpq reads it. */
export const databaseAddress = {
  ...oneDatabase,
  read: (text: string) => (oneDatabase.read(text.replace(/(,[^,/@?#]+)+(?=[/?#]|$)/, '')) === null ? null : text),
};

export const modelAddress = {
  must: 'must be an address such as https://api.example.com/v1, without a user name, query, or fragment; plain http is allowed only for loopback and private hosts',
  read: (text: string) => {
    const url = URL.canParse(text) && !/[?#@]/.test(text) ? new URL(text) : null;
    return url === null || originMistake(url.origin) !== null ? null : text.replace(/\/+$/, '');
  },
};
/** A number of proxies, or addresses and networks. */
export const trustedProxies = {
  must: 'must be a number of proxies, or addresses and networks separated by commas',
  read: readTrustedProxies,
};

function readTrustedProxies(text: string) {
  if (/^\d{1,2}$/.test(text)) return Number(text) === 0 ? null : { kind: 'hops' as const, count: Number(text) };
  const list = new BlockList();
  for (const part of text.split(',').map((one) => one.trim())) {
    const [network = '', prefix] = part.split('/');
    const version = isIP(network);
    const most = version === 4 ? 32 : 128;
    if (version === 0 || (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= most))) return null;
    list.addSubnet(network, prefix === undefined ? most : Number(prefix), version === 4 ? 'ipv4' : 'ipv6');
  }
  return { kind: 'networks' as const, list };
}
