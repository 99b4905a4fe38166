import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { connectMarketplace } from '../../connector/connector.ts';
import { play } from '../scripted-connection.fixture.ts';
import { linkedSession, movableClock, type Reply } from '../scripted-marketplace.fixture.ts';

const id = '68a0c1d2e3f405162738495a';
const share = `PUT /vm-rest/users/self/shared_posts/${id}`;
const shared: Reply = { json: { trace_id: '0b7f7a52' } };

describe('a share that cannot leave', () => {
  /** Shares at an origin without a scripted marketplace. */
  const shareAt = async (origin: string, timeouts = {}) => {
    const market = connectMarketplace({ origin, userAgent: 'Hangtag/0 (test)', clock: movableClock(), timeouts });
    try {
      return (await market.account(linkedSession()).share(id)).kind;
    } finally {
      await market.close();
    }
  };
  /** A server that accepts connections and does what the test says with them. Resolves to what it received. */
  const listen = async (onSocket: (socket: Socket) => void) => {
    const received: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('data', (bytes) => received.push(bytes));
      socket.on('error', () => {});
      onSocket(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const close = () => new Promise((resolve) => server.close(resolve));
    return { port, close, received: () => Buffer.concat(received).toString('latin1') };
  };

  it('because its name cannot be resolved is a proven refusal', async () => {
    expect(await shareAt('https://hangtag.invalid')).toBe('network');
  });

  it('because the connection is refused is a proven refusal', async () => {
    const { port, close } = await listen(() => {});
    await close();
    expect(await shareAt(`http://127.0.0.1:${port}`)).toBe('network');
  });

  it('because nobody answers the TLS handshake in time is a proven refusal, and its request never leaves later', async () => {
    const sockets: Socket[] = [];
    const silent = await listen((socket) => sockets.push(socket));
    expect(await shareAt(`https://127.0.0.1:${silent.port}`, { connectMs: 100, shareMs: 5_000 })).toBe('network');
    expect(silent.received()).not.toContain('PUT');
    for (const socket of sockets) socket.destroy();
    await silent.close();
  });

  it('because its deadline passes during the TLS handshake is a proven refusal', async () => {
    const sockets: Socket[] = [];
    const silent = await listen((socket) => sockets.push(socket));
    expect(await shareAt(`https://127.0.0.1:${silent.port}`, { shareMs: 60 })).toBe('network');
    for (const socket of sockets) socket.destroy();
    await silent.close();
  });

  it('because the other side speaks no TLS is a proven refusal', async () => {
    const plain = await listen((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(await shareAt(`https://127.0.0.1:${plain.port}`)).toBe('network');
    await plain.close();
  });

  it('because its permission has ended by the time its first byte would leave is a proven refusal', async () => {
    const { account, server } = await play({ [share]: shared });
    let asked = 0;
    const mayLeave = () => {
      asked += 1;
      return asked > 1;
    };
    expect(await account.share(id, { mayLeave })).toMatchObject({ kind: 'network' });
    expect(server.asked).toEqual([]);
    expect(await account.share(id, { mayLeave })).toMatchObject({ kind: 'ok' });
    expect([asked, server.asked.length]).toEqual([2, 1]);
  });

  it('is distinguished from one whose connection dies after its first bytes, which stays uncertain', async () => {
    const dying = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await shareAt(`http://127.0.0.1:${dying.port}`)).toBe('uncertain');
    expect(dying.received()).toContain('PUT');
    await dying.close();
  });
});
