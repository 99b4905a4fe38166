import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';

export type ListeningServer = { port: number; close(): Promise<void> };

/** A sentence for whoever starts the program: the address could not be had. */
export class CannotListen extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'CannotListen';
  }
}

/** How long a reply under way may take after the stop. */
const lastRepliesMs = 2_000;

/**
 * Listens. Clients have 10 s for the head of a request and 60 s for all of it, so that slow ones cannot hold the door; port 0
 * takes a free one. Throws `CannotListen`.
 */
export async function listen(
  fetch: (request: Request, peer: string) => Promise<Response>,
  { port, host }: { port: number; host: string },
): Promise<ListeningServer> {
  const answer = getRequestListener(
    (request, env) => fetch(request, 'incoming' in env ? (env.incoming.socket.remoteAddress ?? '') : ''),
    { overrideGlobalObjects: false },
  );
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
    answer,
  );
  server.maxConnections = 10_000;
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

async function opened(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new CannotListen(explain(error, port, host), error)));
    server.listen(port, host, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Stop it, or choose another one: PORT=${port + 1} npm start`;
  }
  if (error.code === 'EACCES')
    return `This user may not listen on port ${port}. Choose one above 1023, for example PORT=5000.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `This machine has no address ${host}. Set HOST to 127.0.0.1, or to 0.0.0.0 for all its addresses.`;
  }
  return `Cannot listen on ${host}:${port} (${error.code ?? error.message}).`;
}
