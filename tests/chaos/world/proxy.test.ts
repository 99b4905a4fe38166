import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProxy, type TcpProxy } from './proxy.ts';

const commit = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1');

let server: Server;
let received: Buffer[];
let proxy: TcpProxy;
const numbers: number[] = [];
const open: Socket[] = [];

beforeEach(async () => {
  received = [];
  server = createServer((socket) => {
    open.push(socket);
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        received.push(chunk);
        socket.write('done');
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  proxy = await openProxy({ port }, () => numbers.shift() ?? 1);
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await proxy.close();
  await new Promise((resolve) => server.close(resolve));
});

/** A client whose greeting was answered. */
async function greeted(): Promise<Socket> {
  const client = connect(proxy.port, '127.0.0.1').on('error', () => {});
  open.push(client);
  client.write('hello');
  await once(client, 'data');
  return client;
}

describe('a proxy', () => {
  it('a cut ends every connection, and new ones until it is healed', async () => {
    const client = await greeted();
    proxy.cut();
    await once(client, 'close');
    const late = connect(proxy.port, '127.0.0.1').on('error', () => {});
    await once(late, 'close');
    proxy.heal();
    await greeted();
    expect(received).toHaveLength(2);
  });

  it('a dead network delivers nothing, and the connection stays dead', async () => {
    const client = await greeted();
    proxy.swallow();
    client.write('lost');
    proxy.heal();
    client.write('lost too');
    // By the time a new connection was answered, the words of the old one would have arrived.
    await greeted();
    expect(received.map(String)).toEqual(['hello', 'hello']);
    expect(client.destroyed).toBe(false);
  });

  it('measures how long a client waits on a dead connection until it leaves, and nothing of one that has left', async () => {
    const [asking, idle, left] = [await greeted(), await greeted(), await greeted()];
    const far = open.at(-1);
    proxy.swallow();
    left.destroy();
    proxy.heal();
    // By the time a new connection was answered, the end of the old one has arrived.
    await greeted();
    far?.write('too late');
    await greeted();
    expect(proxy.longestSilenceMs()).toBe(0);
    asking.write('lost');
    await expect.poll(() => proxy.longestSilenceMs(), { interval: 2 }).toBeGreaterThan(20);
    asking.destroy();
    idle.destroy();
    const seen: number[] = [];
    await expect
      .poll(() => seen.push(proxy.longestSilenceMs()) && seen.at(-1) === seen.at(-2), { interval: 2 })
      .toBe(true);
    expect(seen.at(-1)).toBeGreaterThan(20);
  });

  it('a commit is lost before it arrives, or after it was done', async () => {
    const [before, after] = [await greeted(), await greeted()];
    proxy.loseCommits(0.2);
    numbers.push(0.1, 0.4);
    before.write(commit);
    await once(before, 'close');
    expect(received).toHaveLength(2);
    numbers.push(0.1, 0.6);
    after.write(commit);
    await once(after, 'close');
    expect(received[2]).toEqual(commit);
    expect(proxy.lost).toEqual({ before: 1, after: 1 });
  });

  it('delays answers, and knows when something was last changed over HTTP', async () => {
    const client = await greeted();
    proxy.delay({ answers: 20 });
    const askedAt = performance.now();
    client.write('GET /closet HTTP/1.1\r\n\r\n');
    await once(client, 'data');
    expect(performance.now() - askedAt).toBeGreaterThanOrEqual(19);
    expect(proxy.lastWriteAt).toBe(Number.NEGATIVE_INFINITY);
    client.write('POST /share HTTP/1.1\r\n\r\n');
    await once(client, 'data');
    expect(proxy.lastWriteAt).toBeGreaterThanOrEqual(askedAt);
  });
});
