import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';

it('idle connections make room for new visitors, and one that waits for its reply stays', async () => {
  let reply: (response: Response) => void = () => {};
  const late = new Promise<Response>((resolve) => {
    reply = resolve;
  });
  const server = await listen(async (request) => (request.url.endsWith('/late') ? late : new Response('here')), {
    port: 0,
    host: '127.0.0.1',
    mostConnections: 20,
  });
  const sockets: Socket[] = [];
  /** Asks, and keeps the connection. Resolves to the first text of the reply, or to null if the server hangs up. */
  const ask = async (path: string): Promise<string | null> => {
    const socket = connect(server.port, '127.0.0.1');
    sockets.push(socket);
    const said = Promise.race([once(socket, 'data'), once(socket, 'close').then(() => null)]);
    socket.on('error', () => {}).write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const data = await said;
    return data === null ? null : String(data[0]);
  };
  const waiting = ask('/late');
  for (let n = 0; n < 60; n++) expect(await ask('/')).toContain('200 OK');
  reply(new Response('at last'));
  expect(await waiting).toContain('200 OK');
  for (const socket of sockets) socket.destroy();
  await server.close();
});
