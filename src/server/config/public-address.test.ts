import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { isOwnComputer, publicAddress } from './public-address.ts';

it.each([
  [{}, 5000, 'http://localhost:5000'],
  [{ HOST: '0.0.0.0' }, 5000, 'http://localhost:5000'],
  [{ HOST: '::1' }, 5000, 'http://localhost:5000'],
  [{ HOST: '192.168.1.7' }, 80, 'http://192.168.1.7:80'],
  [{ HOST: 'fd00::7' }, 5000, 'http://[fd00::7]:5000'],
  [{ PUBLIC_URL: 'https://hangtag.example', HOST: '::1' }, 5000, 'https://hangtag.example'],
])('with %o on port %i the public address is %s', (env, port, address) => {
  expect(publicAddress(readConfig(env), port)).toBe(address);
  expect(URL.canParse(`${address}/auth#reset=x`)).toBe(true);
});

it.each([
  ['somebody’s, on a computer with a desktop', {}, { isSomebodys: true, hasDesktop: true }, true],
  ['somebody’s, where nothing tells of a desktop', {}, { isSomebodys: true, hasDesktop: false }, true],
  ['a service, on a computer with a desktop', {}, { isSomebodys: false, hasDesktop: true }, true],
  ['a service, on a server', {}, { isSomebodys: false, hasDesktop: false }, false],
  ['open to the network', { HOST: '0.0.0.0' }, { isSomebodys: true, hasDesktop: true }, false],
  ['at a public address', { PUBLIC_URL: 'https://hangtag.example' }, { isSomebodys: true, hasDesktop: true }, false],
  ['behind a proxy', { TRUST_PROXY: '1' }, { isSomebodys: true, hasDesktop: true }, false],
])('a Hangtag that is %s runs on the seller’s own computer or not', (_, env, place, isOwn) => {
  expect(isOwnComputer(readConfig(env), place)).toBe(isOwn);
});
