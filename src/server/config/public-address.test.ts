import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { publicAddress } from './public-address.ts';

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
