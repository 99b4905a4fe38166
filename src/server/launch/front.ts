// Holds the port while no server does, and answers everybody with the waiting page.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startingPage } from '#contract/pages.ts';
import { contentSecurityPolicy, type Waiting, waitingPage } from './waiting-page.ts';

export type Front = {
  port: number;
  show(waiting: Waiting): void;
  /** Resolves when somebody asks for another start on the page. */
  restart: Promise<void>;
  /** Gives an open page the time to read what is shown now. */
  read(): Promise<void>;
  close(): Promise<void>;
};

const lookEveryMs = 400;

/** Rejects with the system's error if it can't listen. */
export async function openFront(port: number, host: string, first: Waiting): Promise<Front> {
  let shown = first;
  let askedAt = Number.NEGATIVE_INFINITY;
  const restart = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.setHeader('cache-control', 'no-store');
    response.setHeader('connection', 'close');
    response.setHeader('x-content-type-options', 'nosniff');
    const isPage = request.url === startingPage;
    if (isPage && request.method === 'POST' && shown.canRestart && isOwnPage(request)) {
      restart.resolve();
      return void response.writeHead(303, { location: startingPage }).end();
    }
    const wantsJson = request.headers.accept === 'application/json';
    if (isPage && wantsJson) {
      askedAt = performance.now();
      return reply(response, 200, 'application/json', JSON.stringify(shown));
    }
    response.setHeader('retry-after', '2');
    if (!isPage && (wantsJson || isForPrograms(request.url ?? '')))
      return reply(response, 503, 'application/json', JSON.stringify({ error: 'unavailable', message: shown.title }));
    response.setHeader('content-security-policy', contentSecurityPolicy);
    reply(response, isPage ? 200 : 503, 'text/html; charset=utf-8', waitingPage(shown));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    show(waiting) {
      shown = waiting;
    },
    restart: restart.promise,
    async read() {
      const shownAt = performance.now();
      while (shownAt - askedAt < 3 * lookEveryMs && askedAt < shownAt && performance.now() - shownAt < 5 * lookEveryMs)
        await sleep(lookEveryMs / 4);
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const isForPrograms = (url: string): boolean => /^\/(api\/|healthz|readyz|metrics)/.test(url);

/** No other site may start anything here. */
const isOwnPage = ({ headers }: IncomingMessage): boolean =>
  ['same-origin', 'none', undefined].includes(headers['sec-fetch-site']?.toString());

const reply = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, { 'content-type': type }).end(body);
};
