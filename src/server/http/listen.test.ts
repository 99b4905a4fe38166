import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, test } from 'vitest';
import { CannotListen } from './cannot-listen.ts';
import { listen } from './listen.ts';

/** A server that takes 20 connections, of which ten may be streams. */
async function open(answer: (path: string) => Promise<Response> | Response) {
  const server = await listen(async ({ url }) => answer(new URL(url).pathname), {
    port: 0,
    host: '127.0.0.1',
    mostStreams: 10,
  });
  const sockets: Socket[] = [];
  return {
    /** Asks, and keeps the connection. Resolves to the first text of the reply, or to null if the server hangs up. */
    async ask(path: string): Promise<string | null> {
      const socket = connect(server.port, '127.0.0.1');
      sockets.push(socket);
      const firstOutcome = Promise.race([once(socket, 'data'), once(socket, 'close').then(() => null)]);
      socket.on('error', () => {}).write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      const data = await firstOutcome;
      return data === null ? null : String(data[0]);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await server.close();
    },
  };
}

it('idle connections make room for new visitors, and one that waits for its reply stays', async () => {
  let reply: (response: Response) => void = () => {};
  const late = new Promise<Response>((resolve) => {
    reply = resolve;
  });
  const { ask, close } = await open((path) => (path === '/late' ? late : new Response('here')));
  const waiting = ask('/late');
  for (let n = 0; n < 60; n++) expect(await ask('/')).toContain('200 OK');
  reply(new Response('at last'));
  expect(await waiting).toContain('200 OK');
  await close();
});

it('as many streams as there may be leave room for calls', async () => {
  const endless = () => new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('news')) });
  const { ask, close } = await open((path) => new Response(path === '/stream' ? endless() : 'here'));
  for (let n = 0; n < 10; n++) expect(await ask('/stream')).toContain('200 OK');
  for (let n = 0; n < 20; n++) expect(await ask('/')).toContain('200 OK');
  await close();
});

test.each([
  ['EADDRINUSE', 5000, /already using port 5000.*PORT=5001/],
  ['EACCES', 80, /not allowed to listen on port 80.*above 1023/],
  ['EACCES', 5000, /antivirus.*PORT=5001/],
  ['EADDRNOTAVAIL', 5000, /does not have the address.*HOST/],
  ['EMFILE', 5000, /EMFILE/],
])('%s at port %i is said in one sentence, with a way out', (code, port, says) => {
  expect(new CannotListen(Object.assign(new Error(), { code }), port, '10.0.0.1').message).toMatch(says);
});
