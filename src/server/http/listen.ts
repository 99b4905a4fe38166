// Opens the port, with time limits for slow clients, and closes it so that replies can finish.
import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { CannotListen } from './cannot-listen.ts';
import { mostListeners } from './events/listeners.ts';

/** `peer`: the address at the other end. `outgoing`: the reply, for what has to be written past the adapter. */
type Connection = { peer: string; outgoing: ServerResponse };

export type ListeningServer = { port: number; close(): Promise<void> };

/** How long open replies may take once the server stops. */
const lastRepliesMs = 2_000;

/**
 * Clients have 10 s to send the head of a request and 3 minutes for all of it, so that slow ones can't use up the connections.
 * Twice as many connections are taken as there may be streams of live updates, because each stream holds one while a screen is
 * open. Port 0 takes a free port. Throws `CannotListen`.
 */
export async function listen(
  fetch: (request: Request, connection: Connection) => Promise<Response>,
  { port, host, mostStreams = mostListeners }: { port: number; host: string; mostStreams?: number },
): Promise<ListeningServer> {
  // The adapter's own Request and Response, which replace the global ones here, are written without a stream in between. That
  // saves a quarter of what a small reply costs.
  const answer = getRequestListener(
    (request, env) => {
      const { incoming, outgoing } = env as HttpBindings;
      return fetch(request, { peer: incoming.socket.remoteAddress ?? '', outgoing });
    },
    { errorHandler: (error) => replyOf(refusalFor(error)) },
  );
  const server = createServer(
    {
      headersTimeout: 10_000,
      // Calls watch the speed of their bodies themselves. A photo from a phone takes a while.
      requestTimeout: 180_000,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
      // The app itself refuses a request without Host, in the same form as every other refusal.
      requireHostHeader: false,
    },
    answer,
  );
  answerUnreadable(server);
  server.maxConnections = 2 * mostStreams;
  makeRoom(server, server.maxConnections);
  await opened(server, port, host);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), lastRepliesMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

type Refusal = { status: number; phrase: string; error: string; message: string };

const unreadable: Refusal = {
  status: 400,
  phrase: 'Bad Request',
  error: 'invalid_input',
  message: 'The request is not valid HTTP.',
};

/** By the error codes of Node's HTTP parser. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    phrase: 'Request Header Fields Too Large',
    error: 'headers_too_large',
    message: 'The address or the headers of the request are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    phrase: 'Request Timeout',
    error: 'request_timeout',
    message: 'The request came too slowly.',
  },
};

const crashed: Refusal = {
  status: 500,
  phrase: 'Internal Server Error',
  error: 'internal',
  message: 'Something went wrong in Hangtag. Try again.',
};

/** Errors outside the app: a request head without a usable address, or a crash. */
const refusalFor = (error: unknown): Refusal => (error instanceof RequestError ? unreadable : crashed);

const headersOf = () => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': randomBytes(12).toString('base64url'),
  connection: 'close',
});

const replyOf = ({ status, error, message }: Refusal): Response =>
  new Response(JSON.stringify({ error, message }), { status, headers: headersOf() });

/**
 * A request that Node's parser gives up on never reaches the app. It is refused on the bare socket, in the same form as every
 * other refusal. If a reply has begun, the refusal would be in the middle of it, so the connection is only closed.
 */
function answerUnreadable(server: Server): void {
  const replying = new WeakSet<Duplex>();
  server.on('request', ({ socket }, reply) => {
    replying.add(socket);
    reply.once('close', () => replying.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable && !replying.has(socket)) {
      const { status, phrase, error: code, message } = refusals[error.code ?? ''] ?? unreadable;
      const body = JSON.stringify({ error: code, message });
      const headers = Object.entries({ ...headersOf(), 'content-length': Buffer.byteLength(body) });
      const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`HTTP/1.1 ${status} ${phrase}\r\n${head}\r\n${body}`);
    }
    socket.destroy();
  });
}

async function opened(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new CannotListen(error, port, host)));
    server.listen(port, host, resolve);
  });
}

/** Closes idle connections when most are taken. Otherwise one visitor could hold them all and keep everyone else out. */
function makeRoom(server: Server, mostConnections: number): void {
  let open = 0;
  server.on('connection', (socket) => {
    open++;
    socket.once('close', () => open--);
    if (open > mostConnections * 0.8) server.closeIdleConnections();
  });
}
