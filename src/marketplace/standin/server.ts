// The HTTP server of the practice marketplace.

import { createServer, type Server } from 'node:http';
import { isLoopback } from '#domain/text/loopback.ts';
import type { Profile } from '../profile/profile.ts';
import { answerControl, controlPrefix } from './control.ts';
import { type LimitSet, talkingLike } from './settings.ts';
import { pageHandler } from './site/answer-pages.ts';
import { answerAsset } from './site/assets.ts';
import { keepState, restoreFrom, StandinRefusal } from './state/state-file.ts';
import { createWorld, demoSeed } from './state/world.ts';
import { identify } from './wire/admit.ts';
import { type Exchange, exchangeOf, type Handler, invalid, respond } from './wire/exchange.ts';
import { readBody } from './wire/input.ts';
import { callHandler, nowhere, translate } from './wire/routes.ts';

export type StandinOptions = {
  /** 0 means any free port. */
  port: number;
  host: string;
  seed?: number;
  /** Where the state is saved across restarts. Without it nothing is stored on disk. */
  stateFile?: string | undefined;
  /** Key for the control plane. Required unless the server listens on loopback. */
  controlKey?: string | undefined;
  limits?: LimitSet;
  /** The marketplace to talk like. */
  profile?: Profile | undefined;
  /** Returns the time in ms since the epoch. */
  now?: () => number;
  /** Date of the seeded closets, in ms. Default: the first day of the clock's month. */
  asOf?: number;
  /** Capacity of the call journal. */
  journalLimit?: number;
};

export type Standin = { origin: string; port: number; close(): Promise<void> };

/** Starts the practice marketplace. Rejects with `StandinRefusal` if settings, state file, or port prevent it. */
export async function startStandin(options: StandinOptions): Promise<Standin> {
  if (!isLoopback(options.host) && !options.controlKey) {
    throw new StandinRefusal(
      `The practice marketplace needs a control key to listen on ${options.host}: set one, or bind it to 127.0.0.1.`,
    );
  }
  let file: ReturnType<typeof keepState> | undefined;
  const world = createWorld({
    seed: options.seed ?? demoSeed,
    limits: options.limits ?? 'demo',
    now: options.now ?? Date.now,
    journalLimit: options.journalLimit ?? 200_000,
    ...(options.asOf === undefined ? {} : { asOfMs: options.asOf }),
    changed: () => file?.changed(),
  });
  if (options.stateFile !== undefined) {
    await restoreFrom(options.stateFile, world);
    file = keepState(options.stateFile, world);
  }
  if (options.profile !== undefined) world.settings = talkingLike(world.settings, options.profile);
  const server = createServer({ keepAliveTimeout: 65_000 }, (req, res) =>
    dispatch(exchangeOf(world, req, res), options.controlKey || null),
  );
  const port = await listen(server, options);
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    origin: `http://${host}:${port}`,
    port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await file?.close();
    },
  };
}

function dispatch(exchange: Exchange, controlKey: string | null): void {
  const { path, req } = exchange;
  if (path.startsWith(controlPrefix)) {
    void answerControl(exchange, controlKey);
    return;
  }
  if (!path.startsWith('/vm-rest/') && answerAsset(exchange)) return;
  const isKnown = translate(exchange);
  identify(exchange);
  const isCall = exchange.path.startsWith('/vm-rest/');
  const found = isCall ? isKnown && callHandler(exchange) : pageHandler(exchange, !isKnown);
  const handler = found || nowhere;
  if (exchange.method === 'POST' && handler !== nowhere) void respondToBody(exchange, handler);
  else {
    req.resume();
    respond(exchange, () => handler(exchange, ''));
  }
}

/** Reads the body first, so that all checks and the effect run without an await between them. */
async function respondToBody(exchange: Exchange, handler: Handler): Promise<void> {
  const body = await readBody(exchange.req);
  if (body === 'broken') return;
  respond(exchange, () => {
    if (typeof body !== 'string') return handler(exchange, exchange.translation?.body(body.text) ?? body.text);
    const { answer } = invalid(exchange, 'That is too much at once');
    return { ...answer, status: 413, headers: { Connection: 'close' } };
  });
}

function listen(server: Server, { port, host }: StandinOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const words =
        error.code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is already in use. Give the practice marketplace another one.`
          : `The practice marketplace can’t listen on ${host}:${port} (${error.code ?? error.message}).`;
      reject(new StandinRefusal(words, { cause: error }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
