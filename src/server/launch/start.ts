// `hangtag` and `hangtag start`: starts the server for whoever sits at this computer, shows in the browser how far it is, and stays
// with it, so that a crash is explained and not a closed window.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, fstatSync, openSync } from 'node:fs';
import path from 'node:path';
import { startingPage } from '#contract/pages.ts';
import { publicAddress } from '../config/public-address.ts';
import { CannotListen } from '../http/cannot-listen.ts';
import { watchParent } from '../parent-process.ts';
import { dataFolder, hasDesktop, openBrowser, serverFlags } from './command.ts';
import { crashed, type Front, notStarted, openFront, starting, updating, type Waiting } from './front.ts';
import { choosePort } from './port.ts';
import { announce, type FromServer, findRunning, launchedBy, pleaseStop, portIsFree } from './running.ts';
import {
  currentRoot,
  isClone,
  nodeOf,
  readUpdate,
  reportFailed,
  updatedToday,
  watchForStop,
} from './update/program.ts';
import { untilMayStart } from './update/settled.ts';

export type Terminal = { say(text: string): void; complain(text: string): void };
type Start = Terminal & { env: NodeJS.ProcessEnv; opens: boolean };

/** EX_CONFIG of sysexits.h. */
const wrongConfiguration = 78;
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const lastWords = 2_000;
const stopMs = 8_000;

const hostIn = (env: NodeJS.ProcessEnv): string => env.HOST?.trim() || '127.0.0.1';

/** Says where the Hangtag of this data folder runs, and opens it. False if none does. */
export async function showRunning({ env, opens, say }: Omit<Start, 'complain'>): Promise<boolean> {
  const address = await findRunning(dataFolder(env));
  if (address === null) return false;
  say(`Hangtag is already running at ${address}`);
  if (opens && hasDesktop(env)) openBrowser(address);
  return true;
}

/** The port to start on: the given one, or one that is free. null if what was given is no port, which the server says in words. */
export const portFor = async (env: NodeJS.ProcessEnv): Promise<number | null> => {
  const given = env.PORT?.trim();
  if (!given) return choosePort(dataFolder(env), hostIn(env));
  return /^\d{1,5}$/.test(given) && Number(given) < 65_536 ? Number(given) : null;
};

/** Resolves to the exit code when the server has ended. */
export async function start(ask: Start): Promise<number> {
  const { env, opens, complain } = ask;
  if (await showRunning(ask)) return 0;
  const host = hostIn(env);
  const dataDir = dataFolder(env);
  const asked = await portFor(env);
  // The server says what is wrong with it.
  if (asked === null) return (await runServer({ env, onFree: async () => {}, onReady: () => {} }).ended).code;

  const isFirst = !existsSync(path.join(dataFolder(env), 'postgres')) && !env.DATABASE_URL;
  const listen = (port: number, shown: Waiting): Promise<Front> => openFront(port, host, shown);
  let front: Front;
  try {
    front = await listen(asked, starting(isFirst));
  } catch (error) {
    complain(new CannotListen(error as NodeJS.ErrnoException, asked, host).message);
    return wrongConfiguration;
  }
  const { port } = front;
  const address = publicAddress({ publicUrl: null, host }, port);
  const open = (): void => {
    if (opens && hasDesktop(env)) openBrowser(address);
  };
  const stopping = Promise.withResolvers<void>();
  let isStopping = false;
  let server: Server | null = null;
  const stop = (): void => {
    isStopping = true;
    server?.kill();
    stopping.resolve();
  };
  const waitForUpdate = async (): Promise<void> => {
    front.show(updating);
    await Promise.race([untilMayStart(dataDir), stopping.promise]);
  };
  for (const signal of stopSignals) process.on(signal, stop);
  watchParent(stop, env);

  open();
  for (;;) {
    const withdraw = announce(dataFolder(env), address);
    let wasReady = false;
    let isForUpdate = readUpdate(dataDir) !== null;
    server = runServer({
      env: { ...env, PORT: String(port) },
      onFree: () => front.close(),
      onReady() {
        wasReady = true;
        isForUpdate = false;
      },
    });
    const { root, stop: stopServer } = server;
    const unwatch = watchForStop(
      dataDir,
      () => {
        isForUpdate = true;
        stopServer();
      },
      root,
    );
    const { code, signal, said } = await server.ended;
    unwatch();
    server = null;
    // An update stopped it, which may have been cut off and settled since, or the new version didn't start.
    if (!isStopping && (isForUpdate || readUpdate(dataDir) !== null)) {
      if (!wasReady) reportFailed(dataDir, said);
      front = await listen(port, updating).catch(() => front);
      await waitForUpdate();
      if (!isStopping) continue;
    }
    withdraw();
    if (isStopping || code === 0) {
      await front.close();
      return code;
    }
    if (!wasReady && (await showRunning({ ...ask, opens: false }))) {
      await front.close();
      return 0;
    }
    const shown = wasReady ? crashed(signal, updatedToday(dataDir, Date.now())) : notStarted(said);
    front = await listen(port, shown).catch(() => front);
    front.show(shown);
    if (!wasReady) {
      await front.read();
      await front.close();
      return code;
    }
    const forget = announce(dataFolder(env), address);
    complain(
      `Hangtag stopped unexpectedly. To start it again, open ${address}${startingPage}, or press Ctrl-C and run it again.`,
    );
    open();
    const update = Promise.withResolvers<void>();
    const ignore = watchForStop(dataDir, update.resolve);
    await Promise.race([front.restart, stopping.promise, update.promise]);
    ignore();
    if (!isStopping && readUpdate(dataDir) !== null) await waitForUpdate();
    forget();
    if (isStopping) {
      await front.close();
      return code;
    }
    front.show(starting(false));
  }
}

type Ended = { code: number; signal: NodeJS.Signals | null; said: string };
type Server = {
  /** Of the program that runs. */
  root: string;
  ended: Promise<Ended>;
  kill(): void;
  /** Even if it doesn't react. */
  stop(): void;
};

/** Starts the server, which asks for the port when it needs it. `said`: what it wrote last to stderr. */
export function runServer({
  env,
  onFree,
  onReady,
  log = outputFor(env),
}: {
  env: NodeJS.ProcessEnv;
  log?: ReturnType<typeof outputFor> | 'ignore';
  onFree: () => Promise<void>;
  onReady: () => void;
}): Server {
  // In a clone, `npm start` builds what is stale first.
  const root = currentRoot(dataFolder(env));
  const inPackage = ['bin/missing-part.mjs', 'dist/server/main.js'];
  const program = (isClone ? ['bin/run.mjs'] : inPackage).map((name) => path.join(root, name));
  const child: ChildProcess = spawn(nodeOf(root), [...serverFlags, ...program, ...(isClone ? ['start'] : [])], {
    env: { ...env, [launchedBy]: '1' },
    stdio: ['ignore', log, 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (words: string) => {
    process.stderr.write(words);
    said = (said + words).slice(-lastWords);
  });
  child.on('message', async (message: FromServer) => {
    if (message === 'ready') return onReady();
    await onFree();
    child.send(portIsFree, () => {});
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('error', ({ message }) => resolve({ code: 1, signal: null, said: message }));
    child.once('close', (code, signal) => {
      // Until its modules are loaded, the signal itself ends it.
      const isStopped = stopSignals.some((one) => one === signal);
      resolve({ code: code ?? (isStopped ? 0 : 1), signal, said: said.trim() });
    });
  });
  // On Windows, `kill` would end the server at once.
  const kill = (): void =>
    void (process.platform === 'win32' ? child.send(pleaseStop, () => {}) : child.kill('SIGTERM'));
  return {
    root,
    ended,
    kill,
    stop() {
      kill();
      const cutOff = setTimeout(() => child.kill('SIGKILL'), stopMs);
      child.once('close', () => clearTimeout(cutOff));
    },
  };
}

/** Started from an icon of Windows, this process has no output, and what the server says goes to a file. */
function outputFor(env: NodeJS.ProcessEnv): 'inherit' | 'ignore' | number {
  try {
    fstatSync(1);
    return 'inherit';
  } catch {
    try {
      return openSync(path.join(dataFolder(env), 'hangtag.log'), 'a');
    } catch {
      return 'ignore';
    }
  }
}
