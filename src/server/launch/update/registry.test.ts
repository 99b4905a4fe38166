import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { fetchPackage } from './registry.ts';

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
