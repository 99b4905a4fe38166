import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { whoAnswersAt } from './this-computer.ts';

const answering = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await whoAnswersAt(`http://127.0.0.1:${port}`);
  } finally {
    server.close();
  }
};

it.each<[string, RequestListener, string]>([
  ['Hangtag', (_, reply) => reply.setHeader('x-request-id', 'a').end('ok\n'), 'hangtag'],
  ['a page of another program', (_, reply) => reply.end('<h1>Welcome to nginx</h1>'), 'other'],
  ['a proxy whose Hangtag is stopped', (_, reply) => reply.writeHead(502).end(), 'other'],
  [
    'a redirect, which is not followed',
    (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1' }).end(),
    'other',
  ],
  ['a connection that breaks', ({ socket }) => socket.destroy(), 'nothing'],
])('tells who answers at an address: %s', async (_, listener, answerer) => {
  expect(await answering(listener)).toBe(answerer);
});
