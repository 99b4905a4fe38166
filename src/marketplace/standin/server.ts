// The HTTP server of the practice marketplace.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isLoopback } from '#domain/text/loopback.ts';
import type { Profile } from '../profile/profile.ts';
import { answerControl, type ControlGuard, controlPrefix } from './control/control.ts';
import { type LimitSet, talkingLike } from './settings.ts';
import { notFound } from './site/answer-closet.ts';
import { routePage } from './site/answer-pages.ts';
import { answerAsset } from './site/assets.ts';
import type { World } from './state/model.ts';
import { restoreWorld, snapshotOf } from './state/snapshot.ts';
import { keepState, readState, type StateFile, setAside } from './state/state-file.ts';
import { createWorld, demoSeed } from './state/world.ts';
import { answerCrash } from './wire/errors.ts';
import { type Exchange, exchangeOf } from './wire/exchange.ts';
import { nowhere, route } from './wire/routes.ts';
import { translate } from './wire/translate.ts';

export type StandinOptions = {
  /** 0 means any free port. */
  port: number;
  host: string;
  seed?: number;
  /** Where the state is saved across restarts. Without it nothing is stored on disk. */
  stateFile?: string;
  /** Key for the control plane. Required unless the server listens on loopback. */
  controlKey?: string;
  limits?: LimitSet;
  /** The marketplace to talk like. */
  profile?: Profile;
  /** Returns the time in ms since the epoch. */
  now?: () => number;
  /** Date of the seeded closets, in ms. Default: the first day of the clock's month. */
  asOf?: number;
  /** Capacity of the call journal. */
  journalLimit?: number;
};

export type Standin = { origin: string; port: number; close(): Promise<void> };

/** Why the server could not start, as one sentence for the operator. */
export class StandinRefusal extends Error {}

/** Starts the practice marketplace. Rejects with `StandinRefusal` if settings, state file, or port prevent it. */
export async function startStandin(options: StandinOptions): Promise<Standin> {
  if (!isLoopback(options.host) && !options.controlKey) {
    throw new StandinRefusal(
      `The practice marketplace needs a control key to listen on ${options.host}: set one, or bind it to 127.0.0.1.`,
    );
  }
  let file: StateFile | null = null;
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
    file = keepState(options.stateFile, () => snapshotOf(world), complain);
  }
  if (options.profile !== undefined) world.settings = talkingLike(world.settings, options.profile);
  const server = createServer({ keepAliveTimeout: 65_000 }, listener(world, { key: options.controlKey || null }));
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

const complain = (error: unknown) => {
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The practice marketplace could not write its state: ${words}\n`);
};

function listener(world: World, guard: ControlGuard) {
  return (req: IncomingMessage, res: ServerResponse) => {
    const exchange = exchangeOf(world, req, res);
    try {
      dispatch(exchange, guard);
    } catch {
      answerCrash(exchange);
    }
  };
}

function dispatch(exchange: Exchange, guard: ControlGuard): void {
  if (exchange.path.startsWith(controlPrefix)) {
    answerControl(exchange, guard).catch(() => answerCrash(exchange));
    return;
  }
  if (!exchange.path.startsWith('/vm-rest/') && answerAsset(exchange)) return;
  const isKnown = translate(exchange);
  if (exchange.path.startsWith('/vm-rest/')) {
    if (isKnown) route(exchange);
    else nowhere(exchange);
  } else if (!isKnown || !routePage(exchange)) {
    exchange.req.resume();
    // Only a GET asks for a page.
    if (exchange.method === 'GET' || exchange.method === 'HEAD') notFound(exchange);
    else nowhere(exchange);
  }
}

async function restoreFrom(path: string, world: World): Promise<void> {
  const text = await readState(path).catch((error: unknown) => {
    throw new StandinRefusal(`The practice marketplace can’t read its state file ${path}.`, { cause: error });
  });
  if (text === null) return;
  try {
    restoreWorld(world, text);
  } catch (error) {
    const aside = await setAside(path, Date.now());
    throw new StandinRefusal(
      `The practice marketplace's state file is damaged. It was kept as ${aside}. Start again for a new practice marketplace.`,
      { cause: error },
    );
  }
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
